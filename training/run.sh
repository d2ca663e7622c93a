#!/bin/sh
# From what build.py wrote to trained weights, on an accelerator, in about twenty-five minutes:
#     sh training/run.sh DATA TEACHERS WORK OUT
# Each step leaves its result in OUT as soon as it has one.
set -e
data=$1 teachers=$2 work=$3 out=$4
shape="--layers 2 --width 384 --inner 1344 --heads 10"
export PYTHONUNBUFFERED=1
mkdir -p "$out/first"
python -m training.prepare "$data" "$teachers" "$work" --adapt 350
python -m training.encoder "$work" "$teachers" "$out/first" $shape --seconds 90 --rate 3e-4
python -m training.prepare "$data" "$teachers" "$work" --ours "$out/first/encoder-L2-H384.pt"
python -m training.encoder "$work" "$teachers" "$out" $shape --seconds 470 --rate 3e-4 \
    --from "$out/first/encoder-L2-H384.pt"
python -m training.static "$work" "$out" --from "$out/encoder-L2-H384.pt" --steps 800
python -m training.reranker "$work" "$out" --teachers "$teachers" --seconds 150 \
    --from "$out/encoder-L2-H384.pt" --inner 1344 --heads 10

#!/bin/sh
# Installs with apt, where it can, the system components that tests use. Where it cannot, those
# tests skip, and pytest's summary names them.
set -u
wanted=""
# command:package, one line each.
for pair in \
  "tesseract:tesseract-ocr tesseract-ocr-isl tesseract-ocr-osd" \
; do
  command -v "${pair%%:*}" >/dev/null 2>&1 || wanted="$wanted ${pair#*:}"
done
[ -z "$wanted" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $wanted) >/dev/null 2>&1 && exit 0
fi
echo "not installed:$wanted (tests that use them will be skipped)" >&2
exit 0

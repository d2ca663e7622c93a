#!/bin/sh
# Installs with apt, where it can, the system components that tests use. Where it cannot, those
# tests skip, and pytest's summary names them.
set -u
wanted=""
# command:package, one line each.
for pair in \
  "tesseract:tesseract-ocr tesseract-ocr-isl tesseract-ocr-osd" \
  "chromium:chromium" \
  "locale-gen:locales" \
  "pg_ctlcluster:postgresql" \
; do
  command -v "${pair%%:*}" >/dev/null 2>&1 || wanted="$wanted ${pair#*:}"
done
# A locale in which I and i are no pair: packs must come out the same.
turkish() {
  locale -a 2>/dev/null | grep -qi '^tr_TR' || localedef -i tr_TR -f UTF-8 tr_TR.UTF-8 2>/dev/null
}
[ -z "$wanted" ] && { turkish; exit 0; }
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $wanted) >/dev/null 2>&1 && { turkish; exit 0; }
fi
echo "not installed:$wanted (tests that use them will be skipped)" >&2
exit 0

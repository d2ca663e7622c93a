#!/bin/sh
# Gives this process a library folder of its own, made where it is new, and becomes `pincite "$@"`.
#
#   LIBRARY_NODES           the volume that holds the folders, one for each process that runs at once
#   LIBRARY_DATABASE        postgresql://user@host/database?schema=name, without a password
#   LIBRARY_VECTORS         milvus://host:port?name=…; without it vectors lie in the folder
#   DATABASE_PASSWORD_FILE  a file that holds the password alone
set -eu
umask 077

if [ -n "${DATABASE_PASSWORD_FILE:-}" ]; then
  # libpq takes no password file that others may read, and a mounted secret often is one.
  PGPASSFILE=$(mktemp)
  export PGPASSFILE
  printf '*:*:*:*:%s\n' "$(sed 's/[\\:]/\\&/g' "$DATABASE_PASSWORD_FILE")" >"$PGPASSFILE"
fi

# The first folder that nobody works in. Its lock is held as long as this process lives, so a
# replica that comes again finds the indexes of the one before it.
node=0
while exec 9>"$LIBRARY_NODES/$node.lock" && ! flock -n 9; do
  node=$((node + 1))
done
PINCITE_LIBRARY="$LIBRARY_NODES/$node"
export PINCITE_LIBRARY

if [ -n "${LIBRARY_DATABASE:-}" ] && [ ! -d "$PINCITE_LIBRARY" ]; then
  # Made beside and renamed: a start that was broken off leaves no half of a library.
  rm -rf "$PINCITE_LIBRARY.making"
  pincite --quiet --library "$PINCITE_LIBRARY.making" init --database "$LIBRARY_DATABASE" \
    ${LIBRARY_VECTORS:+--vectors "$LIBRARY_VECTORS"} >/dev/null
  mv "$PINCITE_LIBRARY.making" "$PINCITE_LIBRARY"
fi

# A search indexes words by itself and encodes nothing: what is new is encoded before it is served.
# Where a server is away (75), what needs none is ready: searches say what they do without, and use
# it when it is back. Any other failure ends the start.
if [ "${1:-}" = serve ] && [ -d "$PINCITE_LIBRARY" ]; then
  set +e
  pincite --quiet index >/dev/null
  status=$?
  set -e
  [ "$status" -eq 0 ] || [ "$status" -eq 75 ] || exit "$status"
fi
exec pincite "$@"

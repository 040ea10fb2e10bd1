#!/bin/sh
# Makes the files of the image: sh deploy/image.sh NODE FOLDER_OF_THE_CLI OUT. Run by the Containerfile, and by a test.
set -eu
node=$1 cli=$2 out=$3
here=$(dirname "$0")

mkdir -p "$out/usr/local/bin" "$out/opt/backlot/dist" "$out/etc"
mkdir -p -m 1777 "$out/tmp"
echo "backlot:x:65532:65532::/data:/nonexistent" > "$out/etc/passwd"

# Without symbols, a fifth of its size.
strip -s -o "$out/usr/local/bin/node" "$node"
# Not in the pipe, which would hide that it failed.
libraries=$(ldd "$node")
echo "$libraries" | grep -o '/[^ ]*' | while read -r library; do
  mkdir -p "$out$(dirname "$library")"
  cp -L "$library" "$out$library"
done

cp "$cli/package.json" "$out/opt/backlot/"
cp "$here/health.mjs" "$out/opt/backlot/"
# The maps are for those who write Backlot.
files=$(cd "$cli/dist" && find . -type f ! -name '*.map' ! -name '.tsbuildinfo' ! -path './types/*' ! -path './.compile-cache/*')
echo "$files" | while read -r file; do
  mkdir -p "$out/opt/backlot/dist/$(dirname "$file")"
  cp "$cli/dist/$file" "$out/opt/backlot/dist/$file"
done

# Nothing here has env, which the program's own first line asks for.
printf '#!/usr/local/bin/node\nimport "/opt/backlot/dist/main.js"\n' > "$out/usr/local/bin/backlot"
chmod 755 "$out/usr/local/bin/backlot"

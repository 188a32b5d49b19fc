#!/usr/bin/env bash
# Builds the program into dist/ for each platform on which it is released, or for those that are
# named, as "linux/amd64": static, with the list of its modules as a CycloneDX SBOM beside each
# program, and the SHA-256 checksums of all. It needs Go and the module proxy.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# = 0 ]; then
	set -- linux/amd64 linux/arm64 linux/arm darwin/amd64 darwin/arm64 windows/amd64
fi
version=$(sed -n 's/^const version = "\(.*\)"$/\1/p' version.go)
[ -n "$version" ] || { echo "version.go names no version"; exit 1; }
rm -rf dist
mkdir dist
for platform; do
	os=${platform%/*} arch=${platform#*/}
	program=dist/raumbot-$version-$os-$arch
	[ "$os" != windows ] || program=$program.exe
	CGO_ENABLED=0 GOOS=$os GOARCH=$arch go build -tags goolm -trimpath -gcflags=all=-dwarf=false -ldflags="-s -w" -o "$program" .
	go tool -modfile=tools/go.mod cyclonedx-gomod bin -json -std -version "v$version" -output "$program.cdx.json" "$program"
done
sums=$(cd dist && sha256sum -- *)
echo "$sums" | tee dist/SHA256SUMS

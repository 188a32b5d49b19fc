#!/usr/bin/env bash
# Builds the last stage of the Dockerfile around a program that is built here, and runs it as
# docs/deploy/compose.yaml does: as its user, with its variables, and with a configuration that others
# own. The first stage, which also runs all tests, is left out. It needs buildah.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
images=(buildah --storage-driver vfs --root "$work/images" --runroot "$work/run")
serving=
stop() {
	local below
	below=$(pgrep -P "$1" || true)
	for child in $below; do stop "$child"; done
	[ -n "$below" ] || kill "$1" 2>/dev/null || true # the program itself: what started it ends after it
}
trap '[ -z "$serving" ] || stop "$serving"; "${images[@]}" rm -a >/dev/null 2>&1 || true; rm -rf "$work"' EXIT

CGO_ENABLED=0 go build -tags goolm -trimpath -ldflags="-s -w" -o "$work/out/raumbot" .
mkdir -m 700 "$work/out/data" "$work/out/backups"
cat /etc/ssl/certs/ca-certificates.crt >"$work/ca-certificates.crt" 2>/dev/null || true
{
	printf 'FROM scratch AS build\nCOPY out /out\nCOPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt\n'
	awk '/^FROM /{stage = ""} {stage = stage $0 "\n"} END {printf "%s", stage}' Dockerfile
} >"$work/Dockerfile"
"${images[@]}" bud --isolation chroot -t raumbot "$work" >"$work/build.out" 2>&1 || { cat "$work/build.out"; exit 1; }
"${images[@]}" from --name box localhost/raumbot >/dev/null

printf 'database = "games.db"\n[backup]\nfolder = "/backups"\n' >"$work/raumbot.toml"
chmod 644 "$work/raumbot.toml"
chmod 755 "$work"
user=$(sed -n 's/^ *user: "\(.*\)"$/\1/p' docs/deploy/compose.yaml | head -n 1)
port=$((20000 + RANDOM % 10000))
inside=("${images[@]}" run --isolation chroot --user "$user" -v "$work/raumbot.toml:/etc/raumbot.toml:ro")
while read -r name value; do
	inside+=(--env "${name%:}=${value/%8420/$port}")
done < <(sed -n 's/^ *\(RAUMBOT_[A-Z_]*: .*\)$/\1/p' docs/deploy/compose.yaml | head -n 2)
inside+=(box -- /raumbot)

"${inside[@]}" version
"${inside[@]}" serve </dev/null >"$work/serve.out" 2>&1 &
serving=$!
for _ in $(seq 300); do
	grep -q '?start=' "$work/serve.out" && break
	kill -0 "$serving" 2>/dev/null || { cat "$work/serve.out"; exit 1; }
	sleep 0.1
done
token=$(sed -n 's/.*?start=//p' "$work/serve.out" | head -n 1)
entered=$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/?start=$token")
stranger=$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/")
[ "$entered $stranger" = "303 403" ] || { echo "the pages answer $entered by the link, and $stranger without"; cat "$work/serve.out"; exit 1; }
stop "$serving"
wait "$serving" || { echo "it does not stop well"; cat "$work/serve.out"; exit 1; }
serving=
! grep -E 'level=(WARN|ERROR)' "$work/serve.out" || { echo "the log warns"; exit 1; }
grep -q 'copied the database' "$work/serve.out" || { echo "there is no copy in /backups"; cat "$work/serve.out"; exit 1; }
"${inside[@]}" db check
echo "the image runs as compose.yaml says"

#!/usr/bin/env bash
# Installs Synapse and matrix-nio, pinned by their hashes, into a virtual environment in the user's
# cache, once for each version of the pins. Prints its Python, for RAUMBOT_PYTHON.
set -euo pipefail
cd "$(dirname "$0")"
pins=$(cat requirements.txt sources.txt | sha256sum | cut -c 1-12)
dir="${XDG_CACHE_HOME:-$HOME/.cache}/raumbot-e2e/python-$pins"
if [ ! -e "$dir/installed" ]; then
	python3 -m venv --clear "$dir" >&2
	pip=("$dir/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir --require-hashes --no-deps)
	"${pip[@]}" --only-binary :all: -r requirements.txt >&2
	# Built with the packages that are there: a build of its own would fetch what is not pinned.
	"${pip[@]}" --no-build-isolation -r sources.txt >&2
	touch "$dir/installed"
fi
echo "$dir/bin/python"

// Package e2e plays with the real program on a real Matrix homeserver, which it starts on this
// machine: Dendrite, which it builds, or Synapse, which python/install.sh installs. It is a module
// of its own, so that the program does not depend on a homeserver:
//
//	CGO_ENABLED=0 go test -tags goolm .
//	RAUMBOT_PYTHON=$(bash python/install.sh) CGO_ENABLED=0 go test -tags goolm . -homeserver synapse
package e2e

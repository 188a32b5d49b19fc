// Package e2e plays with the real program on a real Matrix homeserver, Dendrite,
// which it builds and starts on this machine. It is a module of its own, so that the
// program does not depend on a homeserver:
//
//	CGO_ENABLED=0 go test -tags goolm .
package e2e

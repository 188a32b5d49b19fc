//go:build !goolm

package matrix

import "context"

const encrypts = false

// startCipher returns nil, and warns the operator.
func startCipher(_ context.Context, s *session) (cipher, error) {
	s.log.Warn("this build cannot read or write in encrypted rooms; one made with -tags goolm can")
	return nil, nil
}

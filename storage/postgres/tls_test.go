package postgres_test

import (
	"crypto/tls"
	"io"
	"net"
	"net/http/httptest"
	"strings"
	"testing"

	"raumbot/storage/postgres"
)

// TestTLS opens databases by URLs that ask for TLS: on a server that refuses it, and on one whose
// certificate nobody has signed. The operator is told which of the two it is.
func TestTLS(t *testing.T) {
	stranger := httptest.NewUnstartedServer(nil)
	stranger.StartTLS()
	defer stranger.Close()
	for answer, want := range map[string]string{"N": "refuses TLS, which sslmode in its URL asks for", "S": "is not accepted: name the file"} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				go func() {
					defer c.Close()
					_, _ = io.ReadFull(c, make([]byte, 8)) // SSLRequest
					_, _ = io.WriteString(c, answer)
					if answer == "S" {
						_ = tls.Server(c, &tls.Config{Certificates: stranger.TLS.Certificates}).Handshake()
					}
				}()
			}
		}()
		_, err = postgres.Open(t.Context(), "postgres://raumbot@"+l.Addr().String()+"/postgres?sslmode=verify-full", nil)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "cannot be reached") {
			t.Errorf("a server that answers %s: %v", answer, err)
		}
	}
}

//go:build goolm

package e2e

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"testing"
	"time"
)

// synapse is the homeserver that most people use, in Python.
type synapse struct {
	limits string // of its configuration, those that it has unless told otherwise if empty
}

// unlimited lifts the limits that the tests would meet.
const unlimited = `
rc_message: {per_second: 1000, burst_count: 1000}
rc_joins: {local: {per_second: 1000, burst_count: 1000}, remote: {per_second: 1000, burst_count: 1000}}
rc_invites: {per_room: {per_second: 1000, burst_count: 1000}, per_user: {per_second: 1000, burst_count: 1000}, per_issuer: {per_second: 1000, burst_count: 1000}}
rc_room_creation: {per_second: 1000, burst_count: 1000}
rc_media_create: {per_second: 1000, burst_count: 1000}
`

// synapseConfiguration has the name, the listeners and the secret of registrations to fill in.
// Many people log in from here: that is never limited.
const synapseConfiguration = `server_name: "%[1]s"
listeners: [%[2]s]
registration_shared_secret: %[3]s
database: {name: sqlite3, args: {database: homeserver.db}}
log_config: log.yaml
media_store_path: media
signing_key_path: signing.key
macaroon_secret_key: only-here
form_secret: only-here
report_stats: false
trusted_key_servers: []
bcrypt_rounds: 4
ip_range_blacklist: [] # other homeservers are on this machine
federation_verify_certificates: false
tls_certificate_path: tls.crt
tls_private_key_path: tls.key
rc_registration: {per_second: 1000, burst_count: 1000}
rc_login: {address: {per_second: 1000, burst_count: 1000}, account: {per_second: 1000, burst_count: 1000}, failed_attempts: {per_second: 1000, burst_count: 1000}}
%[4]s`

// python is a Python with Synapse and matrix-nio, as python/install.sh makes it.
func python() (string, error) {
	path := os.Getenv("RAUMBOT_PYTHON")
	if path == "" {
		return "", errNoPython
	}
	return path, nil
}

var errNoPython = errors.New("RAUMBOT_PYTHON does not name what python/install.sh has made")

// needPython skips a test where there is no Python with Synapse and matrix-nio.
func needPython(t *testing.T) string {
	t.Helper()
	path, err := python()
	if err != nil {
		t.Skip(err)
	}
	return path
}

func (o synapse) configure(s *server) error {
	listeners := fmt.Sprintf("{port: %d, bind_addresses: [127.0.0.1], type: http, tls: false, resources: [{names: [client]}]}", s.port)
	if s.federated != 0 {
		listeners += fmt.Sprintf(", {port: %d, bind_addresses: [127.0.0.1], type: http, tls: true, resources: [{names: [federation]}]}", s.federated)
	}
	var seed [32]byte
	rand.Read(seed[:])
	certificate, key, err := selfSigned()
	return errors.Join(err,
		s.write("homeserver.yaml", fmt.Appendf(nil, synapseConfiguration, s.name, listeners, sharedSecret, o.limits)),
		s.write("log.yaml", []byte("{version: 1, handlers: {out: {class: logging.StreamHandler}}, root: {level: WARNING, handlers: [out]}, disable_existing_loggers: false}\n")),
		s.write("signing.key", fmt.Appendf(nil, "ed25519 a_only %s\n", base64.RawStdEncoding.EncodeToString(seed[:]))),
		s.write("tls.crt", certificate), s.write("tls.key", key))
}

// selfSigned makes a certificate for this machine.
func selfSigned() (certificate, key []byte, err error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		return nil, nil, err
	}
	raw, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw}), nil
}

func (synapse) command(*server) (*exec.Cmd, error) {
	path, err := python()
	if err != nil {
		return nil, err
	}
	return exec.Command(path, "-m", "synapse.app.homeserver", "--config-path", "homeserver.yaml"), nil
}

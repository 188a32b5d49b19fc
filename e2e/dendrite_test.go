//go:build goolm

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// dendrite is a homeserver in Go, pinned in go.mod.
type dendrite struct{}

// dendriteConfiguration has the homeserver's name, whether it talks to no other, and the secret of
// registrations to fill in.
const dendriteConfiguration = `version: 2
global:
  server_name: "%[1]s"
  private_key: matrix_key.pem
  disable_federation: %[2]t
  jetstream: {storage_path: ./jetstream, in_memory: false} # what is on its way survives a stop
  report_stats: {enabled: false}
  presence: {enable_inbound: false, enable_outbound: false}
client_api:
  registration_disabled: true
  guests_disabled: true
  registration_shared_secret: %[3]s
  rate_limiting: {enabled: false}
federation_api: {disable_tls_validation: true, deny_networks: [], allow_networks: [127.0.0.0/8], database: {connection_string: "file:federation.db"}}
key_server: {database: {connection_string: "file:keys.db"}}
media_api: {database: {connection_string: "file:media.db"}, base_path: ./media, max_file_size_bytes: 10485760}
mscs: {database: {connection_string: "file:mscs.db"}}
relay_api: {database: {connection_string: "file:relay.db"}}
room_server: {database: {connection_string: "file:rooms.db"}}
sync_api: {database: {connection_string: "file:sync.db"}, search: {enabled: false}}
user_api: {account_database: {connection_string: "file:users.db"}, bcrypt_cost: 4}
logging: [{type: std, level: warn}]
`

// tools builds the homeserver into the user's cache, once for each version of its sources.
func tools() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "raumbot-e2e", "dendrite-0.15.2")
	if _, err := os.Stat(filepath.Join(dir, "dendrite")); err == nil {
		return dir, nil
	}
	partial := fmt.Sprintf("%s.%d", dir, os.Getpid())
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", partial+"/", "tool")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the homeserver: %w\n%s", err, out)
	}
	if err := os.Rename(partial, dir); err != nil && !os.IsExist(err) {
		return "", err
	}
	return dir, nil
}

func (dendrite) configure(s *server) error {
	bin, err := tools()
	if err != nil {
		return err
	}
	if err := s.write("dendrite.yaml", fmt.Appendf(nil, dendriteConfiguration, s.name, s.federated == 0, sharedSecret)); err != nil {
		return err
	}
	keys := []string{"-private-key", "matrix_key.pem"}
	if s.federated != 0 {
		keys = append(keys, "-tls-cert", "tls.crt", "-tls-key", "tls.key")
	}
	c := exec.Command(filepath.Join(bin, "generate-keys"), keys...)
	c.Dir = s.dir
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

func (dendrite) command(s *server) (*exec.Cmd, error) {
	bin, err := tools()
	if err != nil {
		return nil, err
	}
	args := []string{"-config", "dendrite.yaml", "-http-bind-address", fmt.Sprintf("127.0.0.1:%d", s.port)}
	if s.federated != 0 {
		args = append(args, "-https-bind-address", fmt.Sprintf("127.0.0.1:%d", s.federated), "-tls-cert", "tls.crt", "-tls-key", "tls.key")
	}
	return exec.Command(filepath.Join(bin, "dendrite"), args...), nil
}

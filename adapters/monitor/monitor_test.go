package monitor_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"raumbot/adapters/monitor"
	"raumbot/bot"
	"raumbot/bot/outbox"
	"raumbot/bot/service"
)

// patient is a service whose state is set by the test.
type patient struct {
	status service.Status
	err    error
}

func (p *patient) Status(context.Context) (service.Status, error) { return p.status, p.err }

// watch runs a monitor until the test ends, and returns its URL.
func watch(t *testing.T, meter *monitor.Meter, service monitor.Service, database string) string {
	t.Helper()
	m, err := monitor.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- m.Serve(ctx, meter, service, database) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "http://" + m.Address()
}

func ask(t *testing.T, url string) (int, string) {
	t.Helper()
	client := http.Client{Timeout: time.Minute}
	response, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

func TestHealth(t *testing.T) {
	sick := errors.New("/secret/path.db: input/output error")
	for _, c := range []struct {
		name            string
		patient         patient
		healthy, ready  int
		health, missing string
	}{
		{"well", patient{status: service.Status{Workers: 2, Gateways: map[bot.Platform]bool{"discord": true}}}, 200, 200, "ok", "ok, workers: 2"},
		{"alone", patient{}, 200, 200, "ok", "ok"},
		{"offline", patient{status: service.Status{Gateways: map[bot.Platform]bool{"discord": false, "matrix": true}}}, 200, 503, "ok", "discord is not connected"},
		{"stuck", patient{status: service.Status{Idle: time.Hour}}, 503, 503, "nothing for 1h0m0s", "nothing for"},
		{"standing by", patient{err: monitor.ErrStandsBy}, 200, 503, "ok", "stands by"},
		{"away", patient{err: fmt.Errorf("%w: %w", bot.ErrAway, sick)}, 200, 503, "ok", "cannot be reached"},
		{"sick", patient{err: sick}, 503, 503, "cannot be read", "cannot be read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			url := watch(t, monitor.NewMeter(), &c.patient, "")
			for path, want := range map[string]struct {
				code int
				text string
			}{"/healthz": {c.healthy, c.health}, "/readyz": {c.ready, c.missing}, "/": {404, ""}, "/debug/pprof/": {404, ""}} {
				code, text := ask(t, url+path)
				if code != want.code || !strings.Contains(text, want.text) || strings.Contains(text, "secret") {
					t.Errorf("%s: %d %q, want %d %q", path, code, text, want.code, want.text)
				}
			}
		})
	}
}

func TestMetrics(t *testing.T) {
	database := filepath.Join(t.TempDir(), "x.db")
	if err := os.WriteFile(database, make([]byte, 1234), 0o600); err != nil {
		t.Fatal(err)
	}
	meter := monitor.NewMeter()
	service := &patient{status: service.Status{
		Idle: 3 * time.Second, Lag: time.Minute, Waiting: 5, Running: 4, Workers: 2,
		Outbox:   map[bot.Platform]outbox.Backlog{"matrix": {Depth: 7, Age: 90 * time.Second}},
		Gateways: map[bot.Platform]bool{"matrix": false, "discord": true}, Problems: map[bot.Platform]string{"matrix": "not signed"},
	}}
	url := watch(t, meter, service, database)
	meter.Handled("move", "done", 4*time.Millisecond)
	meter.Handled("move", "illegal move", time.Millisecond)
	meter.Delivered("matrix", false)
	meter.Drew("film", 3*time.Second)
	meter.Searched("move", 2*time.Second)
	code, text := ask(t, url+"/metrics")
	for _, want := range []string{
		`raumbot_commands_total{command="move",outcome="done"} 1`, `raumbot_commands_total{command="move",outcome="illegal move"} 1`,
		`raumbot_command_seconds_bucket{le="0.005"} 2`, `raumbot_command_seconds_bucket{le="0.002"} 1`,
		`raumbot_deliveries_total{ok="false",platform="matrix"} 1`, `raumbot_picture_seconds_sum{kind="film"} 3`,
		`raumbot_store_ok 1`, `raumbot_idle_seconds 3`, `raumbot_due_lag_seconds 60`, `raumbot_database_bytes 1234`,
		`raumbot_outbox_messages{platform="matrix"} 7`, `raumbot_outbox_age_seconds{platform="matrix"} 90`,
		`raumbot_gateway_connected{platform="discord"} 1`, `raumbot_gateway_connected{platform="matrix"} 0`, `raumbot_gateway_problem{platform="matrix"} 1`,
		`raumbot_searches_waiting 5`, `raumbot_searches_running 4`, `raumbot_workers 2`, `raumbot_searches_seconds_sum{purpose="move"} 2`,
		`go_goroutines `,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in the metrics", want)
		}
	}
	if code != 200 || t.Failed() {
		t.Errorf("%d\n%s", code, text)
	}
	problems, err := promlint.New(strings.NewReader(text)).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		if strings.HasPrefix(p.Metric, "raumbot_") {
			t.Errorf("%s: %s", p.Metric, p.Text)
		}
	}

	service.err = errors.New("gone")
	if _, text := ask(t, url+"/metrics"); !strings.Contains(text, "raumbot_store_ok 0") || strings.Contains(text, "raumbot_idle_seconds ") {
		t.Errorf("without a store:\n%s", text)
	}
}

// TestMetricsAreExplained checks that the operator's guide lists all metrics and no others.
func TestMetricsAreExplained(t *testing.T) {
	guide, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	meter := monitor.NewMeter()
	meter.Handled("move", "done", 0)
	meter.Delivered("matrix", true)
	meter.Drew("film", 0)
	meter.Searched("move", 0)
	service := &patient{status: service.Status{Outbox: map[bot.Platform]outbox.Backlog{"matrix": {}}, Gateways: map[bot.Platform]bool{"matrix": true}, Problems: map[bot.Platform]string{"matrix": ""}}}
	_, text := ask(t, watch(t, meter, service, "../../docs/operating.md")+"/metrics")
	told, real := map[string]bool{}, map[string]bool{}
	for _, name := range regexp.MustCompile("`(raumbot_[a-z_]+)").FindAllStringSubmatch(string(guide), -1) {
		told[name[1]] = true
	}
	for _, name := range regexp.MustCompile(`(?m)^# TYPE (raumbot_[a-z_]+)`).FindAllStringSubmatch(text, -1) {
		real[name[1]] = true
		if !told[name[1]] {
			t.Errorf("the guide does not explain %s", name[1])
		}
	}
	for name := range told {
		if !real[name] {
			t.Errorf("the guide explains %s, which there is not", name)
		}
	}
	if len(real) < 10 {
		t.Errorf("there are %d metrics only", len(real))
	}
}

func TestAddress(t *testing.T) {
	for address, ok := range map[string]bool{
		"127.0.0.1:0": true, "localhost:0": true, "127.0.0.2:9464": true, "[::1]:9464": true,
		"0.0.0.0:0": false, ":9464": false, "[::]:9464": false, "192.168.1.5:9464": false, "example.org:9464": false, "9464": false, "": false,
		"127.0.0.1:": false, "127.0.0.1:99999": false, "127.0.0.1:http": false, "127.0.0.1:-1": false,
	} {
		if err := monitor.CheckAddress(address); (err == nil) != ok {
			t.Errorf("%q: %v", address, err)
		}
	}
	if m, err := monitor.Listen("0.0.0.0:0"); err == nil {
		t.Errorf("it listens on %s", m.Address())
	}
	first, err := monitor.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := monitor.Listen(first.Address()); err == nil || !strings.Contains(err.Error(), "cannot listen") {
		t.Errorf("an address that is taken: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := first.Serve(ended, monitor.NewMeter(), &patient{}, ""); err != nil {
		t.Error(err)
	}
}

// TestHostHeader sends requests with foreign Host headers, as a web page could by DNS rebinding.
func TestHostHeader(t *testing.T) {
	url := watch(t, monitor.NewMeter(), &patient{}, "")
	for host, want := range map[string]int{"": 200, "localhost": 200, "127.0.0.1:9464": 200, "[::1]:9464": 200, "evil.example": 421, "evil.example:9464": 421, "127.0.0.1.evil.example": 421, "192.0.2.7": 421} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/healthz", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = host
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("%q: %d, want %d", host, response.StatusCode, want)
		}
	}
}

// Package monitor serves health checks and metrics over HTTP, on an address that
// can only be reached from this machine.
//
//	/healthz   200 while the service runs and its database is readable, else 503: restart it.
//	           Also 200 while the process stands by, or cannot reach the server of its
//	           database, because a restart would help with neither
//	/readyz    200 while it is also connected to every platform, else 503: wait; and 503 with the
//	           reason if something there keeps people from the bot. It also says how many workers
//	           search for the bot
//	/metrics   metrics for Prometheus
//
// The output never names a user, a room or a game.
//
//	meter := monitor.NewMeter()
//	service := service.New(service.Ports{Store: store, Meter: meter})
//	m, err := monitor.Listen("127.0.0.1:9464")
//	...
//	go m.Serve(ctx, meter, service, "raumbot.db")
package monitor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"raumbot/bot"
	"raumbot/bot/service"
)

const (
	// queryTimeout limits the time to read the service's status.
	queryTimeout = 5 * time.Second
	// maxIdle is the longest time between two heartbeats of a healthy service.
	maxIdle = 5 * bot.Heartbeat
	// shutdownTimeout is how long requests in progress may take after the monitor was told to stop.
	shutdownTimeout = 2 * time.Second
)

// ErrStandsBy means that a service has not begun yet: the process is starting, or another process
// has the database.
var ErrStandsBy = errors.New("this process stands by, or starts")

// Monitor is the HTTP server.
type Monitor struct{ listener net.Listener }

// CheckAddress returns an error unless address is a host and a port, such as "127.0.0.1:9464", that
// only this machine can reach: the monitor has no authentication. The error is a sentence for the
// operator.
func CheckAddress(address string) error {
	host, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return fmt.Errorf("the monitor's address is a host and a port, 127.0.0.1:9464, not %q", address)
	}
	if ip, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !ip.IsLoopback()) {
		return fmt.Errorf("the monitor listens on 127.0.0.1, ::1 or localhost alone, not on %q: it has no authentication", host)
	}
	return nil
}

// Listen listens on an address that [CheckAddress] accepts.
func Listen(address string) (*Monitor, error) {
	if err := CheckAddress(address); err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("the monitor cannot listen on %s: %w", address, err)
	}
	return &Monitor{listener}, nil
}

// Address returns the address on which the monitor listens.
func (m *Monitor) Address() string { return m.listener.Addr().String() }

// Serve handles requests until ctx ends. database is the path of the file whose size is reported.
func (m *Monitor) Serve(ctx context.Context, meter *Meter, service Service, database string) error {
	server := &http.Server{
		Handler:           handler(meter, service, database),
		ReadHeaderTimeout: queryTimeout, ReadTimeout: queryTimeout, WriteTimeout: 3 * queryTimeout, IdleTimeout: time.Minute,
		MaxHeaderBytes: 16 << 10,
	}
	var stopping sync.WaitGroup
	stopping.Add(1)
	stop := context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
		defer cancel()
		_ = server.Shutdown(grace) // requests still in progress are cancelled
		stopping.Done()
	})
	err := server.Serve(m.listener)
	if stop() {
		stopping.Done() // ctx has not ended
	}
	stopping.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// handler serves the three endpoints.
func handler(meter *Meter, service Service, database string) http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(meter.commands, meter.latency, meter.deliveries, meter.pictures, meter.searches,
		gauges{service, database}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{MaxRequestsInFlight: 2}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) { answer(w, "ok", health(r.Context(), service)) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		status, err := readiness(r.Context(), service)
		answer(w, fmt.Sprintf("ok, workers: %d", status.Workers), err)
	})
	return refuseRemoteHosts(mux)
}

// refuseRemoteHosts refuses requests whose Host header is not local. By DNS rebinding, a web page
// could make a browser on this machine send such requests.
func refuseRemoteHosts(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = strings.Trim(r.Host, "[]")
		}
		if ip, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !ip.IsLoopback()) {
			http.Error(w, "the monitor is asked under the address where it listens", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// answer answers 200 and a text or, if trouble is not nil, 503 and the error.
func answer(w http.ResponseWriter, text string, trouble error) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if trouble != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprintln(w, trouble)
		return
	}
	fmt.Fprintln(w, text)
}

// health returns an error if the bot needs a restart or the operator's attention.
func health(ctx context.Context, service Service) error {
	_, err := checkStatus(ctx, service)
	if errors.Is(err, ErrStandsBy) || errors.Is(err, bot.ErrAway) {
		return nil
	}
	return err
}

// checkStatus returns the status of the service. Its errors are texts for the operator.
func checkStatus(ctx context.Context, service Service) (service.Status, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	status, err := service.Status(ctx)
	switch {
	case errors.Is(err, ErrStandsBy):
		return status, ErrStandsBy
	case errors.Is(err, bot.ErrAway):
		return status, bot.ErrAway
	case err != nil:
		return status, errors.New("the database cannot be read; the log of the bot says more")
	case status.Idle > maxIdle:
		return status, fmt.Errorf("the service has done nothing for %s", status.Idle.Round(time.Second))
	}
	return status, nil
}

// readiness returns the status of the service, and an error also for platforms that are not
// connected or have a problem.
func readiness(ctx context.Context, service Service) (service.Status, error) {
	status, err := checkStatus(ctx, service)
	if err != nil {
		return status, err
	}
	var missing []error
	for p, connected := range status.Gateways {
		if !connected {
			missing = append(missing, fmt.Errorf("%s is not connected", p))
		}
	}
	for p, problem := range status.Problems {
		if problem != "" {
			missing = append(missing, fmt.Errorf("%s: %s", p, problem))
		}
	}
	return status, errors.Join(missing...)
}

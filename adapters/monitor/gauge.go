package monitor

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"raumbot/bot/service"
)

// The gauges are read from the service at each scrape.
var (
	storeOK      = prometheus.NewDesc("raumbot_store_ok", "Whether the database can be read: 1 or 0.", nil, nil)
	idle         = prometheus.NewDesc("raumbot_idle_seconds", "Time since the service last noted that it runs.", nil, nil)
	lag          = prometheus.NewDesc("raumbot_due_lag_seconds", "For how long the oldest thing that is due (a deadline, a reminder) has waited to be done.", nil, nil)
	outboxDepth  = prometheus.NewDesc("raumbot_outbox_messages", "Messages that wait for delivery.", []string{"platform"}, nil)
	outboxAge    = prometheus.NewDesc("raumbot_outbox_age_seconds", "Age of the oldest message that waits for delivery.", []string{"platform"}, nil)
	gatewayUp    = prometheus.NewDesc("raumbot_gateway_connected", "Whether a platform is connected: 1 or 0.", []string{"platform"}, nil)
	problem      = prometheus.NewDesc("raumbot_gateway_problem", "Whether something keeps people from the bot although a platform is connected: 1 or 0.", []string{"platform"}, nil)
	waiting      = prometheus.NewDesc("raumbot_searches_waiting", "Searches of the engine that wait for a place.", nil, nil)
	running      = prometheus.NewDesc("raumbot_searches_running", "Searches of the engine that have a place.", nil, nil)
	workers      = prometheus.NewDesc("raumbot_workers", "Worker processes that search for the bot.", nil, nil)
	databaseSize = prometheus.NewDesc("raumbot_database_bytes", "Size of the database file.", nil, nil)
)

// gauges reads the gauges at each scrape.
type gauges struct {
	service  Service
	database string // path of the file
}

// Describe implements [prometheus.Collector].
func (g gauges) Describe(all chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{storeOK, idle, lag, outboxDepth, outboxAge, gatewayUp, problem, waiting, running, workers, databaseSize} {
		all <- d
	}
}

// Collect implements [prometheus.Collector].
func (g gauges) Collect(all chan<- prometheus.Metric) {
	put := func(d *prometheus.Desc, value float64, labels ...string) {
		all <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	if info, err := os.Stat(g.database); err == nil {
		put(databaseSize, float64(info.Size()))
	}
	ctx, cancel := context.WithTimeout(context.Background(), queryTimeout)
	defer cancel()
	status, err := g.service.Status(ctx)
	if errors.Is(err, ErrStandsBy) {
		return
	}
	if err != nil {
		put(storeOK, 0)
		return
	}
	put(storeOK, 1)
	put(idle, seconds(status.Idle))
	put(lag, seconds(status.Lag))
	put(waiting, float64(status.Waiting))
	put(running, float64(status.Running))
	put(workers, float64(status.Workers))
	for p, backlog := range status.Outbox {
		put(outboxDepth, float64(backlog.Depth), string(p))
		put(outboxAge, seconds(backlog.Age), string(p))
	}
	for p, connected := range status.Gateways {
		put(gatewayUp, map[bool]float64{true: 1}[connected], string(p))
	}
	for p, text := range status.Problems {
		put(problem, map[bool]float64{true: 1}[text != ""], string(p))
	}
}

func seconds(d time.Duration) float64 { return d.Seconds() }

// Service is the service being monitored: a [service.Service].
type Service interface {
	Status(context.Context) (service.Status, error)
}

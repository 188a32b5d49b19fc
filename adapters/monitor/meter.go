package monitor

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"raumbot/bot"
)

// Meter holds the metrics of a service. It implements [bot.Meter].
type Meter struct {
	commands   *prometheus.CounterVec
	latency    prometheus.Histogram
	deliveries *prometheus.CounterVec
	pictures   *prometheus.HistogramVec
	searches   *prometheus.HistogramVec
}

// NewMeter returns a meter with all counts zero.
func NewMeter() *Meter {
	return &Meter{
		commands: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "raumbot_commands_total", Help: "Requests, by command and what came of them."},
			[]string{"command", "outcome"}),
		latency: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "raumbot_command_seconds", Help: "Time from a request to its committed answer, pictures not included.",
			Buckets: []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5}}),
		deliveries: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "raumbot_deliveries_total", Help: "Attempts to say a message, by platform and success."},
			[]string{"platform", "ok"}),
		pictures: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "raumbot_picture_seconds", Help: "Time to draw a picture, by kind.",
			Buckets: []float64{.005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 20}},
			[]string{"kind"}),
		searches: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "raumbot_searches_seconds", Help: "Time from handing over a search of the engine to its result, by what it is for.",
			Buckets: []float64{.005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 20}},
			[]string{"purpose"}),
	}
}

// Handled implements [bot.Meter].
func (m *Meter) Handled(command, outcome string, took time.Duration) {
	m.commands.WithLabelValues(command, outcome).Inc()
	m.latency.Observe(took.Seconds())
}

// Delivered implements [bot.Meter].
func (m *Meter) Delivered(p bot.Platform, ok bool) {
	m.deliveries.WithLabelValues(string(p), strconv.FormatBool(ok)).Inc()
}

// Drew implements [bot.Meter].
func (m *Meter) Drew(kind string, took time.Duration) {
	m.pictures.WithLabelValues(kind).Observe(took.Seconds())
}

// Searched implements [bot.Meter].
func (m *Meter) Searched(purpose string, took time.Duration) {
	m.searches.WithLabelValues(purpose).Observe(took.Seconds())
}

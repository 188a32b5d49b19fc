package engine

import (
	"context"
	"testing"

	"raumbot/rules"
)

// signature holds the nodes of each variant's bench. After a change of the search or
// the evaluation, measure that it plays better (raumbot engine match), then
// update these from raumbot engine bench.
var signature = map[string]uint64{
	"raumschach":                       6008,
	"stockschach216":                   186556,
	"stockschach512":                   52515,
	"stockchaturanga216":               74074,
	"stockchaturanga512":               77115,
	"blocschach":                       209248,
	"gutenschach":                      310097,
	"octhex146":                        11525,
	"tunnelchess-paired-linepiece":     4429,
	"tunnelchess-paired-everything":    11255,
	"tunnelchess-orders-of-knighthood": 25911,
}

func TestBenchSignature(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		if got := Bench(context.Background(), v); got != signature[v.Name] {
			t.Errorf("%s: %d nodes, not %d", v.Name, got, signature[v.Name])
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, v := range rules.Variants() {
		b.Run(v.Name, func(b *testing.B) {
			e := New(DefaultHash)
			g := rules.NewGame(v)
			var nodes uint64
			for b.Loop() {
				nodes += e.Search(context.Background(), g, Limits{Nodes: 20_000}, nil).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

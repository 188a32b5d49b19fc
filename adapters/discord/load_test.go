package discord_test

import (
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
)

// BenchmarkInteractions has people use commands, completions and buttons in many games, 50 times a
// second, and reports how long Discord waits for the first answer.
//
//	go test -run - -bench Interactions -benchtime 1000x ./adapters/discord
func BenchmarkInteractions(b *testing.B) {
	c := openClub(b, func(c *club) { c.options.Patience, c.options.Log = 0, slog.New(slog.DiscardHandler) })
	thread := c.begin("raumschach")
	card := c.said(in(thread), "Game 1 begins")
	uses := []func() *discordtest.Interaction{
		func() *discordtest.Interaction { return c.Slash(c.alice, thread, "games", nil) },
		func() *discordtest.Interaction { return c.Press(c.bob, card, "Legal moves") },
		func() *discordtest.Interaction {
			return c.Type(c.alice, thread, "move", "move", discordtest.Options{"move": "a"})
		},
		func() *discordtest.Interaction {
			return c.Slash(c.bob, thread, "note", discordtest.Options{"text": "a plan"})
		},
		func() *discordtest.Interaction { return c.Press(c.alice, card, "Move") },
		func() *discordtest.Interaction { return c.Slash(c.alice, c.games, "help", nil) },
	}
	var all []*discordtest.Interaction
	turn := time.NewTicker(time.Second / 50)
	defer turn.Stop()
	for b.Loop() {
		<-turn.C
		all = append(all, uses[len(all)%len(uses)]())
	}
	var took []time.Duration
	for _, i := range all {
		c.Wait("an answer", func() bool { return i.Took > 0 })
		took = append(took, i.Took)
	}
	slices.Sort(took)
	for _, percent := range []int{50, 99} {
		b.ReportMetric(float64(took[(len(took)-1)*percent/100].Microseconds())/1000, fmt.Sprintf("ms-p%d", percent))
	}
	c.Look(func() { b.ReportMetric(float64(c.Requests["429"]), "429s") })
}

// BenchmarkFirstStart starts the bot in 2,000 servers on an empty database. It reports when the
// first command is answered, and how much memory the bot and the simulated Discord take together
// in the first half minute of greeting.
//
//	go test -run - -bench FirstStart -benchtime 1x ./adapters/discord
func BenchmarkFirstStart(b *testing.B) {
	const servers = 2000
	for b.Loop() {
		var began time.Time
		c := openClub(b, func(c *club) {
			for n := range servers {
				c.AddGuild(fmt.Sprint("club ", n)).AddChannel("hall")
			}
			c.Limit, c.Window = 5, 5*time.Second
			c.options.Log = slog.New(slog.DiscardHandler)
			began = time.Now()
		})
		c.done(c.Slash(c.alice, c.games, "games", nil))
		b.ReportMetric(time.Since(began).Seconds(), "s-first-answer")
		most := uint64(0)
		for range 30 {
			time.Sleep(time.Second)
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.Sys-m.HeapReleased)
		}
		b.ReportMetric(float64(most)/(1<<20), "MB")
		c.Look(func() {
			b.ReportMetric(float64(c.Requests["429"]), "429s")
			b.ReportMetric(float64(c.Requests["POST /channels/{channel}/messages"]), "greetings")
		})
		c.stop()
	}
}

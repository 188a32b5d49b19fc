package discord

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime"
	"testing"
)

// aServer returns the GUILD_CREATE of a server with 50 channels, 10 threads and 30 roles, and the
// bot as the only member that is sent.
func aServer(n int) json.RawMessage {
	id := func(kind, i int) string {
		return fmt.Sprint(uint64(1)<<60 + uint64(n)<<22 + uint64(kind)<<12 + uint64(i))
	}
	guild := id(0, 0)
	var channels, threads, roles []any
	for i := range 50 {
		channels = append(channels, map[string]any{
			"id": id(1, i), "type": 0, "name": fmt.Sprint("channel-", i), "topic": "What is talked about here, in a sentence or two.", "position": i, "last_message_id": id(2, i),
			"permission_overwrites": []any{map[string]any{"id": guild, "type": 0, "allow": "0", "deny": "1024"}, map[string]any{"id": id(3, i%30), "type": 0, "allow": "1024", "deny": "0"}},
		})
	}
	for i := range 10 {
		threads = append(threads, map[string]any{"id": id(4, i), "type": 11, "name": fmt.Sprint("Game ", i, ": alice and bob, Raumschach"), "parent_id": id(1, i), "owner_id": "1", "thread_metadata": map[string]any{"archived": false}})
	}
	for i := range 30 {
		roles = append(roles, map[string]any{"id": id(3, i), "name": fmt.Sprint("role ", i), "permissions": "309237746688", "position": i, "color": i})
	}
	roles = append(roles, map[string]any{"id": guild, "name": "@everyone", "permissions": "104324673"})
	text, _ := json.Marshal(map[string]any{ // strings and numbers
		"id": guild, "name": fmt.Sprint("Chess club ", n), "owner_id": "2", "preferred_locale": "en-US", "description": "A club for chess in three dimensions.",
		"channels": channels, "threads": threads, "roles": roles, "member_count": 500,
		"members": []any{map[string]any{"user": map[string]any{"id": "1", "username": "raumbot", "bot": true}, "roles": []string{id(3, 0)}}},
	})
	return text
}

// BenchmarkServers has Discord describe servers, and reports how much memory the state of
// each takes.
func BenchmarkServers(b *testing.B) {
	const servers = 500
	memory := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for b.Loop() {
		d := New(Options{Log: slog.New(slog.DiscardHandler)})
		before := memory()
		for n := range servers {
			d.dispatch("GUILD_CREATE", aServer(n), false, func() {})
		}
		d.running.Wait()
		after := memory()
		if got := len(d.state.Guilds); got != servers {
			b.Fatalf("%d servers are known", got)
		}
		b.ReportMetric(float64(after-before)/servers, "B/server")
	}
}

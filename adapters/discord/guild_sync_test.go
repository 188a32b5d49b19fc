package discord

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// TestGuildSync waits until two connections have described their servers.
func TestGuildSync(t *testing.T) {
	servers := func(ids ...string) (all []*discordgo.Guild) {
		for _, id := range ids {
			all = append(all, &discordgo.Guild{ID: id, Unavailable: true})
		}
		return all
	}
	var g guildSync
	for _, step := range []struct {
		what string
		do   func()
		want bool
	}{
		{"nothing has begun", func() {}, false},
		{"nobody has said anything", func() { g.expect(2) }, false},
		{"one connection has listed its servers", func() { g.list(servers("1", "2")) }, false},
		{"these are described", func() { g.described("1"); g.described("2") }, false},
		{"the other has listed its own", func() { g.list(servers("3")) }, false},
		{"one is described that was not listed", func() { g.described("4") }, false},
		// Server 5 was never unavailable.
		{"all are described", func() { g.list([]*discordgo.Guild{{ID: "5"}}); g.described("3") }, true},
		{"a connection was lost, and lists its servers again", func() { g.list(servers("1", "2")) }, true},
	} {
		if step.do(); g.complete() != step.want {
			t.Errorf("complete is %v when %s", !step.want, step.what)
		}
	}
}

// TestGuildSyncTimeout does not wait for ever for a server in an outage.
func TestGuildSyncTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g guildSync
		g.expect(1)
		g.list([]*discordgo.Guild{{ID: "1", Unavailable: true}})
		time.Sleep(guildSyncTimeout)
		if g.complete() {
			t.Error("complete too early")
		}
		time.Sleep(time.Millisecond)
		if !g.complete() {
			t.Error("waits for ever")
		}
	})
}

package discord

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// TestAcquaintance waits for what two connections have to tell of their servers.
func TestAcquaintance(t *testing.T) {
	servers := func(ids ...string) (all []*discordgo.Guild) {
		for _, id := range ids {
			all = append(all, &discordgo.Guild{ID: id, Unavailable: true})
		}
		return all
	}
	var a acquaintance
	for _, step := range []struct {
		what string
		do   func()
		want bool
	}{
		{"nothing has begun", func() {}, false},
		{"nobody has said anything", func() { a.begin(2) }, false},
		{"one connection has named its servers", func() { a.name(servers("1", "2")) }, false},
		{"these are described", func() { a.describe("1"); a.describe("2") }, false},
		{"the other has named its own", func() { a.name(servers("3")) }, false},
		{"one is described that nobody has named", func() { a.describe("4") }, false},
		{"all are described", func() { a.name([]*discordgo.Guild{{ID: "5"}}); a.describe("3") }, true}, // 5 was never unavailable
		{"a connection was lost, and names its servers again", func() { a.name(servers("1", "2")) }, true},
	} {
		if step.do(); a.complete() != step.want {
			t.Errorf("complete is %v when %s", !step.want, step.what)
		}
	}
}

// TestEnough waits for a server in trouble, and not for ever.
func TestEnough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a acquaintance
		a.begin(1)
		a.name([]*discordgo.Guild{{ID: "1", Unavailable: true}})
		time.Sleep(enough)
		if a.complete() {
			t.Error("complete too early")
		}
		time.Sleep(time.Millisecond)
		if !a.complete() {
			t.Error("waits for ever")
		}
	})
}

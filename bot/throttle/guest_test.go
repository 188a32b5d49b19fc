package throttle

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/command"
)

// TestGuestsShare checks that the limits hold for all guests of an address together: how much they
// ask, and how many games they begin. Others are not affected.
func TestGuestsShare(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	from := func(who int, address string) bot.Request {
		return bot.Request{From: bot.User{UserID: bot.UserID{Platform: bot.Guest, ID: fmt.Sprint(who)}}, Room: bot.RoomID{Platform: "chat", ID: address}, Origin: address}
	}
	for _, c := range []struct {
		said   *command.Command
		limits Limits
		most   int
		every  time.Duration // the time in which one more is admitted
	}{
		{&command.Command{Begins: true}, Limits{User: 1000}, gamesOfGuests, time.Hour / gamesOfGuests},
		{&command.Command{}, Limits{User: 20}, 20, 3 * time.Second},
		{&command.Command{Plays: true}, Limits{Play: 10}, 10, 6 * time.Second},
		{&command.Command{InGame: true}, Limits{Play: 10, Room: 1}, 10, 6 * time.Second},
	} {
		throttle := New(c.limits)
		for n := range c.most {
			if _, err := throttle.Admit(from(n, "a"), c.said, now); err != nil {
				t.Fatalf("%+v: number %d is refused: %v", *c.said, n, err)
			}
		}
		var p *bot.Problem
		if _, err := throttle.Admit(from(-1, "a"), c.said, now); !errors.As(err, &p) || p.Kind != bot.TooOften {
			t.Errorf("%+v: one too many gets %v", *c.said, err)
		}
		for what, r := range map[string]bot.Request{"another address": from(-1, "b"), "a user": {From: bot.User{UserID: bot.UserID{Platform: "chat", ID: "a"}}}} {
			if _, err := throttle.Admit(r, c.said, now); err != nil {
				t.Errorf("%+v: %s is refused: %v", *c.said, what, err)
			}
		}
		if _, err := throttle.Admit(from(-1, "a"), c.said, now.Add(c.every)); err != nil {
			t.Errorf("%+v: later it is still refused: %v", *c.said, err)
		}
	}
}

package discord_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
	"raumbot/bot"
	"raumbot/bot/clocktest"
)

// TestMoveButtonStays makes an offer of each kind in a game, and declines it. After each message of
// the bot, exactly one message of the thread has the button Move, which moves.
func TestMoveButtonStays(t *testing.T) {
	for _, offer := range []struct{ command, said, decline, declined string }{
		{"draw", "offers a draw", "Decline the draw", "declines the draw"},
		{"takeback", "asks to take a move back", "Decline", "declines the takeback"},
		{"abort", "asks to abort", "Play on", "wants to play on"},
	} {
		t.Run(offer.command, func(t *testing.T) {
			c := newClub(t, nil)
			c.begin("raumschach")
			c.done(c.Press(c.bob, c.onlyCard(), "Legal moves"))
			thread := c.gameThread()
			c.done(c.Slash(c.alice, thread, "move", discordtest.Options{"move": "ab2-ab3"}))
			c.said(in(thread), "ab2-ab3")
			c.onlyCard()
			c.done(c.Slash(c.alice, thread, offer.command, nil))
			c.said(in(thread), offer.said)
			c.done(c.Press(c.bob, c.onlyCard(), offer.decline))
			c.said(in(thread), offer.declined)
			card := c.onlyCard()
			if text := c.done(c.Press(c.bob, card, "Move")); !contains(text, []string{"bob alone", "Which piece"}) {
				t.Errorf("Move answers %s", text)
			}
		})
	}
}

// onlyCard returns the message of game 1 that has the button Move, when there is exactly one and
// everything has been delivered.
func (c *club) onlyCard() (card *discordtest.Message) {
	c.t.Helper()
	c.flush()
	c.Look(func() {
		for _, m := range c.thread("1")().Messages {
			if slices.ContainsFunc(m.Buttons, func(b discordtest.Option) bool { return b.Label == "Move" }) {
				if card != nil {
					c.t.Errorf("two messages have the button Move: %s and %s", card.Screen(), m.Screen())
				}
				card = m
			}
		}
	})
	if card == nil {
		c.t.Fatal("no message has the button Move")
	}
	return card
}

// TestAnsweredChallenge ends challenges in every way, in a channel and in private. Nothing that can
// be pressed stays below them, and withdrawing one notifies nobody.
func TestAnsweredChallenge(t *testing.T) {
	t.Parallel()
	ways := map[string]func(*club, *discordtest.Message){
		"accepted": func(c *club, m *discordtest.Message) { c.done(c.Press(c.bob, m, "Accept")) },
		"in words": func(c *club, m *discordtest.Message) {
			c.done(c.Slash(c.bob, c.games, "accept", discordtest.Options{"id": 1}))
		},
		"declined": func(c *club, m *discordtest.Message) { c.done(c.Press(c.bob, m, "Decline")) },
		"withdrawn": func(c *club, m *discordtest.Message) {
			c.done(c.Slash(c.alice, c.games, "cancel", discordtest.Options{"id": 1}))
		},
		"expired": func(c *club, _ *discordtest.Message) { c.later(8 * bot.Day) },
	}
	for way, end := range ways {
		for _, sight := range []string{"", "private"} {
			t.Run(strings.TrimSpace(way+" "+sight), func(t *testing.T) {
				c := newClub(t, func(c *club) { c.clock = clocktest.At(time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)) })
				options := discordtest.Options{"name": c.bob, "variant": "raumschach"}
				where := c.games
				if sight != "" {
					options["sight"], where = sight, c.Private(c.bob)
				}
				c.done(c.Slash(c.alice, c.games, "challenge", options))
				m := c.said(in(where), "alice challenges bob")
				end(c, m)
				c.Wait("the end of the buttons", func() bool { return len(m.Buttons) == 0 })
				if way == "withdrawn" {
					told := c.said(in(where), "withdraws the challenge")
					c.Look(func() {
						if len(told.Pinged) > 0 || !told.Silent {
							t.Errorf("withdrawing notifies: %s", told.JSON)
						}
					})
				}
			})
		}
	}
}

// later lets time pass on the clock of the test while the bot runs, and does what is then due.
func (c *club) later(long time.Duration) {
	c.t.Helper()
	const step = 5 * bot.Heartbeat / 2
	for passed := time.Duration(0); passed < long; passed += step {
		c.clock.(*clocktest.Clock).Advance(step)
		if err := c.service.Beat(context.Background()); err != nil {
			c.t.Fatal(err)
		}
	}
	if err := c.service.Sweep(context.Background()); err != nil {
		c.t.Fatal(err)
	}
}

// TestColours looks at the colours of buttons: what agrees is green, what refuses or gives up is
// red, and one button at most is blurple. At a game's end a rematch comes first, and More offers
// only what is possible, in short words with a description.
func TestColours(t *testing.T) {
	const blurple, grey, green, red = 1, 2, 3, 4
	c := newClub(t, nil)
	styles := func(m *discordtest.Message, want ...int) {
		t.Helper()
		c.Look(func() {
			var got []int
			for _, b := range m.Buttons {
				got = append(got, b.Style)
			}
			if !slices.Equal(got, want) {
				t.Errorf("the styles %v, want %v: %s", got, want, m.Screen())
			}
		})
	}
	c.done(c.Slash(c.alice, c.games, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white"}))
	m := c.said(in(c.games), "alice challenges bob")
	styles(m, green, red)
	c.done(c.Press(c.bob, m, "Accept"))
	c.settled(1)
	card := c.onlyCard()
	styles(card, blurple, grey, grey, grey)
	more := c.Press(c.alice, card, "More")
	c.done(more)
	c.Look(func() {
		for _, o := range more.Answers[0].Menu {
			if len(o.Label) > 25 || o.Detail == "" {
				t.Errorf("More offers %q, %q", o.Label, o.Detail)
			}
			if o.Label == "Claim" || o.Label == "Nudge" || strings.HasPrefix(o.Command, "takeback") || strings.HasPrefix(o.Command, "nudge") {
				t.Errorf("More offers %q, which is not possible", o.Label)
			}
		}
	})
	thread := c.gameThread()
	asked := c.Slash(c.alice, thread, "resign", nil)
	c.done(asked)
	styles(asked.Answers[0], red)
	c.done(c.Slash(c.alice, thread, "draw", nil))
	c.said(in(thread), "offers a draw")
	styles(c.onlyCard(), green, red, grey, grey, grey, grey)
	c.done(c.Press(c.alice, asked.Answers[0], "Resign"))
	over := c.said(in(thread), "resigns")
	c.Look(func() {
		if over.Buttons[0].Label != "Rematch" || over.Buttons[0].Style != blurple {
			t.Errorf("at the end: %s", over.Screen())
		}
	})
}

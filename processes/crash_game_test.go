package processes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"raumbot/adapters/discord/discordtest"
)

// clubGame is a game and its players.
type clubGame struct {
	*clubRun
	number  int
	variant string
	channel *discordtest.Channel
	players [2]*discordtest.User
	moves   []string
	random  *rand.Rand
	last    *discordtest.Interaction // may be delivered again
	asked   *discordtest.Interaction // for the move that is being made; nil if it was asked for by a message
}

// play accepts the challenge and makes the moves, each after the previous one has been seen.
func (g *clubGame) play() {
	g.insist(0, g.accept)
	for n, text := range g.moves {
		late := float64(g.number) / float64(len(g.games)) // not all games go on at the same moment
		g.Wait("the time of a move", func() bool { return float64(n-1)+late <= g.allowed*float64(len(g.moves)) })
		player := g.players[n%2]
		manner := []func(*discordtest.User, string) (answered func() bool){g.bySlash, g.byButton, g.byWords}[(n/2+g.number)%3]
		g.insist(n+1, func() func() bool { return manner(player, text) })
	}
}

// insist makes a request until it is answered, repeating it if it may have been lost or if a
// process asks to wait, and then waits until the ply is seen. A request that was answered otherwise
// is never repeated.
func (g *clubGame) insist(ply int, ask func() (answered func() bool)) {
	seen := func() bool { return len(g.cards()) > ply }
	for tries := 0; ; tries++ {
		losses, done, wait := 0, false, false
		g.Wait("the bot", func() bool { losses = g.losses(); return g.Connected() > 0 })
		if g.Look(func() { done = seen() }); done {
			return
		}
		g.Look(func() {
			if tries > 0 {
				g.again++
			}
		})
		if g.last != nil && g.random.IntN(3) == 0 {
			g.Again(g.last)
			g.Look(func() { g.resent++ })
		}
		g.asked = nil
		answered := ask()
		g.Wait(fmt.Sprintf("ply %d of game %d", ply, g.number), func() bool {
			done, wait = seen() || answered(), g.asksToWait()
			return done || g.losses() != losses
		})
		if done && !wait {
			g.Wait(fmt.Sprintf("ply %d of game %d, which was answered: %s", ply, g.number, g.answer()), seen)
			return
		}
		if wait {
			g.Look(func() { g.told++ })
			time.Sleep(time.Second) // what was asked may have been done
		}
	}
}

// answer returns the last answer.
func (g *clubGame) answer() (text string) {
	g.Look(func() {
		if g.asked != nil && len(g.asked.Answers) > 0 {
			text = g.asked.Answers[0].Screen()
		}
	})
	return text
}

// asksToWait reports whether the last answer says that the database cannot be reached, or that a
// process has ended before it could answer.
func (g *clubGame) asksToWait() bool {
	if g.asked == nil || len(g.asked.Answers) == 0 {
		return false
	}
	text := g.asked.Answers[0].Content
	return strings.Contains(text, "cannot be reached at the moment") || strings.Contains(text, "My answer to this was lost")
}

// invitation returns the message with the challenge, nil if there is none.
func (g *clubGame) invitation() *discordtest.Message {
	for _, m := range g.channel.Messages {
		if len(m.Buttons) > 0 && slices.Contains(m.Pinged, g.players[1].ID) && m.Author == g.Bot {
			return m
		}
	}
	return nil
}

// thread returns the game's newest thread, nil if there is none. Earlier ones are empty.
// The thread's name is in the language of its guild.
func (g *clubGame) thread() (newest *discordtest.Channel) {
	number := fmt.Sprintf(" %d:", g.number)
	for _, c := range g.Channels {
		if c.Parent == g.channel && (strings.HasPrefix(c.Name, "Game"+number) || strings.HasPrefix(c.Name, "Partie"+number)) && (newest == nil || c.ID > newest.ID) {
			newest = c
		}
	}
	return newest
}

// cards returns the messages about the beginning and the moves, without repeats.
func (g *clubGame) cards() (all []*discordtest.Message) {
	thread := g.thread()
	if thread == nil {
		return nil
	}
	known := map[string]bool{}
	for _, m := range thread.Messages {
		if name := nameOf(m); m.Nonce != "" && m.ReplyTo == "" && len(m.Files) > 0 && !known[name] {
			known[name] = true
			all = append(all, m)
		}
	}
	return all
}

// nameOf identifies a message of the bot regardless of its text.
func nameOf(m *discordtest.Message) string {
	return m.Nonce[:max(strings.LastIndexByte(m.Nonce, '-'), 0)]
}

func (g *clubGame) accept() func() bool {
	var m *discordtest.Message
	g.Look(func() { m = g.invitation() })
	if m == nil { // its buttons are gone once it was accepted
		return func() bool { return true }
	}
	return g.use(g.Press(g.players[1], m, m.Buttons[0].Label))
}

// use records an interaction, and returns a function that reports whether it was answered.
func (g *clubGame) use(i *discordtest.Interaction) func() bool {
	g.last, g.asked = i, i
	return func() bool { return i.Done }
}

func (g *clubGame) place() (c *discordtest.Channel) {
	g.Look(func() { c = g.thread() })
	return c
}

func (g *clubGame) bySlash(u *discordtest.User, text string) func() bool {
	return g.use(g.Slash(u, g.place(), "move", discordtest.Options{"move": text + "!"}))
}

// byButton presses the button below the preview of a move, which all players have enabled.
func (g *clubGame) byButton(u *discordtest.User, text string) func() bool {
	losses := 0
	g.Look(func() { losses = g.losses() })
	i := g.Slash(u, g.place(), "move", discordtest.Options{"move": text})
	g.Wait("a preview", func() bool { return i.Done || g.losses() != losses })
	var preview *discordtest.Message
	g.Look(func() {
		if i.Done && len(i.Answers) > 0 {
			if _, ok := i.Answers[0].Button("Play it"); ok {
				preview = i.Answers[0]
			}
		}
	})
	if preview == nil {
		return g.use(i) // the move has been made, or this is not known
	}
	return g.use(g.Press(u, preview, "Play it"))
}

// byWords makes a move by a message, after another that only asks for something, and is answered in
// a direct message.
func (g *clubGame) byWords(u *discordtest.User, text string) func() bool {
	losses, told, thread, private := 0, 0, g.place(), g.Private(u)
	g.Look(func() { losses, told = g.losses(), len(private.Messages) })
	g.Say(u, thread, "<@"+g.Bot.ID+"> games")
	g.Wait("an answer to a question", func() bool { return g.losses() != losses || len(private.Messages) > told })
	g.Say(u, thread, text+"!")
	return func() bool { return false } // the move's own message is yet to appear
}

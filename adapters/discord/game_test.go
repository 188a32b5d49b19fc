package discord_test

import (
	"regexp"
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// ply is a move as a player thinks of it.
type ply struct{ kind, from, to, promotion string }

// whole are complete games of several variants. They are short because one side plays badly.
var whole = map[string]string{
	"raumschach": "Unicorn bb1-cc2, Unicorn dd5-ce4, Queen bc1-de1, Queen dc5-ac2",
	"tunnelchess-paired-linepiece": "Coheir f2-a3, Coheir c7-g6, Queen j1-b3, Emperor g8-c7, Coheir c2-d3, Coheir j7-n6, Queen b3-c2, " +
		"Emperor c7-b6, Queen c2-c5, Emperor b6-a6, Empress f1-f5",
	"stockschach216": "Stockbroker ve2-ve3, Stockbroker wa5-wa4, Stockbroker ve3-we4, Stocknsexton xf6-ye4, Stockbroker we4-wf5, " +
		"Stockbroker vf5-vf4, Stockbroker wf5-ve6=Stockbrook, Stockbrook uf6-ve6, Stocknsexton ue1-ve3, Stockbroker ye5-yd4, Stocknsexton ve3-uf5",
}

var plyForm = regexp.MustCompile(`(\w+) (\w+)-(\w+?)(?:=(\w+))?(?:,|$)`)

func plies(game string) (all []ply) {
	for _, parts := range plyForm.FindAllStringSubmatch(game, -1) {
		all = append(all, ply{parts[1], parts[2], parts[3], parts[4]})
	}
	return all
}

// text is the move as it is typed.
func (p ply) text() string {
	if p.promotion != "" {
		return p.from + "-" + p.to + "=" + p.promotion
	}
	return p.from + "-" + p.to
}

// TestWholeGames plays whole games by slash command, by buttons and menus, and by words in the
// game's thread.
func TestWholeGames(t *testing.T) {
	for variant, game := range whole {
		for manner, play := range map[string]func(*club, *discordtest.User, *discordtest.Message, ply){
			"slash": bySlash, "buttons": byButtons, "text": byText,
		} {
			t.Run(variant+"/"+manner, func(t *testing.T) {
				c := newClub(t, nil)
				c.begin(variant)
				card := c.said(c.thread("1"), "Game 1 begins")
				for i, p := range plies(game) {
					player := []*discordtest.User{c.alice, c.bob}[i%2]
					before := card
					play(c, player, card, p)
					card = c.next(before)
					c.mustBeCard(t, before, card, i == len(plies(game))-1)
				}
				if !strings.Contains(card.Content, "Checkmate!") {
					t.Errorf("the game ends with %s", card.Screen())
				}
			})
		}
	}
}

// next waits for the message of the bot that follows another in its channel.
func (c *club) next(before *discordtest.Message) *discordtest.Message {
	c.t.Helper()
	var found *discordtest.Message
	c.Wait("what follows on "+before.Content, func() bool {
		channel := c.thread("1")()
		seen := false
		for _, m := range channel.Messages {
			if seen && m.Author == c.Bot && len(m.Files) > 0 {
				found = m
			}
			seen = seen || m == before
		}
		return found != nil && len(before.Buttons) == 0
	})
	return found
}

// mustBeCard checks the message that follows a move. It has a picture with a description, and
// buttons while the game goes on; it notifies the player to move; and the message before it has
// lost its buttons.
func (c *club) mustBeCard(t *testing.T, before, card *discordtest.Message, last bool) {
	t.Helper()
	c.Look(func() {
		if len(before.Buttons) > 0 {
			t.Errorf("the old message keeps its buttons: %s", before.Screen())
		}
		switch {
		case len(card.Files) != 1 || card.Files[0].Alt == "" || !strings.HasPrefix(string(card.Files[0].Data), "\x89PNG"):
			t.Errorf("no picture with words in %s", card.Screen())
		case len(card.Pinged) == 0 || len(card.Pinged) > 2:
			t.Errorf("%v are notified", card.Pinged)
		case !last && len(card.Buttons) != 4:
			t.Errorf("the buttons of %s", card.Screen())
		}
	})
}

func bySlash(c *club, u *discordtest.User, card *discordtest.Message, p ply) {
	thread := c.gameThread()
	// The user chooses from the proposals while they type.
	for _, typed := range []string{"", p.kind, p.from, p.from + "-" + p.to} {
		i := c.Type(u, thread, "move", "move", discordtest.Options{"move": typed})
		c.Wait("proposals", func() bool { return i.Done })
		c.Look(func() {
			if len(i.Choices) == 0 || len(i.Choices) > 25 {
				c.t.Errorf("%d proposals for %q", len(i.Choices), typed)
			}
		})
	}
	c.done(c.Slash(u, thread, "move", discordtest.Options{"move": p.text()}))
}

func byText(c *club, u *discordtest.User, card *discordtest.Message, p ply) {
	thread := c.gameThread()
	c.Say(u, thread, p.text())
}

func byButtons(c *club, u *discordtest.User, card *discordtest.Message, p ply) {
	c.done(c.Press(u, c.preview(c.Press(u, card, "Move"), p), "Play it"))
}

// preview chooses a move from the menus that a press of Move has opened. It returns the message
// that shows the move before it is played.
func (c *club) preview(move *discordtest.Interaction, p ply) (m *discordtest.Message) {
	c.t.Helper()
	u := move.User
	c.done(move)
	c.Look(func() { m = move.Answers[0] })
	c.choose(u, m, p.kind+" "+p.from, p.kind+",")
	c.choose(u, m, p.kind+" "+p.from, p.to, "x "+p.to, "Level "+p.to[:1])
	for range 4 { // as many steps as it takes
		if !c.offers(m) {
			break
		}
		c.choose(u, m, "Promote to "+p.promotion, p.to, "x "+p.to, "Level "+p.to[:1])
	}
	return m
}

// offers reports whether a message has a menu.
func (c *club) offers(m *discordtest.Message) (yes bool) {
	c.Look(func() { yes = len(m.Menu) > 0 })
	return yes
}

// choose chooses the first of some labels that is in a menu. It looks through all pages of
// the menu.
func (c *club) choose(u *discordtest.User, m *discordtest.Message, labels ...string) {
	c.t.Helper()
	for range 5 {
		label := ""
		c.Look(func() {
			for _, o := range m.Menu {
				for _, l := range labels {
					if label == "" && (o.Label == l || strings.HasPrefix(o.Label, l+" ") || strings.HasPrefix(o.Label, l+":") || strings.HasSuffix(l, ",") && strings.HasPrefix(o.Label, l)) {
						label = o.Label
					}
				}
			}
			if last := len(m.Menu) - 1; label == "" && last >= 0 && strings.HasPrefix(m.Menu[last].Label, "More") {
				label = m.Menu[last].Label
				labels = append(labels, "")
			}
		})
		if label == "" {
			c.t.Fatalf("none of %q in\n%s", labels, m.Screen())
		}
		c.done(c.Choose(u, m, label))
		if !strings.HasPrefix(label, "More") {
			return
		}
	}
}

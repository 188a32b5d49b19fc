package discord_test

import (
	"fmt"
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// framed waits until a message is shown as a card.
func (c *club) framed(m *discordtest.Message) {
	c.t.Helper()
	c.Wait("a card", func() bool { return m.Card })
}

// TestCardAlone asks for pages that the asker alone sees. They are cards at once, and a button on
// one replaces it by another, or by a line that is no page.
func TestCardAlone(t *testing.T) {
	c := newClub(t, nil)
	i := c.Slash(c.alice, c.games, "help", nil)
	c.done(i)
	var page *discordtest.Message
	c.Look(func() { page = i.Answers[0] })
	c.Look(func() {
		if !page.Card || page.Alone != c.alice || page.Content != "" || len(i.Answers) != 1 {
			t.Errorf("the help is not a card: %s", page.Screen())
		}
		if len(page.Texts) != 2 || !strings.HasPrefix(page.Texts[0], "### Say it in plain words") || strings.Contains(page.Texts[0], "with these:") {
			t.Errorf("the heading and the text of the help are %q", page.Texts)
		}
	})
	c.done(c.Press(c.alice, page, "Playing"))
	c.Look(func() {
		if !strings.Contains(page.Texts[0], "### Playing") || len(page.Texts[1]) < 1000 {
			t.Errorf("the next page is %q", page.Texts)
		}
		page.Buttons = append(page.Buttons, discordtest.Option{Label: "Nonsense", Command: "standings 77"})
	})
	c.done(c.Press(c.alice, page, "Nonsense"))
	c.Look(func() {
		if !page.Card || len(page.Texts) != 1 || !strings.Contains(page.Texts[0], "no tournament") {
			t.Errorf("a line in place of a page: %s", page.Screen())
		}
	})
	line := c.Slash(c.alice, c.games, "tournament standings", discordtest.Options{"id": 77})
	c.done(line)
	c.Look(func() {
		if line.Answers[0].Card {
			t.Errorf("a single line is a card: %s", line.Answers[0].Screen())
		}
	})
}

// TestCardForAll announces a tournament. Its words notify people, and are then framed with the
// picture and the buttons; whom they name stays the same.
func TestCardForAll(t *testing.T) {
	c := newClub(t, nil)
	var posts []string
	c.Look(func() {
		c.Fail = func(route string, body []byte) (int, int) {
			if strings.HasPrefix(route, "POST /channels") || strings.HasPrefix(route, "PATCH /channels") {
				posts = append(posts, route+string(body))
			}
			return 0, 0
		}
	})
	c.announced()
	m := c.said(in(c.games), "announces tournament 1")
	c.framed(m)
	c.Look(func() {
		if m.Alone != nil || m.Content != "" || len(m.Pinged) > 0 || m.Edits != 1 {
			t.Errorf("the card of a tournament: %s", m.Screen())
		}
		if _, ok := m.Button("Join"); !ok {
			t.Errorf("a card without its buttons: %s", m.Screen())
		}
		worded := 0
		for _, p := range posts {
			if strings.HasPrefix(p, "POST") && strings.Contains(p, "announces tournament 1") && strings.Contains(p, `"content":"alice`) {
				worded++
			}
		}
		if worded != 1 {
			t.Errorf("the tournament is announced in words %d times", worded)
		}
	})
	c.done(c.Press(c.bob, m, "Join"))
	entered := c.said(in(c.games), "bob enters tournament 1")
	c.Look(func() {
		if !entered.Silent || entered.Card {
			t.Errorf("an entry makes a sound, or is a card: %s", entered.Screen())
		}
	})
}

// TestCardKeepsPicture asks for a table in words. Its picture is uploaded once, and is in the card
// that replaces the words; if Discord does not take it from the message, it is uploaded again.
func TestCardKeepsPicture(t *testing.T) {
	for want, refuse := range map[int]bool{1: false, 2: true} {
		t.Run(fmt.Sprint(want), func(t *testing.T) {
			c := newClub(t, nil)
			c.announced()
			c.done(c.Slash(c.bob, c.games, "join", discordtest.Options{"id": 1}))
			c.done(c.Slash(c.alice, c.games, "join", discordtest.Options{"id": 1}))
			c.done(c.Slash(c.alice, c.games, "tournament manage", discordtest.Options{"id": 1, "verb": "start"}))
			c.said(in(c.games), "Round 1 of")
			c.flush()
			c.Look(func() {
				c.Uploads = 0
				c.Fail = func(route string, body []byte) (int, int) {
					if refuse && strings.HasPrefix(route, "PATCH /channels/{channel}/messages") && !strings.Contains(string(body), `"id":"0"`) {
						return 400, 50035
					}
					return 0, 0
				}
			})
			c.Say(c.alice, c.games, "<@"+c.Bot.ID+"> crosstable 1")
			m := c.said(in(c.Private(c.alice)), "a table of 2 players")
			c.framed(m)
			c.Look(func() {
				if len(m.Files) != 1 || c.Uploads != want || !strings.Contains(string(m.JSON), "attachment://"+m.Files[0].Name) {
					t.Errorf("%d files were uploaded for %s", c.Uploads, m.Screen())
				}
			})
		})
	}
}

// announced lets alice announce a tournament in the channel.
func (c *club) announced() {
	c.t.Helper()
	c.Change(c.guild, func() { c.guild.Roles[c.alice.ID] |= discordtest.ManageGuild })
	c.done(c.Slash(c.alice, c.games, "tournament create", discordtest.Options{"format": "swiss", "variant": "raumschach", "pace": "3d", "stakes": "casual", "scope": "room", "name": "Cup"}))
	c.done(c.Slash(c.alice, c.games, "tournament manage", discordtest.Options{"id": 1, "verb": "open"}))
}

// TestCardFails lets Discord refuse cards. The words remain, with their buttons, and an answer
// comes in words, in several messages if it is long.
func TestCardFails(t *testing.T) {
	c := newClub(t, nil)
	refused := 0
	c.Look(func() {
		c.Fail = func(_ string, body []byte) (int, int) {
			if strings.Contains(string(body), `"type":17`) {
				refused++
				return 400, 50035
			}
			return 0, 0
		}
	})
	c.announced()
	m := c.said(in(c.games), "announces tournament 1")
	c.Wait("a refused card", func() bool { return refused > 0 })
	c.Look(func() {
		if _, ok := m.Button("Join"); !ok || m.Card || !strings.Contains(m.Content, "alice announces") {
			t.Errorf("where a card is refused remains: %s", m.Screen())
		}
	})
	if said := c.done(c.Slash(c.alice, c.games, "help", nil)); !strings.Contains(said, "Say it in plain words") || strings.Contains(said, "didn't accept") {
		t.Errorf("where a card is refused the help says: %s", said)
	}
	long := c.Slash(c.alice, c.games, "help", discordtest.Options{"command": "challenge"})
	c.Wait("a long page in two messages", func() bool { return len(long.Answers) == 2 })
	c.Look(func() {
		for _, m := range long.Answers {
			if m.Alone != c.alice || m.Card || len(m.Content) < 100 || strings.Contains(m.Content, "didn't accept") {
				t.Errorf("a part of a long page: %s", m.Screen())
			}
		}
	})
}

// TestCardPuzzle shows the puzzle of the day with its picture in a card.
func TestCardPuzzle(t *testing.T) {
	c := newClub(t, nil)
	i := c.Slash(c.alice, c.games, "learn puzzle", discordtest.Options{"variant": "raumschach"})
	c.done(i)
	c.Look(func() {
		m := i.Answers[0]
		if !m.Card || len(m.Files) != 1 || !strings.Contains(fmt.Sprint(m.Texts), "Puzzle") || len(m.Buttons) < 3 {
			t.Errorf("a puzzle: %s", m.Screen())
		}
	})
}

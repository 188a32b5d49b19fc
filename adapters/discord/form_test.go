package discord_test

import (
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestForms fills in the forms of commands that need long texts or several values, and checks
// their effects.
func TestForms(t *testing.T) {
	c := newClub(t, func(c *club) { c.guild.Roles[c.alice.ID] = discordtest.ManageGuild })
	thread := c.begin("raumschach")

	i := c.Slash(c.alice, thread, "note", discordtest.Options{"id": 1})
	if text := c.done(c.Submit(i, map[string]string{"text": "watch\nthe Unicorn"})); !contains(text, []string{"alice alone", "Noted on game 1"}) {
		t.Error(text)
	}
	if text := c.done(c.Slash(c.alice, thread, "notes", nil)); !strings.Contains(text, "the Unicorn") {
		t.Error(text)
	}
	i = c.Slash(c.alice, c.games, "create", nil)
	if text := c.done(c.Submit(i, map[string]string{"format": "swiss", "variant": "raumschach", "name": "Summer Cup"})); !contains(text, []string{"alice alone", "Summer Cup"}) {
		t.Error(text)
	}
	// A person is chosen, and what is rated is ticked.
	i = c.Slash(c.alice, c.games, "challenge", nil)
	c.done(c.Submit(i, map[string]string{"name": c.bob.ID, "variant": "raumschach", "colour": "black", "pace": "3d", "stakes": "true"}))
	c.mustPing(c.said(in(c.games), "alice challenges bob: Raumschach", "Black", "3 days", "rated"), c.bob)
	i = c.Slash(c.alice, c.games, "import", nil)
	if text := c.done(c.Submit(i, map[string]string{"attachment": `[Variant "raumschach"] [White "Cleo"] [Black "Dora"] 1. bb1-cc2 1-0`})); !contains(text, []string{"alice alone", "Game 3"}) {
		t.Error(text)
	}
	i = c.Slash(c.alice, c.games, "room variant", discordtest.Options{"what": "add"})
	if text := c.done(c.Submit(i, map[string]string{"attachment": "no game"})); !contains(text, []string{"alice alone"}) || strings.Contains(text, "attach") {
		t.Error(text)
	}
	i = c.Slash(c.alice, c.games, "import", nil)
	if text := c.done(c.Submit(i, map[string]string{"record": `[Variant "raumschach"] [White "Ada"] [Black "Ben"] 1. bb1-cc2 1-0`})); !contains(text, []string{"alice alone", "Game 4"}) {
		t.Error(text)
	}
	// The values of a form are checked like all others.
	eve := c.AddUser("eve")
	c.guild.Allow("organise", eve)
	i = c.Slash(eve, thread, "adjudicate", discordtest.Options{"id": 1})
	if text := c.done(c.Submit(i, map[string]string{"verdict": "black", "reason": "because"})); !strings.Contains(text, "eve alone") || strings.Contains(text, "Done") {
		t.Error(text)
	}
	c.flush()
	c.Look(func() {
		if n := count(thread, "because"); n > 0 {
			t.Error("a stranger has decided the game")
		}
	})
	// A command with all values opens no form.
	if text := c.done(c.Slash(c.alice, thread, "note", discordtest.Options{"text": "at once"})); !strings.Contains(text, "Noted on game 1") {
		t.Error(text)
	}
}

// TestContextMenus uses the commands in the context menus of users and messages.
func TestContextMenus(t *testing.T) {
	c := newClub(t, nil)
	i := c.Menu(c.alice, c.games, "Challenge to 3D chess", c.bob)
	if text := c.done(c.Submit(i, map[string]string{"variant": "raumschach", "colour": "white", "pace": "3d"})); strings.Contains(text, "wrong") {
		t.Error(text)
	}
	m := c.said(in(c.games), "alice challenges bob", "Raumschach", "3 days")
	c.mustPing(m, c.bob)
	c.done(c.Press(c.bob, m, "Accept"))
	c.settled(1)
	thread := c.gameThread()
	for n, p := range plies(whole["raumschach"])[:2] {
		c.done(c.Slash([]*discordtest.User{c.alice, c.bob}[n], thread, "move", discordtest.Options{"move": p.text()}))
	}
	first := c.said(in(thread), "Game 1 begins")
	moved := c.said(in(thread), "alice plays")
	c.said(in(thread), "bob plays")

	picture := func(i *discordtest.Interaction) (name string) {
		text := c.done(i)
		c.Look(func() {
			if len(i.Answers[0].Files) > 0 {
				name = i.Answers[0].Files[0].Name
			}
		})
		if name == "" {
			t.Error(text)
		}
		return name
	}
	if name := picture(c.Menu(c.bob, thread, "Board at this move", moved)); name != "board-1-1.png" {
		t.Errorf("the board after the first move is %s", name)
	}
	if name := picture(c.Menu(c.bob, thread, "Board at this move", first)); name != "board-1-2.png" {
		t.Errorf("the start is not a move, so the board is as it stands: %s", name)
	}
	if text := c.done(c.Menu(c.alice, thread, "Legal moves", moved)); !contains(text, []string{"alice alone", "legal moves in game 1"}) {
		t.Error(text)
	}
	if text := c.done(c.Menu(c.alice, c.games, "Profile", c.bob)); !strings.Contains(text, "bob") || strings.Contains(text, "wrong") {
		t.Error(text)
	}
	// Other messages and bots have no games.
	said := c.Say(c.alice, thread, "board-1-1.png")
	for _, target := range []*discordtest.Message{said, m} {
		if text := c.done(c.Menu(c.alice, thread, "Legal moves", target)); target == said && !contains(text, []string{"alice alone", "isn't about a game"}) {
			t.Error(text)
		}
	}
	if text := c.done(c.Menu(c.alice, c.games, "Profile", c.Bot)); !contains(text, []string{"alice alone", "The computer plays at levels from 1 to 8"}) {
		t.Error(text)
	}
	i = c.Menu(c.alice, c.games, "Challenge to 3D chess", c.Bot)
	if text := c.done(c.Submit(i, map[string]string{"variant": "raumschach"})); !contains(text, []string{"alice alone", "At which level should the computer play"}) {
		t.Error(text)
	}
}

// TestFormOfUnknownUser has Discord fail while a form is submitted that names a user only by their
// ID. Its author is told so, nobody is challenged, and the same form works later.
func TestFormOfUnknownUser(t *testing.T) {
	fails := true
	c := newClub(t, func(c *club) {
		c.Fail = func(route string, _ []byte) (int, int) {
			if fails && strings.HasPrefix(route, "GET /users/") {
				return 500, 0
			}
			return 0, 0
		}
	})
	i := c.Menu(c.alice, c.games, "Challenge to 3D chess", c.bob)
	if text := c.done(c.Submit(i, map[string]string{"variant": "raumschach"})); !contains(text, []string{"alice alone", "doesn't tell me who that is"}) {
		t.Error(text)
	}
	c.Look(func() {
		fails = false
		if n := count(c.games, "challenges bob"); n != 0 {
			t.Errorf("%d challenges", n)
		}
	})
	c.done(c.Submit(i, map[string]string{"variant": "raumschach"}))
	c.said(in(c.games), "alice challenges bob")
}

// TestFormFields looks at every form as a person sees it. No field is labelled with the name of a
// parameter, games and people are not typed, and everything is within Discord's limits.
func TestFormFields(t *testing.T) {
	c := newClub(t, func(c *club) { c.guild.Roles[c.alice.ID] = discordtest.ManageChannels })
	c.begin("raumschach")
	for command, options := range map[string]discordtest.Options{
		"challenge": nil, "note": nil, "say": nil, "import": nil, "room variant": {"what": "add"}, "adjudicate": {"id": 1}, "create": nil, "tournament newleague": nil,
	} {
		i := c.Slash(c.alice, c.games, command, options)
		c.Wait("the form of "+command, func() bool { return i.Form != nil })
		c.Look(func() {
			if n := len(i.Form.Labels); n == 0 || n > 5 {
				t.Errorf("/%s has %d fields", command, n)
			}
			for _, l := range i.Form.Labels {
				if strings.EqualFold(l.Label, "id") || strings.EqualFold(l.Label, "text") || strings.EqualFold(l.Label, "variant") {
					t.Errorf("/%s asks for %q", command, l.Label)
				}
				if id := l.Component.ID; l.Component.Type == 4 && (id == "id" || id == "name" && !strings.Contains(command, "create") && !strings.Contains(command, "league") || id == "variant" || id == "pace") {
					t.Errorf("/%s has %s typed", command, id)
				}
			}
		})
	}
}

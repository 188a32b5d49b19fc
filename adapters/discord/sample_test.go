package discord_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
	"raumbot/bot/clocktest"
)

var regen = flag.Bool("regen", false, "write the samples of docs/discord anew")

// future is the time of the samples.
var future = time.Date(2030, 1, 5, 12, 0, 0, 0, time.UTC)

// samples is the folder with the samples.
const samples = "../../docs/discord"

// TestSamples makes one message of each kind, and compares them with docs/discord.
func TestSamples(t *testing.T) {
	c := newClub(t, func(c *club) { c.clock = clocktest.At(future) })
	s := sampler{club: c}
	s.add("greeting", "The bot joins a server.", c.said(in(c.games), "Hello!"))
	c.done(c.Slash(c.alice, c.games, "challenge", discordtest.Options{"name": c.bob, "variant": "raumschach", "colour": "white", "pace": "3d"}))
	invitation := c.said(in(c.games), "alice challenges bob")
	s.add("challenge", "An invitation. Bob, and nobody else, is notified.", invitation)
	s.answer("not-yours", "Somebody else presses Accept; only they see the answer.", c.Press(c.AddUser("eve"), invitation, "Accept"))
	c.done(c.Press(c.bob, invitation, "Accept"))
	c.settled(1)
	card := c.said(c.thread("1"), "Game 1 begins")
	s.add("announcement", "What the channel sees of a game; the thread is below.", c.said(in(c.games), "Game 1: Raumschach"))
	s.add("beginning", "The first message in the game's thread.", card)
	s.answer("legal-moves", "Legal moves.", c.Press(c.bob, card, "Legal moves"))
	s.answer("views", "Views.", c.Press(c.bob, card, "Views"))
	s.answer("more", "More, for a player.", c.Press(c.bob, card, "More"))
	i := c.Press(c.alice, card, "Move")
	s.answer("pick-kind", "Move: which piece?", i)
	var m *discordtest.Message
	c.Look(func() { m = i.Answers[0] })
	c.choose(c.alice, m, "Unicorn,")
	c.choose(c.alice, m, "Unicorn bb1")
	s.add("pick-target", "Move: where does it go? Its targets are marked.", m)
	c.choose(c.alice, m, "cc2")
	s.add("preview", "Move: the move before it is final, for its player alone.", m)
	thread := c.gameThread()
	s.answer("refusal", "A move that cannot be made.", c.Slash(c.alice, thread, "move", discordtest.Options{"move": "bc1-bc4"}))
	c.done(c.Press(c.alice, m, "Play it"))
	s.add("move", "A move, with its picture. Bob is notified, and sees by when to move in his own time.", c.said(c.thread("1"), "alice plays"))
	s.answer("games", "A list, for one alone.", c.Slash(c.bob, thread, "games", nil))
	for n, p := range plies(whole["raumschach"])[1:] {
		c.done(c.Slash([]*discordtest.User{c.bob, c.alice}[n%2], thread, "move", discordtest.Options{"move": p.text()}))
	}
	s.add("checkmate", "The end of a game.", c.said(c.thread("1"), "Checkmate!"))
	s.cards()
	c.Change(c.guild, func() { c.games.Deny = discordtest.CreateThreads | discordtest.AttachFiles })
	s.answer("setup", "/setup, where permissions are missing.", c.Slash(c.alice, c.games, "setup", nil))
	s.write()
}

// cards adds the pages that are shown as cards.
func (s *sampler) cards() {
	s.t.Helper()
	s.answer("help", "The help, a card for one alone.", s.Slash(s.bob, s.games, "help", nil))
	s.answer("profile", "A profile.", s.Slash(s.bob, s.games, "profile", nil))
	s.answer("puzzle", "A puzzle, with moves to choose from.", s.Slash(s.bob, s.games, "learn puzzle", discordtest.Options{"variant": "raumschach"}))
	s.announced()
	m := s.said(in(s.games), "announces tournament 1")
	s.framed(m)
	s.add("tournament", "A tournament is announced: first in words, for notifications, and then framed.", m)
	for _, u := range []*discordtest.User{s.alice, s.bob} {
		s.done(s.Slash(u, s.games, "tournament join", discordtest.Options{"id": 1}))
	}
	s.done(s.Slash(s.alice, s.games, "tournament manage", discordtest.Options{"id": 1, "verb": "start"}))
	s.said(in(s.games), "Round 1")
	s.answer("standings", "The standings of a tournament.", s.Slash(s.bob, s.games, "tournament standings", discordtest.Options{"id": 1}))
}

// sampler collects samples.
type sampler struct {
	*club
	words []string
}

// answer adds the answer to an interaction.
func (s *sampler) answer(name, what string, i *discordtest.Interaction) {
	s.t.Helper()
	s.done(i)
	var m *discordtest.Message
	s.Look(func() { m = i.Answers[0] })
	s.add(name, what, m)
}

// add adds a message: its JSON, a picture of it, and its text.
func (s *sampler) add(name, what string, m *discordtest.Message) {
	s.t.Helper()
	var sent bytes.Buffer
	var screen string
	var picture image.Image
	s.Look(func() {
		if err := json.Indent(&sent, m.JSON, "", "  "); err != nil {
			s.t.Fatal(err)
		}
		sent.WriteByte('\n')
		screen, picture = m.Screen(), s.draw(m)
	})
	s.comparePicture(name+".png", picture)
	s.words = append(s.words, fmt.Sprintf("## %s\n\n%s\n\n![%s](%s.png)\n\nAs sent: [%s.json](%s.json).\n", upper(name), what, what, name, name, name))
	s.compare(name+".json", sent.String())
	if strings.Contains(screen, "went wrong") {
		s.t.Errorf("%s: %s", name, screen)
	}
}

func upper(name string) string {
	name = strings.ReplaceAll(name, "-", " ")
	return strings.ToUpper(name[:1]) + name[1:]
}

// compare compares a file with the expected contents, or writes it.
func (s *sampler) compare(name, want string) {
	s.t.Helper()
	path := filepath.Join(samples, name)
	if *regen {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			s.t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil || string(data) != want {
		s.t.Errorf("%s is not what is sent now (go test ./adapters/discord -run Samples -regen writes it): %v\n%s", path, err, want)
	}
}

// comparePicture compares a file with the expected picture, or writes it.
func (s *sampler) comparePicture(name string, want image.Image) {
	s.t.Helper()
	path := filepath.Join(samples, name)
	if *regen {
		keep(s.t, path, want)
	}
	file, err := os.Open(path)
	if err != nil {
		s.t.Error(err)
		return
	}
	defer file.Close()
	if have, err := png.Decode(file); err != nil || !like(have, want) {
		s.t.Errorf("%s does not show what is sent now (go test ./adapters/discord -run Samples -regen draws it): %v", path, err)
	}
}

// write writes the page that shows the samples.
func (s *sampler) write() {
	s.t.Helper()
	page := "# Messages on Discord\n\nOne of each sort, as the bot sends it and as it looks, drawn after what was sent. Made by `go test ./adapters/discord -run Samples -regen`.\n\n"
	s.compare("README.md", page+strings.Join(s.words, "\n"))
}

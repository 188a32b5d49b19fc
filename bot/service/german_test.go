package service_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestTranscriptsInGerman plays all transcripts among people and in rooms that speak German: everything that
// the bot says must have its translation, and no English and no marks of phrases may be left.
func TestTranscriptsInGerman(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no transcripts", err)
	}
	told := map[string]bool{} // faults are told once
	for _, file := range files {
		if strings.HasPrefix(filepath.Base(file), "language") {
			continue // who speaks what is its very subject
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			g := &germanStage{t: t, told: told}
			g.stage = newStage(t, "")
			g.stage.locale, g.stage.heard = "de", g.judge
			g.stage.missed = func(_, english string) {
				if !strings.Contains(g.typed, letters(english)) { // else a user's reason
					g.fault("there is no German for %q", english)
				}
			}
			g.stage.open()
			g.play(file)
		})
	}
}

// germanStage is where a transcript is played in German.
type germanStage struct {
	t     *testing.T
	stage *stage
	line  string           // that is being played
	words []*regexp.Regexp // what users have said of their own
	typed string           // the letters of all that they have said
	told  map[string]bool
}

func (g *germanStage) fault(format, what string) {
	g.t.Helper()
	if !g.told[what] {
		g.told[what] = true
		g.t.Errorf("%s: "+format, g.line, what)
	}
}

// play plays what people say in a transcript; what the bot says to it there is English.
func (g *germanStage) play(file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		g.t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\n")
		g.line = line
		switch {
		case strings.HasPrefix(line, "@ "):
			if err := g.stage.direct(line[2:]); err != nil {
				g.t.Fatal(err)
			}
		case strings.HasPrefix(line, "bot"), strings.HasPrefix(line, " "), line == "", line[0] == '#':
		case speaker.MatchString(line):
			g.hear(speaker.FindStringSubmatch(line)[5])
			g.stage.say(line)
		}
	}
}

// apart reports whether a character stands between words.
func apart(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// letters returns a text without what stands between its words.
func letters(text string) string { return strings.Join(strings.FieldsFunc(text, apart), "") }

// hear notes what a user says, behind the command: the bot may show it, or the last words of it, cleaned.
func (g *germanStage) hear(text string) {
	g.typed += letters(text) + "|"
	said := strings.FieldsFunc(text, apart)
	for from := 1; from < len(said); from++ {
		if rest := strings.Join(said[from:], `[^\pL\pN]+`); english.MatchString(rest) {
			g.words = append(g.words, regexp.MustCompile(rest))
		}
	}
}

// withoutUsers takes from a text what users have said.
func (g *germanStage) withoutUsers(text string) string {
	for _, words := range g.words {
		text = words.ReplaceAllString(text, "")
	}
	return text
}

// english are words that no German sentence has. Those of users, in quotes and in commands are not looked at.
var (
	english = regexp.MustCompile(`(?i)\b(?:the|you|your|yours|has|have|had|with|without|game|games|of|and|is|are|be|by|for|not|that|this|it|its|from|each|per|days?|hours?|` +
		`who|round|rounds|player|players|wins|draws?|against|there|their|they|which|nobody|moves?|to|White|Black)\b`)
	quoted = regexp.MustCompile("`[^`]*`|“[^”]*”|„[^“]*“|\"[^\"]*\"|<t:[0-9]+>")
)

// names are what looks English and is none: sides of imported games whose players the record does not
// name, a kind of piece, the values of a setting.
var names = strings.NewReplacer("White (Weiß)", "", "Black (Schwarz)", "", "Stockbroker of set ", "", "wins, progressive, black", "", "orders-of-knighthood", "")

// language returns what is known of the language of a user, who may never have said anything.
func (g *germanStage) language(id bot.UserID) (locale string) {
	err := g.stage.store.View(context.Background(), func(tx bot.Tx) error {
		p, err := tx.PlayerOf(id)
		locale = p.Locale
		if errors.Is(err, bot.ErrNotFound) {
			return nil
		}
		return err
	})
	if err != nil {
		g.t.Fatal(err)
	}
	return locale
}

// judge looks for marks and for English in a message.
func (g *germanStage) judge(m bot.Message) {
	if m.Room == (bot.RoomID{}) && g.language(m.To[0].UserID) == "" {
		return // English, for want of anything else
	}
	texts := []string{m.Text, m.Title}
	for _, b := range m.Buttons {
		texts = append(texts, b.Label)
	}
	if m.Menu != nil {
		texts = append(texts, m.Menu.Prompt)
		for _, b := range m.Menu.Options {
			texts = append(texts, b.Label)
		}
	}
	if m.Drawing != nil {
		texts = append(texts, m.Drawing.Alt())
	}
	for _, text := range texts {
		if strings.ContainsAny(text, phrase.Marks) {
			g.fault("marks are left in %q", text)
		}
		plain := names.Replace(quoted.ReplaceAllString(g.withoutUsers(text), ""))
		for line := range strings.Lines(plain) {
			if english.MatchString(line) && !strings.HasPrefix(line, "[") { // the tags of a record are English
				g.fault("English is left in %q", strings.TrimSpace(line))
			}
		}
	}
	if m.File != nil && strings.ContainsAny(m.File.Text, phrase.Marks) {
		g.fault("marks are left in the file %s", m.File.Name)
	}
}

// TestSuggestInGerman types into parameters: what is suggested is read, and found, in one's own language.
func TestSuggestInGerman(t *testing.T) {
	s := newStage(t, "")
	s.locale = "de-AT"
	for _, line := range []string{"alice: challenge bob raumschach white", "bob: accept 1", "carol: challenge alice blocschach black", "alice: help"} {
		s.say(line)
	}
	for _, c := range []struct{ command, param, typed, want string }{
		{"board", "id", "weiß", "Partie 1, Raumschach, alice (Weiß) gegen bob (Schwarz)"},
		{"board", "id", "white", ""},
		{"accept", "id", "", "2: carol, Blocschach, carol spielt Schwarz, ohne Uhr, ungewertet"},
		{"help", "command", "tak", "takeback: Deinen letzten Zug zurückerbitten oder eine solche Bitte beantworten"},
		{"move", "move", "ab2", "Bauer ab2-ab3"},
	} {
		all, err := s.suggest(c.command, c.param, c.typed)
		var labels []string
		for _, suggestion := range all {
			labels = append(labels, suggestion.Label)
		}
		if got := strings.Join(labels, "|"); err != nil || got != c.want {
			t.Errorf("%v: %q %v", c, got, err)
		}
	}
}

// TestPicturesInGerman draws the same board and the same piece in two languages.
func TestPicturesInGerman(t *testing.T) {
	drawn := map[string]string{}
	for _, locale := range []string{"en", "de"} {
		s := newStage(t, "")
		s.locale = locale
		s.heard = func(m bot.Message) {
			if m.Drawing == nil {
				return
			}
			picture, err := m.Drawing.PNG(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, told := range []string{m.Drawing.Alt(), string(picture)} {
				if language, ok := drawn[told]; ok {
					t.Errorf("a picture is the same in %s and %s: %s", language, locale, m.Drawing.Alt())
				}
				drawn[told] = locale
			}
		}
		for _, line := range []string{"alice: piece raumschach pawn", "alice: challenge bob raumschach", "bob: accept"} {
			s.say(line)
		}
	}
	if len(drawn) != 8 {
		t.Errorf("%d texts and pictures, want 8", len(drawn))
	}
}

// TestComplaintInGerman makes sure that a complaint tells its language, so that an adapter adds nothing in another.
func TestComplaintInGerman(t *testing.T) {
	svc := service.New(service.Ports{Store: storage.Memory()})
	for locale, want := range map[string]string{"de-AT": "de", "en-GB": "en", "fr": ""} {
		r := saying("alice", "nonsense")
		r.Locale = locale
		_, err := svc.Handle(t.Context(), r)
		if got := bot.Complain(r, err).Answer[0].Language; got != want {
			t.Errorf("%s: a complaint in %q, not %q", locale, got, want)
		}
	}
}

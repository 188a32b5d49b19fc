package service_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/service"
	"raumbot/render"
	"raumbot/rules"
	"raumbot/storage"
)

// TestTranscriptsInGerman plays half of the transcripts, and all with -long, with German-speaking
// users and rooms: everything that the bot says must be translated, without English left in it.
func TestTranscriptsInGerman(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no transcripts", err)
	}
	told := map[string]bool{} // each fault is reported once
	for i, file := range files {
		if !sampled(i, 2) {
			continue
		}
		if strings.HasPrefix(filepath.Base(file), "language") {
			continue // these transcripts set the languages themselves
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			g := &germanStage{t: t, told: told, people: map[string]bool{}}
			g.stage = newStage(t, "")
			g.stage.locale, g.stage.heard = "de", g.judge
			g.stage.missed = func(_, english string) {
				if !strings.Contains(g.typed, letters(english)) { // otherwise a user has typed it
					g.fault("there is no German for %q", english)
				}
			}
			g.stage.open()
			g.play(file)
		})
	}
}

// germanStage plays a transcript in German.
type germanStage struct {
	t      *testing.T
	stage  *stage
	line   string          // the current line of the transcript
	words  [][]string      // words that users have typed
	people map[string]bool // those who have spoken or are named
	typed  string          // the letters of everything that they have typed
	told   map[string]bool
}

func (g *germanStage) fault(format, what string) {
	g.t.Helper()
	if !g.told[what] {
		g.told[what] = true
		g.t.Errorf("%s: "+format, g.line, what)
	}
}

// play plays the users' lines of a transcript, and ignores the bot's, which are English.
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
			said := speaker.FindStringSubmatch(line)
			g.people[said[1]] = true
			for _, w := range strings.FieldsFunc(said[5], apart) {
				g.people[w] = true
			}
			g.hear(said[5])
			g.stage.say(line)
		}
	}
}

// apart reports whether a character separates words.
func apart(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// letters returns a text without the characters between its words.
func letters(text string) string { return strings.Join(strings.FieldsFunc(text, apart), "") }

// hear records what a user says after the command: the bot may show it, or the last words of it,
// cleaned.
func (g *germanStage) hear(text string) {
	g.typed += letters(text) + "|"
	said := strings.FieldsFunc(text, apart)
	for from := 1; from < len(said); from++ {
		if !slices.ContainsFunc(said[from:], english.MatchString) {
			break
		}
		g.words = append(g.words, said[from:])
	}
}

// withoutUsers removes users' words from a text.
func (g *germanStage) withoutUsers(text string) string {
	for _, words := range g.words {
		text = withoutWords(text, words)
	}
	return text
}

// withoutWords removes some words, with whatever separates them, from a text.
func withoutWords(text string, words []string) string {
	for from := 0; ; {
		at := strings.Index(text[from:], words[0])
		if at < 0 {
			return text
		}
		at += from
		rest, all := text[at:], true
		for i, w := range words {
			begun := rest
			if i > 0 {
				rest = strings.TrimLeftFunc(rest, apart)
			}
			all = all && (i == 0 || len(rest) < len(begun)) && strings.HasPrefix(rest, w)
			rest = strings.TrimPrefix(rest, w)
		}
		if all {
			text, from = text[:at]+rest, at
		} else {
			from = at + 1
		}
	}
}

// english matches words that no German sentence has; quoted matches quotes, commands and times,
// which are not checked.
var (
	english = regexp.MustCompile(`(?i)\b(?:the|you|your|yours|has|have|had|with|without|game|games|of|and|is|are|be|by|for|not|that|this|it|its|from|each|per|days?|hours?|` +
		`who|round|rounds|player|players|wins|draws?|against|there|their|they|which|nobody|moves?|to|White|Black)\b`)
	quoted = regexp.MustCompile("`[^`]*`|“[^”]*”|„[^“]*“|\"[^\"]*\"|<t:[0-9]+>")
)

// names removes what only looks like English: sides of imported games without players' names, a
// kind of piece, the values of a setting.
var names = strings.NewReplacer("White (Weiß)", "", "Black (Schwarz)", "", "Stockbroker of set ", "", "wins, progressive, black", "", "orders-of-knighthood", "")

// pieceNames matches the English names of pieces that have other names in German.
var pieceNames = sync.OnceValue(func() *regexp.Regexp {
	var all []string
	for _, v := range rules.Variants() {
		for i := range v.Kinds[1:] {
			for _, name := range []string{v.Kinds[i+1].Name, v.Kinds[i+1].Plural()} {
				if locale.Translate("de", name) != name && !slices.Contains(all, name) {
					all = append(all, name)
				}
			}
		}
	}
	return regexp.MustCompile(`\b(?:` + strings.Join(all, "|") + `)\b`)
})

// smallBehindStop matches a word in small letters that begins a sentence.
var smallBehindStop = regexp.MustCompile(`[\pL)][.!?] (\p{Ll}[\pL\pN_-]*)`)

// TestPiecesAreGerman looks for English names of pieces in German texts.
func TestPiecesAreGerman(t *testing.T) {
	for english, german := range locale.All()["de"].Texts() {
		if name := pieceNames().FindString(quoted.ReplaceAllString(german, "")); name != "" && name != german {
			t.Errorf("%q says %s in German: %q", english, name, german)
		}
	}
}

// TestMovesAreGerman looks for English names of pieces in the lines that diagrams have below them.
func TestMovesAreGerman(t *testing.T) {
	for _, v := range rules.Variants() {
		for i := range v.Kinds[1:] {
			for _, line := range render.MovementWords(&v.Kinds[i+1], locale.All()["de"].Say) {
				if name := pieceNames().FindString(line); name != "" {
					t.Errorf("%s of %s: %q says %s", v.Kinds[i+1].Name, v.Name, line, name)
				}
			}
		}
	}
}

// language returns the stored locale of a user; empty if they have never said anything.
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

// judge checks a message for English.
func (g *germanStage) judge(m bot.RenderedMessage) {
	if m.Room == (bot.RoomID{}) && g.language(m.To[0].UserID) == "" {
		return // no language is known, so it is in English
	}
	texts := []string{m.Text, m.Title}
	for _, b := range m.Buttons {
		if b.Label != b.Command { // commands are the same in all languages
			texts = append(texts, b.Label)
		}
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
		plain := names.Replace(quoted.ReplaceAllString(g.withoutUsers(text), ""))
		for line := range strings.Lines(plain) {
			if english.MatchString(line) && !strings.HasPrefix(line, "[") { // a record's tags are English
				g.fault("English is left in %q", strings.TrimSpace(line))
			}
			if name := pieceNames().FindString(line); name != "" && !strings.HasPrefix(line, "[") && !strings.HasPrefix(line, "Quelle: ") {
				g.fault("an English piece is in %q", strings.TrimSpace(line))
			}
			for _, begin := range smallBehindStop.FindAllStringSubmatch(line, -1) {
				if !g.people[begin[1]] && !strings.ContainsAny(begin[1], "0123456789") {
					g.fault("a sentence begins in small letters in %q", strings.TrimSpace(line))
				}
			}
		}
	}
}

// TestSuggestInGerman types into parameters: suggestions are found and shown in the user's
// language.
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

// TestPicturesInGerman draws the same board and the same piece in both languages.
func TestPicturesInGerman(t *testing.T) {
	drawn := map[string]string{}
	for _, locale := range []string{"en", "de"} {
		s := newStage(t, "")
		s.locale = locale
		s.heard = func(m bot.RenderedMessage) {
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

// TestComplaintInGerman checks that a refusal names its language, so that adapters add to it in the
// same one.
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

package variants

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"raumbot/bot"
	"raumbot/rules"
	"raumbot/rules/gamefile"
)

// Attached is a game that is attached to a request. It is read before the transaction.
type Attached struct {
	Game     *gamefile.Game
	Text     string
	Rules    string // for a game record: the text of its variant
	Mistakes gamefile.Mistakes
	Problem  *bot.Problem // why there is no game, for reasons other than mistakes in it
}

// Read reads the text of a game that an owner wants to add. known are the other games of the
// same place.
func (l *Library) Read(ctx context.Context, name, text, owner string, known []*rules.Variant) (a Attached, err error) {
	if err := l.reading.Acquire(ctx, 1); err != nil {
		return a, err
	}
	defer l.reading.Release(1)
	g, err := gamefile.ReadWith(name, []byte(text), func(name string) (*rules.Variant, error) {
		for _, v := range known {
			if strings.EqualFold(v.Name, name) {
				return v, nil
			}
		}
		v, err := rules.Find(name)
		if err == nil && v.Local { // a local game of another place
			return nil, fmt.Errorf("there is no game %.40q", name)
		}
		return v, err
	})
	if errors.As(err, &a.Mistakes) {
		return a, nil
	} else if err != nil {
		return a, err
	}
	if a.Mistakes = l.suspects(g, known); len(a.Mistakes) > 0 {
		return a, nil
	}
	pinLocal(g, owner)
	a.Game, a.Text = g, string(g.Text)
	return a, nil
}

// Limits of the texts of local games, in characters.
const (
	maxLocalName  = 30
	maxLocalStory = 8000
)

// odd matches characters that no name in a game needs and that chat platforms read as markup.
var odd = regexp.MustCompile("[^\\pL\\pM\\pN \n\t'’.,()/&+*_=\"…-]|\\pM{3}")

// suspects returns what a game does that only a trusted author may do. Such a game takes the name
// or the rules of another, cannot be named in commands, or has texts with more than plain words.
func (l *Library) suspects(g *gamefile.Game, known []*rules.Variant) (all gamefile.Mistakes) {
	v := g.Variant
	fault := func(key, format string, arguments ...any) { // in English, like all mistakes of files
		all = append(all, g.Mistake(key, fmt.Sprintf(format, arguments...)))
	}
	tooLong := func(key, text string, most int) {
		if n := utf8.RuneCountInString(text); n > most {
			fault(key, "%d characters are too many; the most is %d", n, most)
		}
	}
	tooLong("name", v.Name, maxLocalName)
	tooLong("title", v.Title, bot.MaxTitle)
	tooLong("author", v.Author, bot.MaxTitle)
	tooLong("story", v.Story, maxLocalStory)
	if l.Reserved(v.Name) {
		fault("name", "%q is a word that commands use; choose another", v.Name)
	}
	for _, other := range slices.Concat(rules.Variants(), known) {
		if other.Local && other.Name == v.Name { // the new game replaces it
			continue
		}
		if !other.Local && v.SameRules(other) {
			fault("name", "the rules are those of %s, %s; play it by that name", other.Name, other.Title)
			continue
		}
		for key, mine := range map[string]string{"name": v.Name, "title": v.Title} {
			if look := looks(mine); look == looks(other.Name) || look == looks(other.Title) {
				fault(key, "it looks like %s, %s, which is another game", other.Name, other.Title)
			}
		}
	}
	if bot.PosesAs(v.Title) || bot.PosesAs(v.Author) {
		fault("title", "a game cannot be called as the bot calls somebody")
	}
	for path, text := range g.Texts() {
		switch path {
		case "blurb", "source", "story", "same_as":
			continue
		}
		if strings.HasPrefix(path, "decisions[") {
			continue
		}
		if clean := bot.CleanText(text); odd.MatchString(text) || bot.Unlinked(text) != clean || bot.Visible(strings.ReplaceAll(text, "\t", " ")) != strings.ReplaceAll(text, "\t", " ") {
			fault(path, "only letters, digits, spaces and ' . , ( ) / & + * _ = - are allowed here, and nothing that looks like a link")
		}
	}
	if plies, n := miscounted(g); plies > 0 {
		fault("check.perft", "there are %d sequences of %d plies, not %d", n, plies, g.Perft[plies-1])
	}
	return all.Ordered()
}

// looks returns the look-alike form of a game's name or title, without word separators.
func looks(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -_.,'’()", r) {
			return -1
		}
		return r
	}, bot.Lookalike(name))
}

// maxCounted limits the positions whose moves are generated, for each depth, to verify a file from
// the chat.
const maxCounted = 20_000

// miscounted returns the number of plies of the author's first wrong perft count, and the right
// count, as far as the counts can be verified quickly. It returns zero if none is wrong.
func miscounted(g *gamefile.Game) (plies int, n uint64) {
	for i, want := range g.Perft {
		n, counted := rules.PerftWithin(g.Variant.Start(), i+1, maxCounted)
		if !counted {
			break
		}
		if n != want {
			return i + 1, n
		}
	}
	return 0, 0
}

// Version reads a stored local version.
func (l *Library) Version(f bot.GameFile) (*rules.Variant, error) {
	g, err := gamefile.Read(f.ID, []byte(f.Text))
	if err != nil {
		return nil, err
	}
	pinLocal(g, f.Owner())
	if g.Variant.ID() != f.ID {
		return nil, fmt.Errorf("the text is that of %s", g.Variant.ID())
	}
	g.Variant.RatedAs = f.RatedAs
	return g.Variant, nil
}

// pinLocal makes a game a local one of its owner. The version then depends on the owner, and the
// texts contain no links.
func pinLocal(g *gamefile.Game, owner string) {
	v := g.Variant
	sum := sha256.Sum256([]byte(string(g.Text) + "\x00" + owner))
	v.Version, v.Local = hex.EncodeToString(sum[:6]), true
	v.Blurb, v.Source = strings.TrimSuffix(bot.Unlinked(v.Blurb), "."), strings.TrimSuffix(bot.Unlinked(v.Source), ".")
	paragraphs := strings.Split(v.Story, "\n\n")
	for i := range paragraphs {
		paragraphs[i] = bot.Unlinked(paragraphs[i])
	}
	v.Story = strings.Join(paragraphs, "\n\n")
	for i := range v.Decisions {
		v.Decisions[i] = bot.Unlinked(v.Decisions[i])
	}
}

// maxQuoted is the maximum number of characters of a mistake that a message shows.
const maxQuoted = 300

// Quote returns a mistake as messages show it, shortened and without markup.
func Quote(m gamefile.Mistake) string { return bot.FirstRunes(bot.CleanText(m.String()), maxQuoted) }

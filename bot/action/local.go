package action

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"raumbot/bot"
	"raumbot/rules"
	"raumbot/rules/gamefile"
)

// MostLocal is the maximum number of local games of all places together. Each may need up to 64 MB
// of tables.
const MostLocal = 100

// VersionsKept is the average number of versions that a place may keep of each game, including
// those that are still in use.
const VersionsKept = 5

// attachTime limits how long the download of an attached file may take.
const attachTime = 20 * time.Second

// loadLocal registers the local and imported versions among the stored files, and drops versions
// that are no longer stored.
func (s *Bot) loadLocal(files []bot.GameFile) {
	places, load := map[bot.RoomID][]string{}, map[string]func() (*rules.Variant, error){}
	slices.SortStableFunc(files, func(a, b bot.GameFile) int { return a.Added.Compare(b.Added) })
	for _, f := range files {
		if !f.Local() {
			continue
		}
		load[f.ID] = func() (*rules.Variant, error) {
			v, err := s.ReadLocal(f)
			if err != nil {
				s.Log.Error("a version of a game cannot be read: games by it stand still", "game", f.ID, "because", err)
			}
			return v, err
		}
		rules.AddVersion(f.ID, load[f.ID])
		if !f.Removed && f.Place != (bot.RoomID{}) {
			places[f.Place] = append(places[f.Place], f.ID)
		}
	}
	s.Local.mu.Lock()
	before := s.Local.load
	s.Local.places, s.Local.load = places, load
	s.Local.mu.Unlock()
	for id := range before {
		if load[id] == nil { // perhaps dropped by another process
			rules.DropVersion(id)
		}
	}
}

// ReloadLocal reads the local games again after the transaction and drops some versions, which must
// not be in use.
func ReloadLocal(c *Call, dropped ...string) {
	c.Afterwards(func(ctx context.Context) { c.Bot.reloadLocal(ctx, dropped) })
}

// reloadLocal reads the local games again after a change has been committed, and drops some
// versions.
func (s *Bot) reloadLocal(ctx context.Context, dropped []string) {
	s.Local.reloading.Lock() // the newest reading must be applied last
	defer s.Local.reloading.Unlock()
	files, err := s.storedGames(context.WithoutCancel(ctx))
	if err != nil { // the change has been committed all the same
		s.Log.Error("the games that organisers have added are known as they were until the next change of them, or start", "because", err)
		return
	}
	s.loadLocal(files)
	for _, id := range dropped {
		rules.DropVersion(id)
	}
}

// ReadLocal reads a stored local version.
func (s *Bot) ReadLocal(f bot.GameFile) (*rules.Variant, error) {
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

// Knows returns a problem if a game belongs to another place than that of the request, because no
// play with it can begin here.
func (c *Call) Knows(v *rules.Variant) error {
	if v == nil || !v.Local || slices.Contains(c.Request.Games, v) {
		return nil
	}
	return bot.Problemf(bot.NotAllowed, "%s is a game of another place, or has been removed from it: nothing can be begun by it here. `variants` lists the games that there are.", v.Title)
}

// VariantWord returns a game's name in commands. It includes the version if the game is not known
// in the place of the request.
func VariantWord(c *Call, v *rules.Variant) string {
	if v.Local && !slices.Contains(c.Request.Games, v) {
		return v.ID()
	}
	return v.Name
}

// Variants returns the games that are known in the place of the request.
func (c *Call) Variants() []*rules.Variant { return slices.Concat(rules.Variants(), c.Request.Games) }

// Foreign reports whether a variant is known only in another place.
func Foreign(c *Call, variant string) bool {
	v, err := rules.Find(variant)
	return err == nil && c.Knows(v) != nil
}

// find returns the game with a name, if it is known in the place of the request.
func find(c *Call, name string) (*rules.Variant, error) {
	for _, v := range c.Request.Games {
		if v.Name == name {
			return v, nil
		}
	}
	return rules.Find(name)
}

// Current returns a problem if a variant is a local one that its place has removed or replaced by
// another version.
func Current(c *Call, variant string) error {
	v, err := rules.Find(variant)
	if err != nil || !v.Local {
		return err
	}
	f, err := c.Tx.GameFile(v.ID())
	if err == nil && (f.Removed || f.Place == (bot.RoomID{})) {
		err = bot.Problemf(bot.NotNow, "%s, as it was in that game, is no more among the games of its place. `variant` lists those of a place.", v.Title)
	}
	return err
}

// Use records that something is played by a variant, so that its text is kept.
func Use(c *Call, variant string) error {
	v, err := rules.Find(variant)
	if err != nil || !v.Local {
		return nil
	}
	f, err := c.Tx.GameFile(v.ID())
	if err != nil || f.Used {
		return err
	}
	f.Used = true
	return c.Tx.PutGameFile(f)
}

// Attached is a game that is attached to a request. It is read before the transaction.
type Attached struct {
	Game     *gamefile.Game
	Text     string
	Rules    string // for a game record: the text of its variant
	Mistakes gamefile.Mistakes
	Problem  *bot.Problem // why there is no game, for reasons other than mistakes in it
}

// Download returns the text of an attached file, or a problem if it cannot be downloaded.
func (s *Bot) Download(ctx context.Context, file *bot.Attachment, most int) (string, *bot.Problem) {
	ctx, cancel := context.WithTimeout(ctx, attachTime)
	defer cancel()
	text, err := file.Read(ctx, most)
	switch {
	case errors.Is(err, bot.ErrTooLarge) || len(text) > most:
		return "", bot.Problemf(bot.Misunderstood, "The file is too large: the most is %d kB.", most>>10)
	case err != nil:
		s.Log.Warn("an attached file could not be read", "err", err)
		return "", bot.Problemf(bot.NotNow, "The file could not be fetched from the chat. Try it again in a while.")
	}
	return string(text), nil
}

// ReadGame reads the text of a game that an owner wants to add. known are the other games of the
// same place.
func (s *Bot) ReadGame(ctx context.Context, name, text, owner string, known []*rules.Variant) (a Attached, err error) {
	if err := s.Local.Reading.Acquire(ctx, 1); err != nil {
		return a, err
	}
	defer s.Local.Reading.Release(1)
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
	if a.Mistakes = s.suspects(g, known); len(a.Mistakes) > 0 {
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
func (s *Bot) suspects(g *gamefile.Game, known []*rules.Variant) (all gamefile.Mistakes) {
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
	if s.Table.Taken(v.Name) || s.Talk.Knows(v.Name) {
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

// MostQuotedMistake is the maximum number of characters of a mistake that the message shows.
const MostQuotedMistake = 300

// FirstRunes returns up to n characters of a text.
func FirstRunes(text string, n int) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), n)])
}

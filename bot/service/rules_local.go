package service

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/sync/semaphore"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
	"raumbot/rules/gamefile"
)

// LocalGames says which games the organisers of a place may add from the chat.
type LocalGames struct {
	// Size is the greatest size of a file in bytes; zero means that no game may be added.
	Size int
	// Count is how many games one place has at most.
	Count int
}

// mostLocal is how many games all places have together at most, because each may need up to 64 MB of tables.
const mostLocal = 100

// versionsKept is how many versions of one game a place keeps on average, those included that something is still played by.
const versionsKept = 5

// attachTime limits how long an attached file may take to arrive.
const attachTime = 20 * time.Second

// local holds the games that are known in one place only.
type local struct {
	limits LocalGames
	// reading admits one file at a time, because reading one may take a second and 64 MB.
	reading   *semaphore.Weighted
	reloading sync.Mutex
	mu        sync.RWMutex
	places    map[bot.RoomID][]string // IDs, in the order in which they were added
	load      map[string]func() (*rules.Variant, error)
}

// at returns the games of the widest of some places.
func (l *local) at(places []bot.RoomID) (all []*rules.Variant) {
	if len(places) == 0 {
		return nil
	}
	l.mu.RLock()
	ids, load := l.places[places[len(places)-1]], l.load
	l.mu.RUnlock()
	for _, id := range ids {
		rules.AddVersion(id, load[id]) // in case that another service of this program has dropped it
		if v, err := rules.Find(id); err == nil && !hidden(v) {
			all = append(all, v)
		}
	}
	return all
}

// hidden reports whether a local game cannot be named any more, because the operator has added one of that name.
func hidden(v *rules.Variant) bool {
	other, err := rules.Find(v.Name)
	return err == nil && !other.Local
}

// loadLocal registers the local and imported versions among the stored files.
func (s *Service) loadLocal(files []bot.GameFile) {
	places, load := map[bot.RoomID][]string{}, map[string]func() (*rules.Variant, error){}
	slices.SortStableFunc(files, func(a, b bot.GameFile) int { return a.Added.Compare(b.Added) })
	for _, f := range files {
		if !f.Local() {
			continue
		}
		load[f.ID] = func() (*rules.Variant, error) {
			v, err := s.readLocal(f)
			if err != nil {
				s.log.Error("a version of a game cannot be read: games by it stand still", "game", f.ID, "because", err)
			}
			return v, err
		}
		rules.AddVersion(f.ID, load[f.ID])
		if !f.Removed && f.Place != (bot.RoomID{}) {
			places[f.Place] = append(places[f.Place], f.ID)
		}
	}
	s.local.mu.Lock()
	before := s.local.load
	s.local.places, s.local.load = places, load
	s.local.mu.Unlock()
	for id := range before {
		if load[id] == nil { // dropped by another process, perhaps
			rules.DropVersion(id)
		}
	}
}

// reloadLocal takes up a change of the local games that has been committed.
func (s *Service) reloadLocal(ctx context.Context, dropped []string) {
	s.local.reloading.Lock() // what was read last is taken up last
	defer s.local.reloading.Unlock()
	files, err := s.storedGames(context.WithoutCancel(ctx))
	if err != nil { // the change is made all the same
		s.log.Error("the games that organisers have added are known as they were until the next change of them, or start", "because", err)
		return
	}
	s.loadLocal(files)
	for _, id := range dropped {
		rules.DropVersion(id)
	}
}

// readLocal reads a stored local version.
func (s *Service) readLocal(f bot.GameFile) (*rules.Variant, error) {
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

// pinLocal makes a game a local one of its owner: its version is of its own, and its texts are harmless.
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

// knows returns a problem if a game belongs to another place than that of the request, so that nothing can be begun by it here.
func (c *call) knows(v *rules.Variant) error {
	if v == nil || !v.Local || slices.Contains(c.request.Games, v) {
		return nil
	}
	return bot.Problemf(bot.NotAllowed, "%s is a game of another place, or has been removed from it: nothing can be begun by it here. `variants` lists the games that there are.", v.Title)
}

// variantWord returns a game's name in commands: with its version for a game that is not known in the place of the request.
func (c *call) variantWord(v *rules.Variant) string {
	if v.Local && !slices.Contains(c.request.Games, v) {
		return v.ID()
	}
	return v.Name
}

// variants returns the games that are known in the place of the request.
func (c *call) variants() []*rules.Variant { return slices.Concat(rules.Variants(), c.request.Games) }

// foreign reports whether a variant is known in another place only.
func (c *call) foreign(variant string) bool {
	v, err := rules.Find(variant)
	return err == nil && c.knows(v) != nil
}

// find returns the game with a name that is known in the place of the request.
func (c *call) find(name string) (*rules.Variant, error) {
	for _, v := range c.request.Games {
		if v.Name == name {
			return v, nil
		}
	}
	return rules.Find(name)
}

// current returns a problem if a variant is one that a place had and has no more, or has another version of.
func (c *call) current(variant string) error {
	v, err := rules.Find(variant)
	if err != nil || !v.Local {
		return err
	}
	f, err := c.tx.GameFile(v.ID())
	if err == nil && (f.Removed || f.Place == (bot.RoomID{})) {
		err = bot.Problemf(bot.NotNow, "%s, as it was in that game, is no more among the games of its place. `variant` lists those of a place.", v.Title)
	}
	return err
}

// use notes that something is begun by a game, so that its text is kept.
func (c *call) use(variant string) error {
	v, err := rules.Find(variant)
	if err != nil || !v.Local {
		return nil
	}
	f, err := c.tx.GameFile(v.ID())
	if err != nil || f.Used {
		return err
	}
	f.Used = true
	return c.tx.PutGameFile(f)
}

// attached is a game that a request brings along, read before its transaction.
type attached struct {
	game     *gamefile.Game
	text     string
	rules    string // of a record: the text of its game
	mistakes gamefile.Mistakes
	problem  *bot.Problem // why there is no game, if that is not for mistakes
}

// preparations read what commands need before their transaction, as that may take long.
var preparations = map[string]func(context.Context, *call) error{"variant": prepareVariant, "import": prepareImport}

// download returns the text of an attached file, or else a problem.
func (s *Service) download(ctx context.Context, file *bot.Attachment, most int) (string, *bot.Problem) {
	ctx, cancel := context.WithTimeout(ctx, attachTime)
	defer cancel()
	text, err := file.Read(ctx, most)
	switch {
	case errors.Is(err, bot.ErrTooLarge) || len(text) > most:
		return "", bot.Problemf(bot.Misunderstood, "The file is too large: the most is %d kB.", most>>10)
	case err != nil:
		s.log.Warn("an attached file could not be read", "err", err)
		return "", bot.Problemf(bot.NotNow, "The file could not be fetched from the chat. Try it again in a while.")
	}
	return phrase.Plain(string(text)), nil
}

// readGame reads the text of a game that is to be one of its owner's. known are the other games of the same place.
func (s *Service) readGame(ctx context.Context, name, text, owner string, known []*rules.Variant) (a attached, err error) {
	if err := s.local.reading.Acquire(ctx, 1); err != nil {
		return a, err
	}
	defer s.local.reading.Release(1)
	g, err := gamefile.ReadWith(name, []byte(text), func(name string) (*rules.Variant, error) {
		for _, v := range known {
			if strings.EqualFold(v.Name, name) {
				return v, nil
			}
		}
		v, err := rules.Find(name)
		if err == nil && v.Local { // of another place
			return nil, fmt.Errorf("there is no game %.40q", name)
		}
		return v, err
	})
	if errors.As(err, &a.mistakes) {
		return a, nil
	} else if err != nil {
		return a, err
	}
	if a.mistakes = s.suspects(g, known); len(a.mistakes) > 0 {
		return a, nil
	}
	pinLocal(g, owner)
	a.game, a.text = g, string(g.Text)
	return a, nil
}

// Limits of the texts of local games, in characters.
const (
	maxLocalName  = 30
	maxLocalStory = 8000
)

// odd matches what no name in a game needs, and what chat platforms take for markup.
var odd = regexp.MustCompile("[^\\pL\\pM\\pN \n\t'’.,()/&+*_=\"…-]|\\pM{3}")

// suspects returns what a game does that only one whose author is trusted may do: it takes the name or the rules of another, cannot be named
// in commands, or has texts that are more than words.
func (s *Service) suspects(g *gamefile.Game, known []*rules.Variant) (all gamefile.Mistakes) {
	v := g.Variant
	fault := func(key, format string, arguments ...any) { // in English, as all mistakes of files
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
	if s.commands.Taken(v.Name) {
		fault("name", "%q is a word that commands use; choose another", v.Name)
	}
	for _, other := range slices.Concat(rules.Variants(), known) {
		if other.Local && other.Name == v.Name { // it is replaced
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

// looks returns what a game's name or title looks like, without what separates its words.
func looks(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -_.,'’()", r) {
			return -1
		}
		return r
	}, bot.Lookalike(name))
}

// maxCounted limits the positions whose moves are generated, at each depth, to verify a file from the chat.
const maxCounted = 20_000

// miscounted returns the number of plies of the first of the author's perft counts that is wrong, and the right count, as far as they can
// be counted quickly; zero for none.
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

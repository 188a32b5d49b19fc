package pages

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/play"
)

// Invitation is a challenge that the asker has made or may accept.
type Invitation struct {
	bot.Challenge
	// Mine means that the asker has made the challenge. ToMe means that it is addressed to the
	// asker.
	Mine, ToMe bool
	// Other is the name of the opponent, or "everybody" if the asker's challenge is open. Terms
	// describes the game. Both are in the asker's language.
	Other, Terms string
}

// ViewInvitations returns up to limit challenges: first those from and to the asker, then the
// others that the asker may accept, in the order of the command seek. Strangers and guests do not
// see challenges that were made in rooms.
func (s *Pages) ViewInvitations(ctx context.Context, r bot.Request, limit int) (all []Invitation, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		all = nil
		own, err := ownChallenges(c)
		if err != nil {
			return err
		}
		var seeks []bot.Challenge
		if stranger(c) {
			seeks, err = s.publicSeeks(c, limit)
		} else {
			seeks, err = play.Seeks(c)
		}
		if err != nil {
			return err
		}
		others := slices.DeleteFunc(seeks, func(ch bot.Challenge) bool { return ch.IsFrom(c.Me.ID) })
		for _, ch := range slices.Concat(own, others) {
			if len(all) == limit {
				break
			}
			words := c.ReaderLanguage()
			all = append(all, Invitation{ch, ch.IsFrom(c.Me.ID), ch.IsTo(c.Me.ID), words.Render(ch.OtherName(c.Me.ID)), words.Render(ch.Words())})
		}
		return nil
	})
	return all, err
}

// stranger reports whether the asker has no account, or is a guest. They see the same of others.
func stranger(c *action.Call) bool {
	return c.Request.Room == (bot.RoomID{}) && (c.Me.ID == 0 || c.Me.Guest())
}

// ownChallenges returns the challenges to and from the asker.
func ownChallenges(c *action.Call) ([]bot.Challenge, error) {
	if c.Me.ID == 0 {
		return nil, nil
	}
	all, err := action.Challenges(c)
	return slices.DeleteFunc(all, c.Expired), err
}

const (
	// publicFor is how long the list of public open challenges is cached. Making the list takes
	// many reads, and everybody who opens a public site asks for it.
	publicFor = 2 * time.Second
	// maxPublic is the maximum number of challenges in that list.
	maxPublic = 64
)

// publicSeeks caches the IDs of the first open challenges that strangers may accept. The challenges
// themselves are read every time.
type publicSeeks struct {
	mu    sync.Mutex
	ids   []bot.GameID
	until time.Time
}

// publicSeeks returns up to limit open challenges that a stranger or guest may accept, from others
// than themselves.
func (s *Pages) publicSeeks(c *action.Call, limit int) (all []bot.Challenge, err error) {
	ids, err := s.publicIDs(c)
	for _, id := range ids {
		if err != nil || len(all) == limit {
			break
		}
		ch, missing := c.Tx.Challenge(id)
		if errors.Is(missing, bot.ErrNotFound) {
			continue
		}
		if missing != nil {
			return nil, missing
		}
		unwelcome, unknown := action.Unwelcome(c, ch)
		if err = unknown; !unwelcome && ch.Open() && !c.Expired(ch) && !ch.IsFrom(c.Me.ID) {
			all = append(all, ch)
		}
	}
	return all, err
}

// publicIDs returns the IDs of the open challenges that everybody may accept.
func (s *Pages) publicIDs(c *action.Call) ([]bot.GameID, error) {
	k, now := &s.seeks, s.Clock.Now()
	k.mu.Lock()
	defer k.mu.Unlock()
	if now.Before(k.until) {
		return k.ids, nil
	}
	nobody := *c
	nobody.Me = bot.Player{}
	seeks, err := play.Seeks(&nobody)
	if err != nil {
		return nil, err
	}
	k.ids, k.until = nil, now.Add(publicFor)
	for _, ch := range seeks {
		if ch.From.Room == (bot.RoomID{}) && len(k.ids) < maxPublic {
			k.ids = append(k.ids, ch.ID)
		}
	}
	return k.ids, nil
}

// Person is somebody who is on the site.
type Person struct {
	ID     bot.PlayerID // zero if they have no page
	Name   string       // in the asker's language
	Word   string       // names them in commands; it is not their name if that is Shared with others
	Shared bool
	Me     bool // whether this is the asker
	// Watch is a game of theirs that is being played and that the asker may watch; zero if there is
	// none.
	Watch bot.GameID
}

// gamesOfPerson is how many games of a person are read to find one to watch.
const gamesOfPerson = 5

// maxPeopleRead is how many users are looked up for a list of people.
const maxPeopleRead = 300

// ViewPeople returns up to limit of the users, in their order, as the asker may see them, and the
// number of people after these whom the asker may see, of the first maxPeopleRead users. Strangers
// and guests see nobody, nobody sees guests, and people of whom one has blocked the other do not
// see each other, and those who prefer to be hidden are seen by themselves alone. A user whom the
// bot does not know yet is returned only to people in a room. A person with several accounts is
// returned once.
func (s *Pages) ViewPeople(ctx context.Context, r bot.Request, users []bot.User, limit int) (all []Person, more int, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		all, more = nil, 0
		if stranger(c) {
			return nil
		}
		known := map[bot.PlayerID]bool{}
		for _, u := range users[:min(len(users), maxPeopleRead)] {
			p, err := player(c, u.UserID)
			switch {
			case errors.Is(err, bot.ErrNotFound) && c.Request.Room != (bot.RoomID{}):
				p = bot.Player{Name: u.Name}
			case errors.Is(err, bot.ErrNotFound):
				continue
			case err != nil:
				return err
			case p.Absent() || p.Guest() || known[p.ID] || c.Me.Blocks(p) || p.Blocks(c.Me) || p.Settings.Hidden && p.ID != c.Me.ID:
				continue
			}
			known[p.ID] = p.ID != 0
			if len(all) == limit {
				more++
				continue
			}
			shown := Person{ID: p.ID, Name: c.ReaderLanguage().Render(p.Said()), Word: p.Word(), Shared: p.Word() != p.Name, Me: u.UserID == r.From.UserID || p.ID != 0 && p.ID == c.Me.ID}
			if !shown.Me {
				if shown.Watch, err = watchable(c, p.ID); err != nil {
					return err
				}
			}
			all = append(all, shown)
		}
		return nil
	})
	return all, more, err
}

// player returns the player whom an account belongs to now.
func player(c *action.Call, account bot.UserID) (bot.Player, error) {
	p, err := c.Tx.PlayerOf(account)
	if err != nil {
		return p, err
	}
	return action.CurrentPlayer(c.Tx, p.ID)
}

// watchable returns the newest ongoing game of a player against somebody else than the asker that
// the asker may see, among the last few; zero if there is none.
func watchable(c *action.Call, p bot.PlayerID) (bot.GameID, error) {
	if p == 0 {
		return 0, nil
	}
	games, err := c.Tx.GamesOf(p, false, bot.Page{Limit: gamesOfPerson})
	for _, g := range games {
		if c.MaySee(g) && !g.Study() && !g.Has(c.Me.ID) {
			return g.ID, err
		}
	}
	return 0, err
}

// Ranking is the best players of a game, in the asker's language.
type Ranking struct {
	Variant, Title string // Variant is the name in commands
	Best           []Ranked
}

// Ranked is a player in a ranking.
type Ranked struct {
	ID                  bot.PlayerID
	Name, Rating        string
	Wins, Draws, Losses int
}

// gamesOfRanked is how many games of a player are read to find out whether one is public.
const gamesOfRanked = 50

// ViewRankings returns the best players of each game in which somebody is ranked, up to top of
// each. Strangers and guests see only those of whom one of the newest games is public.
func (s *Pages) ViewRankings(ctx context.Context, r bot.Request, top int) (all []Ranking, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		all = nil
		seen := map[bot.PlayerID]bool{}
		for _, v := range c.Variants() {
			best, err := c.Tx.Leaders(v.RatingID(), top)
			if err != nil {
				return err
			}
			ranking := Ranking{Variant: action.VariantWord(c, v), Title: v.Title}
			for _, r := range best {
				p, err := action.CurrentPlayer(c.Tx, r.Player)
				if err != nil {
					return err
				}
				shown, known := seen[p.ID]
				if !known {
					if shown, err = mayRank(c, p); err != nil {
						return err
					}
					seen[p.ID] = shown
				}
				if shown {
					ranking.Best = append(ranking.Best, Ranked{p.ID, c.ReaderLanguage().Render(p.Said()), r.String(), r.Wins, r.Draws, r.Losses})
				}
			}
			if len(ranking.Best) > 0 {
				all = append(all, ranking)
			}
		}
		return nil
	})
	return all, err
}

// mayRank reports whether a ranking shows a player to the asker.
func mayRank(c *action.Call, p bot.Player) (bool, error) {
	if p.Absent() || p.Guest() {
		return false, nil
	}
	if !stranger(c) {
		return true, nil
	}
	for _, over := range []bool{false, true} {
		games, err := c.Tx.GamesOf(p.ID, over, bot.Page{Limit: gamesOfRanked})
		if err != nil {
			return false, err
		}
		// A guest sees their own games, too, but others do not.
		if slices.ContainsFunc(games, func(g bot.Game) bool { return c.MaySee(g) && !g.Has(c.Me.ID) }) {
			return true, nil
		}
	}
	return false, nil
}

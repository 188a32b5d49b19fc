package season

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/league"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// League is the record of a league.
type League struct {
	ID      int
	Name    string // given by its organiser; empty for that of its game
	Variant string // the ID of the game
	Pace    bot.Pace
	Rated   bool `json:",omitzero"`
	// Scope says who may enter. Those of a room are the people of Home and of Rooms.
	Scope bot.Scope
	// Home is the room where the league was created, and Server the widest place around it.
	Home   bot.RoomID
	Server bot.RoomID   `json:",omitzero"`
	Rooms  []bot.RoomID `json:",omitempty"` // that have accepted an invitation
	Muted  []bot.RoomID `json:",omitempty"` // that get no message of the day
	Invitation
	Organisers []bot.PlayerID
	Made       bot.Moment
	Weeks      int // how long a season lasts
	AtOnce     int // how many games a player has at once
	// Number is that of the last season that has begun, zero before the first. Ends is when it
	// ends or ended, and Running means that it has not been closed.
	Number  int        `json:",omitzero"`
	Ends    bot.Moment `json:",omitzero"`
	Running bool       `json:",omitzero"`
	// Divisions are those of that season, the highest first. Tops are the highest divisions of all
	// seasons that have been closed, the newest last.
	Divisions []bot.TournamentID `json:",omitempty"`
	Tops      []bot.TournamentID `json:",omitempty"`
	// Registration is the tournament that takes entries for the next season, zero if none does.
	// Begins is when that season begins, unless one is running.
	Registration bot.TournamentID `json:",omitzero"`
	Begins       bot.Moment       `json:",omitzero"`
	// Tried is how often the next season has not begun because too few had entered, and Short how
	// many had at the last time.
	Tried, Short int `json:",omitzero"`
	// Told is when the last message of the day was due, and ToldAt when it was sent by the
	// calendar.
	Told   bot.Moment `json:",omitzero"`
	ToldAt time.Time  `json:",omitzero"`
	// Former are the divisions in which players were last.
	Former []Former       `json:",omitempty"`
	Barred []bot.PlayerID `json:",omitempty"` // removed by the organisers in any season
	// Last means that no season follows the one that is running. Over means that the league has
	// ended.
	Last bool `json:",omitzero"`
	Over bool `json:",omitzero"`
	// Halted means that the rooms have been told that the rules of its game cannot be read.
	Halted bool `json:",omitzero"`
	// Listed is the moment under which the league is listed as due.
	Listed bot.Moment `json:",omitzero"`
}

// Invitation lets one more room take part in a league until a moment. Code is empty if there is
// none.
type Invitation struct {
	Code  string     `json:",omitzero"`
	Until bot.Moment `json:",omitzero"`
}

// Former is the division in which a player was last.
type Former struct {
	Player   bot.PlayerID
	Division int
}

// These are the beginnings of the keys under which the package stores its records, as memos of the
// bot. The key of a league continues with its number, and that of a league that is due with a
// moment and its number.
const (
	leagueMemo = "league/of/"
	dueMemo    = "league/due/"
	lastMemo   = "league/last" // the number of the newest league
)

func leagueKey(id int) string { return fmt.Sprintf("%s%010d", leagueMemo, id) }

func dueKey(m bot.Moment, id int) string { return fmt.Sprintf("%s%020d/%d", dueMemo, m, id) }

// load returns a league, or [bot.ErrNotFound].
func load(tx bot.Tx, id int) (*League, error) { return read(tx, leagueKey(id)) }

func read(tx bot.Tx, key string) (*League, error) {
	l := &League{}
	value, err := tx.Memo(action.OwnMemos, key)
	if err == nil {
		err = json.Unmarshal(value, l)
	}
	return l, err
}

// all returns all leagues, the newest first.
func all(tx bot.Tx) (leagues []*League, err error) {
	keys, err := tx.Memos(action.OwnMemos, leagueMemo, 0)
	slices.Reverse(keys)
	for _, key := range keys {
		l, missing := read(tx, key)
		if missing != nil {
			return nil, missing
		}
		leagues = append(leagues, l)
	}
	return leagues, err
}

// current returns the leagues that are not over, the newest first. Each of them is listed as due at
// some moment, so that the others are not read.
func current(tx bot.Tx) ([]*League, error) {
	leagues, err := due(tx, math.MaxInt64, 0)
	slices.SortFunc(leagues, func(a, b *League) int { return cmp.Compare(b.ID, a.ID) })
	return leagues, err
}

// due returns up to limit leagues that need attention at a moment, the earliest first.
func due(tx bot.Tx, now bot.Moment, limit int) (leagues []*League, err error) {
	keys, err := tx.Memos(action.OwnMemos, dueMemo, limit)
	for _, key := range keys {
		moment, id, _ := strings.Cut(strings.TrimPrefix(key, dueMemo), "/")
		at, wrong := strconv.ParseInt(moment, 10, 64)
		number, misread := strconv.Atoi(id)
		if wrong != nil || misread != nil || err != nil {
			return nil, errors.Join(err, wrong, misread)
		}
		if bot.Moment(at) > now {
			break
		}
		l, missing := load(tx, number)
		if missing != nil {
			return nil, missing
		}
		leagues = append(leagues, l)
	}
	return leagues, err
}

// save stores the league, and lists it as due at the moment at which it needs attention next.
func (l *League) save(tx bot.Tx) error {
	var err error
	if next := l.wake(); next != l.Listed {
		if l.Listed != 0 {
			err = tx.PutMemo(action.OwnMemos, dueKey(l.Listed, l.ID), nil)
		}
		if l.Listed = next; next != 0 {
			err = errors.Join(err, tx.PutMemo(action.OwnMemos, dueKey(next, l.ID), []byte{1}))
		}
	}
	value, wrong := json.Marshal(l)
	if err = errors.Join(err, wrong); err != nil {
		return err
	}
	return tx.PutMemo(action.OwnMemos, leagueKey(l.ID), value)
}

// wake returns when the league needs attention next, zero for never.
func (l *League) wake() bot.Moment {
	switch {
	case l.Over:
		return 0
	case l.Running:
		return min(l.Told.Plus(bot.Day), l.Ends)
	}
	return l.Begins
}

// title returns the name of the league for use in a sentence.
func (l *League) title() phrase.Text {
	return phrase.Of("league %d, %s", l.ID, l.name())
}

// name returns the name of the league.
func (l *League) name() phrase.Text { return tournament.LeagueName(l.Name, l.Variant) }

// record returns the record of a tournament of the next season. It takes registrations until it is
// made a division.
func (l *League) record() bot.Tournament {
	t := bot.Tournament{
		Terms: bot.Terms{
			Name: l.Name, System: bot.RoundRobin, Variants: []string{l.Variant}, Pace: l.Pace, Options: play.DefaultOptions(l.Pace), Rated: l.Rated, Scope: l.Scope,
			Least: league.Least, Most: bot.MaxEntrants, BestOf: 1, AtOnce: l.AtOnce, Timeouts: timeouts, TieBreaks: league.TieBreaks(),
		},
		Season: &bot.Season{League: l.ID, Number: l.Number + 1, Rooms: slices.Clone(l.Rooms), Ends: 0},
		Phase:  bot.Entering, Home: l.Home, Server: l.Server, Organisers: slices.Clone(l.Organisers), Barred: slices.Clone(l.Barred),
	}
	t.Sight = bot.Shown
	return t
}

// readable reports whether the rules of the league's game are known. They are not if the record of
// a version is damaged, or was written by a newer program.
func (l *League) readable() bool {
	_, err := rules.Find(l.Variant)
	return err == nil
}

// timeouts is the number of losses on time in a row that removes a player from a season.
const timeouts = 2

// tournaments returns the divisions of the season that has begun last, the highest first.
func (l *League) tournaments(tx bot.Tx) (divisions []*tournament.Tournament, err error) {
	for _, id := range l.Divisions {
		t, missing := action.LoadTournament(tx, id)
		if missing != nil {
			return nil, missing
		}
		divisions = append(divisions, t)
	}
	return divisions, nil
}

// registration returns the tournament that takes entries for the next season, nil if there is none.
func (l *League) registration(tx bot.Tx) (*tournament.Tournament, error) {
	if l.Registration == 0 {
		return nil, nil
	}
	return action.LoadTournament(tx, l.Registration)
}

// begins returns when the next season begins.
func (l *League) begins() bot.Moment {
	if l.Running {
		return l.Ends
	}
	return l.Begins
}

// former returns the division in which a player was last, zero if they have never played.
func (l *League) former(p bot.PlayerID) int {
	at, found := l.formerAt(p)
	if !found {
		return 0
	}
	return l.Former[at].Division
}

func (l *League) formerAt(p bot.PlayerID) (int, bool) {
	return slices.BinarySearchFunc(l.Former, p, func(f Former, p bot.PlayerID) int { return cmp.Compare(f.Player, p) })
}

// setFormer records the division in which a player was last. It removes the player if that is zero.
func (l *League) setFormer(p bot.PlayerID, division int) {
	at, found := l.formerAt(p)
	switch {
	case !found && division != 0:
		l.Former = slices.Insert(l.Former, at, Former{p, division})
	case found && division == 0:
		l.Former = slices.Delete(l.Former, at, at+1)
	case found:
		l.Former[at].Division = division
	}
}

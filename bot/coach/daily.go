package coach

import (
	"cmp"
	"errors"
	"math"
	"reflect"
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/daily"
	"raumbot/bot/phrase"
	"raumbot/bot/puzzle"
)

// nextDaily gives a room the puzzle of the day, after the solution of the previous one. If the
// previous puzzle has not been delivered yet, it only plans the next time.
func nextDaily(c *action.Call, r bot.Room) error {
	zone, err := dailyZone(c, r)
	if err != nil {
		return err
	}
	d := *r.Puzzle
	if d.Posted != 0 {
		waits, err := waitsInOutbox(c, r.ID.Address(), d.Posted)
		if waits || err != nil {
			d.Plan(c.Uptime.Beat, zone)
			if r.Puzzle = &d; d.Ended {
				r.Puzzle = nil
			}
			return errors.Join(err, c.Tx.PutRoom(r))
		}
	}
	told, err := dailySolution(c, r)
	if err != nil {
		return err
	}
	if d.Ended {
		r.Puzzle = nil
		return errors.Join(c.Enqueue(told), c.Tx.PutRoom(r))
	}
	next, p, err := dailyPost(c, r)
	if err != nil {
		return err
	}
	all := append(told, next)
	if err := c.Enqueue(all); err != nil {
		return err
	}
	d.ID, d.Day, d.Posted = "", daily.Of(c.Uptime.Beat), 0
	if p != nil {
		d.ID, d.Posted = p.ID, all[len(all)-1].ID
	}
	d.Plan(c.Uptime.Beat, zone)
	r.Puzzle = &d
	return c.Tx.PutRoom(r)
}

// dailyPost returns the message with a room's puzzle of the day. The puzzle is nil if there is
// none, or if its solution would help somebody in an ongoing game.
func dailyPost(c *action.Call, r bot.Room) (bot.Message, *puzzle.Puzzle, error) {
	p, ok, err := puzzleOfDay(c, r.Puzzle.Variant)
	if ok && err == nil {
		if err = solvable(c, p); isContested(err) {
			ok, err = false, nil
		}
	}
	if err != nil {
		return bot.Message{}, nil, err
	}
	if !ok {
		return r.ID.Address().Message(phrase.Of("There is no puzzle of the day: people are playing from its position, or one much like it. The next one comes tomorrow.")), nil, nil
	}
	game, err := p.Game(0)
	if err != nil {
		return bot.Message{}, nil, err
	}
	rated, err := ratingOfPuzzle(c, p)
	if err != nil {
		return bot.Message{}, nil, err
	}
	turn := game.Position().Turn()
	m := r.ID.Address().Message(phrase.Of("The puzzle of the day is %s, rated %d.", p.ID, int(math.Round(rated.Value)))+" "+puzzleTask(c, p, turn)+"\n"+
		phrase.Of("`puzzle %s`, said here, opens it for you alone. Answer me in private: everybody can read what is written here. It is the same everywhere, and counts until %s. The solution comes after that.",
			p.ID, bot.Timestamp(dayEnds(c))),
		bot.Button{Label: phrase.Of("Solve it"), Command: action.CommandText("puzzle", p.ID)})
	m.Picture, m.Card = puzzlePicture(game), true
	m.Picture.Side = turn
	return m, p, nil
}

// dayEnds returns the time when the current day ends.
func dayEnds(c *action.Call) time.Time { return (daily.Of(c.Uptime.Beat) + 1).Begins() }

// maxSolvers is how many of the solvers of a puzzle are named.
const maxSolvers = 20

// dailySolution returns messages with the solution of a room's last puzzle, as a spoiler, and with
// its solvers. It returns nil if the room has had no puzzle, or if the day of the puzzle is not
// over.
func dailySolution(c *action.Call, r bot.Room) ([]bot.Message, error) {
	p, ok := puzzle.Find(r.Puzzle.ID)
	if !ok || r.Puzzle.Day >= daily.Of(c.Uptime.Beat) {
		return nil, nil
	}
	text := phrase.Of("The solution of %s: %s.", p.ID, bot.Spoiler(lineTexts(p.Line)))
	if err := solvable(c, p); isContested(err) {
		text = phrase.Of("The solution of %s stays secret, because people are playing from its position, or one much like it, in an ongoing game.", p.ID)
	} else if err != nil {
		return nil, err
	}
	first, later, err := dailySolvers(c, r)
	if err != nil {
		return nil, err
	}
	if len(first) > 0 {
		text += " " + phrase.Of("Solved at the first try by %s.", bot.Listing(solverNames(first)))
	}
	if len(later) > 0 {
		text += " " + phrase.Of("Solved by %s.", bot.Listing(solverNames(later)))
	}
	if len(first)+len(later) == 0 {
		text += " " + phrase.Of("Nobody here has solved it.")
	}
	m := r.ID.Address().Message(text)
	m.Card, m.Silent = true, true // the message with the next puzzle, which follows, notifies
	return []bot.Message{m}, nil
}

// dailySolvers returns the players who solved a room's last puzzle there on its day: those who
// needed one try, and those who needed more, each in the order in which they solved it.
func dailySolvers(c *action.Call, r bot.Room) (first, later []bot.Player, err error) {
	day := r.Puzzle.Day
	all, err := c.Tx.DailySolvers(daily.Days{From: day, Through: day})
	solvedAt := func(p bot.Player) bot.Moment {
		result := p.Puzzles.Days.On(day)
		return result.Opened.Plus(result.Took)
	}
	slices.SortStableFunc(all, func(a, b bot.Player) int { return cmp.Compare(solvedAt(a), solvedAt(b)) })
	place := slices.Concat([]bot.RoomID{r.ID}, r.Puzzle.Within)[len(r.Puzzle.Within)]
	for _, p := range all {
		switch result := p.Puzzles.Days.On(day); {
		case result.ID != r.Puzzle.ID || result.Place != place:
		case result.Tries() == 1:
			first = append(first, p)
		default:
			later = append(later, p)
		}
	}
	return first, later, err
}

// solverNames names the first maxSolvers of some players, and says how many more there are.
func solverNames(players []bot.Player) (names []phrase.Text) {
	for _, p := range players[:min(maxSolvers, len(players))] {
		names = append(names, p.Said())
	}
	if more := len(players) - maxSolvers; more > 0 {
		names = append(names, phrase.Of("%d more", more))
	}
	return names
}

// endDaily ends the puzzles of a room that no longer exists.
func endDaily(tx bot.Tx, id bot.RoomID) error {
	r, err := tx.Room(id)
	if errors.Is(err, bot.ErrNotFound) || err == nil && r.Puzzle == nil {
		return nil
	}
	if err != nil {
		return err
	}
	r.Puzzle = nil
	return tx.PutRoom(r)
}

// moveDaily moves a room's puzzles, with its other settings, to the room that replaces it, if
// that has no settings yet. Otherwise the puzzles end. They also end if a thread is replaced by
// its channel, which has not asked for them.
func moveDaily(tx bot.Tx, from, to bot.RoomID) error {
	if to == (bot.RoomID{}) {
		return endDaily(tx, from)
	}
	r, err := tx.Room(from)
	if errors.Is(err, bot.ErrNotFound) || err == nil && r.Puzzle == nil {
		return nil
	}
	if err != nil {
		return err
	}
	next, err := tx.Room(to)
	if err != nil && !errors.Is(err, bot.ErrNotFound) {
		return err
	}
	next.ID, next.Locale, next.Organisers = bot.RoomID{}, "", nil
	if reflect.DeepEqual(next, bot.Room{}) && !slices.Contains(r.Puzzle.Within, to) {
		moved := r
		moved.ID = to
		if err := tx.PutRoom(moved); err != nil {
			return err
		}
	}
	return endDaily(tx, from)
}

// duePuzzles chooses the puzzles of a new day, and posts puzzles and solutions in the rooms where
// they are due.
func duePuzzles(b *action.Batch) error {
	if err := storeDailies(b.Call); err != nil {
		return err
	}
	puzzles := func(limit int) ([]bot.Room, error) { return b.Tx.DuePuzzles(b.Uptime.Beat, limit) }
	return action.EachDue(b, puzzles, func(r bot.Room) any { return r.ID }, "puzzle", func(r bot.Room) error { return nextDaily(b.Call, r) })
}

package service

import (
	"cmp"
	"errors"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/puzzle"
	"raumbot/rules"
)

// The puzzle that a room gets every day, and its solution, which comes with the next one.

var dailyTime = regexp.MustCompile(`^([0-9]{1,2}):([0-9]{2})$`)

// readDaily reads when puzzles shall come, and of which game: "18:00", "18:00 Berlin", "18:00 raumschach", "18:00 new york raumschach".
func readDaily(text string) (d bot.DailyPuzzle, err error) {
	words := strings.Fields(text)
	parts := dailyTime.FindStringSubmatch(words[0])
	if parts == nil {
		return d, noDaily()
	}
	hour, _ := strconv.Atoi(parts[1])
	minute, _ := strconv.Atoi(parts[2])
	if hour > 23 || minute > 59 {
		return d, noDaily()
	}
	d.Minute = 60*hour + minute
	var rest []string
	if d.Zone, rest = cutDailyZone(words[1:]); len(rest) == 0 {
		return d, nil
	}
	v, err := command.FindVariant(strings.Join(rest, " "))
	switch {
	case err != nil && d.Zone == "":
		return d, noZoneOrGame(rest, err)
	case err != nil:
		return d, err
	case len(puzzle.Of(v.Name)) == 0:
		return d, bot.Problemf(bot.Unknown, "There are no puzzles of %s. `puzzle raumschach` has some.", v.Title)
	}
	d.Variant = v.Name
	return d, nil
}

func noDaily() error {
	return bot.Problemf(bot.Misunderstood, "Give a time of day from 0:00 to 23:59: `room puzzle 18:00`. You can add a time zone and a game: `room puzzle 18:00 Berlin raumschach`. `room puzzle off` ends the puzzles.")
}

// cutDailyZone cuts the name of a zone, the longest that there is, off the beginning or the end of some words.
func cutDailyZone(words []string) (zone string, rest []string) {
	for n := len(words); n > 0; n-- {
		if zone, ok := bot.ParseZone(strings.Join(words[:n], " ")); ok {
			return zone, words[n:]
		}
		if zone, ok := bot.ParseZone(strings.Join(words[len(words)-n:], " ")); ok {
			return zone, words[:len(words)-n]
		}
	}
	return "", words
}

// noZoneOrGame says which of some words are wrong: a time zone if they end with a game or look like one, else perhaps the game, of which err
// says that there is none.
func noZoneOrGame(words []string, err error) error {
	if strings.ContainsAny(words[0], "+/") || words[0][0] == '-' {
		return bot.NoZone(words[0])
	}
	for n := 1; n < len(words); n++ {
		if _, err := command.FindVariant(strings.Join(words[n:], " ")); err == nil {
			return bot.NoZone(strings.Join(words[:n], " "))
		}
	}
	if p := (*bot.Problem)(nil); errors.As(err, &p) && p.Kind == bot.Unknown {
		return bot.Problemf(bot.Unknown, "%s It isn't a time zone either. Name one like `Europe/Berlin`, a large city, or `UTC+2`.", p.Text)
	}
	return err
}

// setDaily changes when a room gets its puzzles, as the command says. The puzzle that it has, if before has one, stays open.
func (c *call) setDaily(r *bot.Room, before *bot.DailyPuzzle) error {
	value := c.args.Word("puzzle")
	if strings.EqualFold(strings.TrimSpace(value), "off") {
		r.Puzzle = nil
		return nil
	}
	d, err := readDaily(value)
	if err != nil {
		return err
	}
	d.Within = c.request.Within
	if before != nil {
		d.ID, d.Came, d.Posted, d.Solvers, d.Next = before.ID, before.Came, before.Posted, before.Solvers, before.Next
	}
	r.Puzzle = &d
	zone, err := c.dailyZone(*r)
	d.Plan(c.uptime.Beat, zone)
	return err
}

// dailyZone returns the zone by whose clocks a room gets its puzzles.
func (c *call) dailyZone(r bot.Room) (string, error) {
	if zone := cmp.Or(r.Puzzle.Zone, r.Zone); zone != "" {
		return zone, nil
	}
	around, err := decided(c.tx, r.Puzzle.Within)
	return around.Zone, err
}

// retimeDaily computes again when puzzles come whose zone is that of a place: its own ones, and those of what it contains. One that is due
// already comes.
func (c *call) retimeDaily(place bot.RoomID) error {
	all, err := c.tx.DuePuzzles(c.uptime.Beat.AddDate(1, 0, 0), 0)
	if err != nil {
		return err
	}
	for _, r := range all {
		if r.ID != place && !slices.Contains(r.Puzzle.Within, place) || !r.Puzzle.Next.After(c.uptime.Beat) {
			continue
		}
		zone, err := c.dailyZone(r)
		if err != nil {
			return err
		}
		d := *r.Puzzle
		if d.Plan(c.uptime.Beat, zone); d.Next.Equal(r.Puzzle.Next) {
			continue
		}
		r.Puzzle = &d
		if err := c.tx.PutRoom(r); err != nil {
			return err
		}
	}
	return nil
}

// nextDaily gives a room the puzzle of the day, after the solution of the previous one. If that has not reached the room yet, nothing is
// added to what waits.
func (c *call) nextDaily(r bot.Room) error {
	zone, err := c.dailyZone(r)
	if err != nil {
		return err
	}
	d := *r.Puzzle
	d.Next = d.After(c.uptime.Beat, zone)
	if d.Posted != 0 {
		waits, err := c.waitsInOutbox(r.ID.Address(), d.Posted)
		if waits || err != nil {
			r.Puzzle = &d
			return errors.Join(err, c.tx.PutRoom(r))
		}
	}
	all, err := c.dailySolution(r)
	if err != nil {
		return err
	}
	p, err := c.chooseDaily(d)
	if err != nil {
		return err
	}
	if p == nil {
		all = append(all, r.ID.Address().Message(phrase.Of("There is no puzzle of the day: people are playing from the positions of all that are left. The next one comes at the same time tomorrow.")))
		d.ID, d.Came, d.Posted, d.Solvers = "", c.uptime.Beat.UTC(), 0, nil
		r.Puzzle = &d
		return errors.Join(c.enqueue(all), c.tx.PutRoom(r))
	}
	game, err := p.Game(0)
	if err != nil {
		return err
	}
	rated, err := c.ratingOfPuzzle(p)
	if err != nil {
		return err
	}
	turn := game.Position().Turn()
	m := r.ID.Address().Message(phrase.Of("The puzzle of the day is %s, rated %d.", p.ID, int(math.Round(rated.Value)))+" "+c.puzzleTask(p, turn)+"\n"+
		phrase.Of("`puzzle %s`, said here, opens it for you alone. Then answer me in private: everybody can read what is written here. The solution comes with the next one.", p.ID),
		bot.Button{Label: phrase.Of("Solve it"), Command: commandText("puzzle", p.ID)})
	m.Picture = puzzlePicture(game)
	m.Picture.Side = turn
	all = append(all, m)
	if err := c.enqueue(all); err != nil {
		return err
	}
	d.ID, d.Came, d.Posted, d.Solvers = p.ID, c.uptime.Beat.UTC(), all[len(all)-1].ID, nil
	r.Puzzle = &d
	return c.tx.PutRoom(r)
}

// chooseDaily chooses a random puzzle other than the previous one, whose solution helps nobody in an ongoing game; nil if there is none of the
// game.
func (c *call) chooseDaily(d bot.DailyPuzzle) (*puzzle.Puzzle, error) {
	var games []string
	for _, v := range rules.Variants() {
		if len(puzzle.Of(v.Name)) > 1 {
			games = append(games, v.Name)
		}
	}
	if d.Variant != "" {
		games = []string{d.Variant}
	}
	all := puzzle.Of(games[c.service.dice(len(games))])
	n := c.service.dice(len(all))
	if all[n].ID == d.ID {
		n = (n + 1) % len(all)
	}
	others := slices.DeleteFunc(slices.Concat(all[n:], all[:n]), func(p *puzzle.Puzzle) bool { return p.ID == d.ID })
	told, err := c.solvableOf(others, 1)
	if err != nil || len(told) == 0 {
		return nil, err
	}
	return told[0], nil
}

// mostSolvers is how many of the solvers of a puzzle are named.
const mostSolvers = 20

// dailySolution returns messages with the solution of a room's puzzle and its solvers, nil if the room has none.
func (c *call) dailySolution(r bot.Room) ([]bot.Message, error) {
	p, ok := puzzle.Find(r.Puzzle.ID)
	if !ok {
		return nil, nil
	}
	position, err := p.Position(0)
	if err != nil {
		return nil, err
	}
	text, line := phrase.Of("The solution of %s: %s.", p.ID, lineTexts(p.Line)), p.Line[:1]
	if err := c.solvable(p); isContested(err) {
		text, line = phrase.Of("The solution of %s stays secret, because people are playing from its position, or one much like it, in an ongoing game.", p.ID), nil
	} else if err != nil {
		return nil, err
	}
	first, later, err := c.solvers(r.Puzzle.Solvers)
	if err != nil {
		return nil, err
	}
	if len(first) > 0 {
		text += " " + phrase.Of("Solved at the first try by %s.", bot.Listing(solverNames(first)))
	}
	if len(later) > 0 {
		text += " " + phrase.Of("Solved by %s.", bot.Listing(solverNames(later)))
	}
	if len(r.Puzzle.Solvers) == 0 {
		text += " " + phrase.Of("Nobody has solved it.")
	}
	m := r.ID.Address().Message(text)
	m.Picture = &bot.Picture{Variant: p.Variant, Position: position.Line(), Line: line, Side: position.Turn()}
	return []bot.Message{m}, nil
}

// solvers returns who has solved a puzzle at the first try, and who later. Two accounts that have become one player count as one, and forgotten
// players are left out.
func (c *call) solvers(all []bot.PuzzleSolver) (first, later []bot.Player, err error) {
	known := map[bot.PlayerID]bool{}
	for _, atFirst := range []bool{true, false} {
		for _, s := range all {
			if s.First != atFirst {
				continue
			}
			p, err := present(c.tx, s.Player)
			switch {
			case err != nil:
				return nil, nil, err
			case p.Forgotten || known[p.ID]:
			case atFirst:
				first = append(first, p)
			default:
				later = append(later, p)
			}
			known[p.ID] = true
		}
	}
	return first, later, nil
}

// solverNames names the first mostSolvers of some players, and says how many more they are.
func solverNames(players []bot.Player) (names []string) {
	for _, p := range players[:min(mostSolvers, len(players))] {
		names = append(names, p.Said())
	}
	if more := len(players) - mostSolvers; more > 0 {
		names = append(names, phrase.Of("%d more", more))
	}
	return names
}

// openDaily opens the room's puzzle for the asker only. Those who have done it before, and know its solution, can do it again, unrated and not
// listed among its solvers.
func (c *call) openDaily(p *puzzle.Puzzle) (bot.Reply, error) {
	record := &c.me.Puzzles
	for _, place := range c.request.Places() {
		r, err := c.tx.Room(place)
		if errors.Is(err, bot.ErrNotFound) || err == nil && (r.Puzzle == nil || r.Puzzle.ID != p.ID) {
			continue
		}
		if err != nil {
			return bot.Reply{}, err
		}
		if barred, err := c.barredFrom([]bot.RoomID{place}, c.me); err != nil {
			return bot.Reply{}, err
		} else if barred {
			return bot.Reply{}, bot.Problemf(bot.NotAllowed, "An organiser has barred you from this room's games, and so from its puzzle. `puzzle %s` gives you another one of the same game.", p.Variant)
		}
		if p.ID != record.Current {
			c.openPuzzle(p)
		}
		before := ""
		if c.practice(p) {
			record.Missed = true
			before = phrase.Of("You have done this one before, so it does not count for your rating.")
		} else {
			record.Daily = place
		}
		reply, err := c.showPuzzle(p, before)
		return reply, errors.Join(err, c.tx.PutPlayer(c.me))
	}
	if p.ID == record.Current {
		return c.showPuzzle(p, "")
	}
	return bot.Reply{}, bot.Problemf(bot.Unknown, "%s is not the puzzle of this room. Say it in the room that has it; `puzzle %s` gives you another one of the same game.", p.ID, p.Variant)
}

// noteSolver stores that the asker has solved the puzzle of a room.
func (c *call) noteSolver(p *puzzle.Puzzle) error {
	r, open, err := c.dailyRoom(p)
	if err != nil || !open {
		return err
	}
	d := *r.Puzzle
	d.Solvers = slices.Clone(d.Solvers)
	d.Solved(bot.PuzzleSolver{Player: c.me.ID, First: !c.me.Puzzles.Missed})
	r.Puzzle = &d
	return c.tx.PutRoom(r)
}

// endDaily ends the puzzles of a room that is gone.
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

// moveDaily moves the puzzles of a room, with its other settings, to one that has taken its place and has no settings yet. Otherwise, and if a
// thread is gone whose channel has not asked for them, they end.
func moveDaily(tx bot.Tx, from, to bot.RoomID) error {
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

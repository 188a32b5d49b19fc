package service

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/puzzle"
	"raumbot/rules"
)

// The puzzle that a room gets every day, and its solution, which comes with the next one.

var dailyForm = regexp.MustCompile(`^([0-9]{1,2}):([0-9]{2})(?: (?:utc)?([+-])([0-9]{1,2})(?::([0-9]{2}))?)?(?: (\S+))?$`)

// readDaily reads "18:00", "18:00 +2" or "18:00 -3:30 raumschach".
func readDaily(text string) (d bot.DailyPuzzle, ok bool, err error) {
	parts := dailyForm.FindStringSubmatch(text)
	if parts == nil {
		return d, false, nil
	}
	number := func(i int) int {
		n, _ := strconv.Atoi(parts[i])
		return n
	}
	hour, minute, hours, minutes := number(1), number(2), number(4), number(5)
	if hour > 23 || minute > 59 || hours > 14 || minutes > 59 {
		return d, false, nil
	}
	d.Minute = 60*hour + minute
	d.East = time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
	if parts[3] == "-" {
		d.East = -d.East
	}
	if parts[6] != "" {
		v, err := command.FindVariant(parts[6])
		if err != nil {
			return d, false, err
		}
		if len(puzzle.Of(v.Name)) == 0 {
			return d, false, bot.Problemf(bot.Unknown, "There are no puzzles of %s. `puzzle raumschach` has some.", v.Title)
		}
		d.Variant = v.Name
	}
	return d, true, nil
}

// setDaily changes when a room gets its puzzles, as the command says. It returns what to tell the room besides: the
// solution of its current puzzle, if there are to be no more.
func (c *call) setDaily(r *bot.Room) (told []bot.Message, err error) {
	value := strings.ToLower(strings.Join(strings.Fields(c.args.Word("puzzle")), " "))
	if value == "off" {
		if r.Puzzle != nil {
			told, err = c.dailySolution(*r)
		}
		r.Puzzle = nil
		return told, err
	}
	d, ok, err := readDaily(value)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, bot.Problemf(bot.Misunderstood, "Name a time of the day, how far your clock is ahead of universal time (UTC), and a game if all shall be of one: `room puzzle 18:00 +2`, `room puzzle 18:00 +2 raumschach`; or `room puzzle off`.")
	}
	if r.Puzzle != nil {
		d.ID, d.Solvers = r.Puzzle.ID, r.Puzzle.Solvers
	}
	d.Next = d.After(c.uptime.Beat)
	r.Puzzle = &d
	return nil, nil
}

// nextDaily gives a room the puzzle of the day, after the solution of the previous one.
func (c *call) nextDaily(r bot.Room) error {
	all, err := c.dailySolution(r)
	if err != nil {
		return err
	}
	d := *r.Puzzle
	d.Solvers, d.Next = nil, d.After(c.uptime.Beat)
	p := c.chooseDaily(d)
	game, err := p.Game(0)
	if err != nil {
		return err
	}
	d.ID = p.ID
	turn := game.Position().Turn()
	m := r.ID.Address().Message(phrase.Of("The puzzle of the day is %s, rated %d.", p.ID, p.Rating)+" "+c.puzzleTask(p, turn)+"\n"+
		phrase.Of("`puzzle %s` opens it for you alone. Answer me in private: everybody can read what is written here. The solution comes with the next one.", p.ID),
		bot.Button{Label: phrase.Of("Solve it"), Command: commandText("puzzle", p.ID)})
	m.Picture = puzzlePicture(game)
	m.Picture.Side = turn
	r.Puzzle = &d
	return errors.Join(c.tx.PutRoom(r), c.enqueue(append(all, m)))
}

// chooseDaily chooses a random puzzle other than the previous one.
func (c *call) chooseDaily(d bot.DailyPuzzle) *puzzle.Puzzle {
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
	return all[n]
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
	text := phrase.Of("The solution of %s: %s.", p.ID, lineTexts(p.Line))
	for _, first := range []bool{true, false} {
		names, err := c.solvers(r.Puzzle.Solvers, first)
		switch {
		case err != nil:
			return nil, err
		case len(names) == 0:
		case first:
			text += " " + phrase.Of("Solved at the first try by %s.", bot.Listing(names))
		default:
			text += " " + phrase.Of("Solved by %s.", bot.Listing(names))
		}
	}
	if len(r.Puzzle.Solvers) == 0 {
		text += " " + phrase.Of("Nobody has solved it.")
	}
	m := r.ID.Address().Message(text)
	m.Picture = &bot.Picture{Variant: p.Variant, Position: position.Line(), Line: p.Line[:1], Side: position.Turn()}
	return []bot.Message{m}, nil
}

// solvers names those who have solved a puzzle at the first try, or later. Forgotten players are not named.
func (c *call) solvers(all []bot.PuzzleSolver, first bool) (names []string, err error) {
	more := 0
	for _, s := range all {
		if s.First != first {
			continue
		}
		p, err := c.tx.Player(s.Player)
		if err == nil && p.Joined != 0 {
			p, err = c.tx.Player(p.Joined)
		}
		switch {
		case err != nil:
			return nil, err
		case p.Forgotten:
		case len(names) == mostSolvers:
			more++
		default:
			names = append(names, p.Said())
		}
	}
	if more > 0 {
		names = append(names, phrase.Of("%d more", more))
	}
	return names, nil
}

// openDaily opens the room's puzzle for the asker only. Those who have done it before can do it again, unrated.
func (c *call) openDaily(p *puzzle.Puzzle) (bot.Reply, error) {
	if p.ID == c.me.Puzzles.Current {
		return c.showPuzzle(p, "")
	}
	for _, place := range c.request.Places() {
		r, err := c.tx.Room(place)
		if errors.Is(err, bot.ErrNotFound) || err == nil && (r.Puzzle == nil || r.Puzzle.ID != p.ID) {
			continue
		}
		if err != nil {
			return bot.Reply{}, err
		}
		record := &c.me.Puzzles
		record.Current, record.Step, record.Daily = p.ID, 0, place
		record.Missed = record.Has(p.Variant, puzzleIndex(p))
		before := ""
		if record.Missed {
			before = phrase.Of("You have done this one before, so it does not count for your rating.")
		}
		reply, err := c.showPuzzle(p, before)
		return reply, errors.Join(err, c.tx.PutPlayer(c.me))
	}
	return bot.Reply{}, bot.Problemf(bot.Unknown, "%s is not the puzzle of this room. `puzzle %s` gives you one of the same game.", p.ID, p.Variant)
}

// noteSolver stores that the asker has solved the puzzle of a room.
func (c *call) noteSolver(p *puzzle.Puzzle) error {
	if c.me.Puzzles.Daily == (bot.RoomID{}) {
		return nil
	}
	r, err := c.tx.Room(c.me.Puzzles.Daily)
	if errors.Is(err, bot.ErrNotFound) || err == nil && (r.Puzzle == nil || r.Puzzle.ID != p.ID) {
		return nil // the solution has been told
	}
	if err != nil {
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

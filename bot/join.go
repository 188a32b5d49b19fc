package bot

import (
	"cmp"
	"errors"
	"slices"

	"raumbot/bot/phrase"
)

// join makes the asker and another player one. The other's record stays,
// the asker's goes into it: what refers to the asker then refers to the other.
func (c *call) join(other Player) (Reply, error) {
	gone := c.me
	told := slices.Clone(other.Users)
	for _, step := range []func(from, into PlayerID) error{c.joinGames, c.joinTournaments, c.joinChallenges, c.joinNotes, c.joinRatings} {
		if err := step(gone.ID, other.ID); err != nil {
			return Reply{}, err
		}
	}
	other = other.with(gone)
	// The old record gives up its users before the new one takes them.
	err := errors.Join(
		c.tx.PutPlayer(Player{ID: gone.ID, Since: gone.Since, Joined: other.ID}),
		c.tx.PutPlayer(other),
		c.dropCodes(func(code linkCode) bool { return code.Player == gone.ID || code.Player == other.ID }),
	)
	if err != nil {
		return Reply{}, err
	}
	c.me = other
	reply := c.private(phrase.Of("You are now one player: %s.", other.describe()))
	for _, u := range told {
		text := phrase.Of("%s on %s is now one player with you.", c.request.From.Name, c.request.From.Platform)
		reply.Notices = append(reply.Notices, Message{Platform: u.Platform, Audience: Private, To: []User{u}, Text: text})
	}
	return reply, nil
}

// with returns a player who is also another. What either has decided for
// themselves is p's; days of vacation that either has used are used.
func (p Player) with(gone Player) Player {
	p.Users = append(slices.Clone(p.Users), gone.Users...)
	p.Former = append(append(slices.Clone(p.Former), gone.Former...), gone.ID)
	p.Declines = slices.SortedFunc(slices.Values(append(slices.Clone(p.Declines), gone.Declines...)), func(a, b Decline) int { return cmp.Compare(a.At, b.At) })
	p.Imports += gone.Imports
	p.Locale = cmp.Or(p.Locale, gone.Locale)
	if gone.Since.Before(p.Since) {
		p.Since = gone.Since
	}
	if gone.TimedOut.After(p.TimedOut) {
		p.TimedOut = gone.TimedOut
	}
	switch mine, theirs := &p.Settings.Vacation, gone.Settings.Vacation; {
	case theirs.Year > mine.Year:
		*mine = theirs
	case theirs.Year == mine.Year:
		mine.Used = min(mine.Used+theirs.Used, vacationDays)
	}
	for _, b := range gone.Settings.Blocked {
		if !slices.Contains(p.Settings.Blocked, b) {
			p.Settings.Blocked = append(slices.Clone(p.Settings.Blocked), b)
		}
	}
	p.Settings.Blocked = slices.DeleteFunc(slices.Clone(p.Settings.Blocked), p.is)
	return p
}

// joinGames gives one player's seats, log entries and plans to another. Games
// that the two have played against each other stay as they are.
func (c *call) joinGames(from, into PlayerID) error {
	return c.eachGame(from, func(g Game) error {
		if g.has(into) {
			return nil
		}
		plan, err := c.tx.Plan(g.ID, from)
		if err != nil {
			return err
		}
		if len(plan.Lines) > 0 {
			moved := plan
			moved.Player, plan.Lines = into, nil
			if err := errors.Join(c.tx.PutPlan(plan), c.tx.PutPlan(moved)); err != nil {
				return err
			}
		}
		for i := range g.Seats {
			if g.Seats[i].Player == from {
				g.Seats[i].Player = into
			}
		}
		return errors.Join(c.tx.PutGame(g), c.relog(g.ID, func(e *Entry) {
			if e.By == from {
				e.By = into
			}
		}))
	})
}

// eachGame calls do with every game of a player, going on or over.
func (c *call) eachGame(p PlayerID, do func(Game) error) error {
	for _, over := range []bool{false, true} {
		games, err := c.tx.GamesOf(p, over, Page{})
		if err != nil {
			return err
		}
		for _, g := range games {
			if err := do(g); err != nil {
				return err
			}
		}
	}
	return nil
}

// relog changes every entry of a log.
func (c *call) relog(id GameID, change func(*Entry)) error {
	log, err := c.tx.Log(id)
	if err != nil {
		return err
	}
	for i := range log {
		change(&log[i])
	}
	return c.tx.RewriteLog(id, log)
}

func (c *call) joinChallenges(from, into PlayerID) error {
	all, err := c.tx.ChallengesOf(from)
	for _, ch := range all {
		for _, seat := range []*Seat{&ch.From, &ch.To} {
			if seat.Player == from {
				seat.Player = into
			}
		}
		err = errors.Join(err, c.tx.PutChallenge(ch), c.relog(ch.ID, func(e *Entry) {
			if e.By == from {
				e.By = into
			}
		}))
	}
	return err
}

func (c *call) joinNotes(from, into PlayerID) error {
	all, err := c.tx.NotesOf(from)
	for _, notes := range all {
		both, missing := c.tx.Notes(into, notes.Game)
		both.Lines = append(both.Lines, notes.Lines...)
		slices.SortStableFunc(both.Lines, func(a, b Note) int { return a.At.Compare(b.At) })
		notes.Lines = nil
		err = errors.Join(err, missing, c.tx.PutNotes(notes), c.tx.PutNotes(both))
	}
	return err
}

// joinRatings keeps of two ratings in a variant the more certain one, and counts the games of both. Where
// the two have met in rated games, which one player cannot, both ratings go.
func (c *call) joinRatings(from, into PlayerID) error {
	met, err := c.ratedBetween(from, into)
	if err != nil {
		return err
	}
	all, err := c.tx.RatingsOf(from)
	if err != nil {
		return err
	}
	for _, theirs := range all {
		if met[theirs.Variant] {
			if err := errors.Join(c.tx.DeleteRating(from, theirs.Variant), c.tx.DeleteRating(into, theirs.Variant)); err != nil {
				return err
			}
			continue
		}
		mine, err := c.rating(into, theirs.Variant)
		if err != nil {
			return err
		}
		theirs.age(c.uptime.Beat)
		best := mine
		if theirs.Deviation < mine.Deviation {
			best.Rating = theirs.Rating
		}
		best.Wins, best.Draws, best.Losses = mine.Wins+theirs.Wins, mine.Draws+theirs.Draws, mine.Losses+theirs.Losses
		if err := errors.Join(c.tx.DeleteRating(from, theirs.Variant), c.tx.PutRating(best)); err != nil {
			return err
		}
	}
	return nil
}

// ratedBetween returns the variants in which two players have ended a rated game against each other.
func (c *call) ratedBetween(a, b PlayerID) (map[string]bool, error) {
	met := map[string]bool{}
	err := c.eachGame(a, func(g Game) error {
		if g.has(b) && g.Rated && g.Over() && !g.Result.Aborted && !g.Result.Adjudicated && g.Moves >= ratedPlies {
			met[g.Variant] = true
		}
		return nil
	})
	if err != nil || len(met) == 0 {
		return met, err
	}
	// Losses on time may not have been rated; then there is no rating to begin anew.
	for variant := range met {
		for _, p := range []PlayerID{a, b} {
			if _, err := c.tx.Rating(p, variant); errors.Is(err, ErrNotFound) {
				delete(met, variant)
			} else if err != nil {
				return nil, err
			}
		}
	}
	return met, nil
}

package coach

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/daily"
	"raumbot/bot/phrase"
	"raumbot/bot/puzzle"
)

// openDaily opens a puzzle of the day, or the room's last one, for the asker only.
func openDaily(c *action.Call, p *puzzle.Puzzle) (bot.Reply, error) {
	here, err := postedHere(c, p)
	if err != nil {
		return bot.Reply{}, err
	}
	today, err := isDaily(c, p)
	if err != nil {
		return bot.Reply{}, err
	}
	record := &c.Me.Puzzles
	if !today && !here {
		if p.ID == record.Current {
			return showPuzzle(c, p, "")
		}
		return bot.Reply{}, bot.Problemf(bot.Unknown, "%s is not the puzzle of this room. Say it in the room that has it; `puzzle %s` gives you another one of the same game.", p.ID, p.Variant)
	}
	if today {
		if err := beginDaily(c, p); err != nil {
			return bot.Reply{}, err
		}
	}
	if p.ID != record.Current {
		openPuzzle(c, p)
	}
	before := unrated(c, p)
	if before == "" && !today {
		before = phrase.Of("Its day is over, so it does not count for your rating.")
	}
	record.Missed = record.Missed || before != ""
	reply, err := showPuzzle(c, p, before)
	return reply, errors.Join(err, c.Tx.PutPlayer(c.Me))
}

// dailyVariant returns the variant of the puzzle of the day that is meant: the one that the command
// names, else the room's. It is empty for the variant of the day.
func dailyVariant(c *action.Call) (variant string, err error) {
	if v := c.Args.Variant; v != nil {
		return v.Name, nil
	}
	for _, place := range slices.Backward(c.Request.Places()) {
		r, err := c.Tx.Room(place)
		if err != nil && !errors.Is(err, bot.ErrNotFound) {
			return "", err
		}
		if r.Puzzle != nil {
			variant = r.Puzzle.Variant
		}
	}
	return variant, nil
}

// showDaily opens a puzzle of the day, that of [dailyVariant], for the asker only.
func showDaily(c *action.Call) (bot.Reply, error) {
	variant, err := dailyVariant(c)
	if err != nil {
		return bot.Reply{}, err
	}
	p, ok, err := puzzleOfDay(c, variant)
	if err != nil {
		return bot.Reply{}, err
	}
	if !ok {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "There is no puzzle of the day of that game today. `puzzle daily` gives you that of another game.")
	}
	return openDaily(c, p)
}

// unsolvedDaily returns the command that opens the room's puzzle of the day, if the asker can still
// solve it and is not at another puzzle.
func unsolvedDaily(c *action.Call) (string, error) {
	if _, solving := puzzle.Find(c.Me.Puzzles.Current); solving || c.Me.Puzzles.Days.On(daily.Of(c.Uptime.Beat)).Over() {
		return "", nil
	}
	for _, place := range slices.Backward(c.Request.Places()) {
		r, err := c.Tx.Room(place)
		if errors.Is(err, bot.ErrNotFound) || err == nil && r.Puzzle == nil {
			continue
		}
		if err != nil {
			return "", err
		}
		p, ok := puzzle.Find(r.Puzzle.ID)
		if !ok {
			continue
		}
		if today, err := isDaily(c, p); err != nil || today {
			return action.CommandText("puzzle", p.ID), err
		}
	}
	return "", nil
}

// postedHere reports whether a puzzle is the last one that was posted in one of the places where
// the asker speaks. It returns an error if the asker is barred there.
func postedHere(c *action.Call, p *puzzle.Puzzle) (bool, error) {
	for _, place := range c.Request.Places() {
		r, err := c.Tx.Room(place)
		if errors.Is(err, bot.ErrNotFound) || err == nil && (r.Puzzle == nil || r.Puzzle.ID != p.ID) {
			continue
		}
		if err != nil {
			return false, err
		}
		barred, err := action.BarredFrom(c, []bot.RoomID{place}, c.Me)
		if barred {
			err = bot.Problemf(bot.NotAllowed, "An organiser has barred you from this room's games, and so from its puzzle. `puzzle %s` gives you another one of the same game.", p.Variant)
		}
		return err == nil, err
	}
	return false, nil
}

// beginDaily records that the asker has opened the puzzle of the day. It replaces the record of
// another puzzle that they have opened today but not answered. It returns an error if they can no
// longer solve the puzzle.
func beginDaily(c *action.Call, p *puzzle.Puzzle) error {
	days := &c.Me.Puzzles.Days
	result := days.On(daily.Of(c.Uptime.Beat))
	if result.ID == p.ID && result.GivenUp {
		return bot.Problemf(bot.NotNow, "You have given up the puzzle of the day. Its solution is told when its day is over, %s; `puzzle %s` gives you another one.", bot.Timestamp(dayEnds(c)), p.Variant)
	}
	if result.ID == p.ID && result.Over() && !result.Solved {
		return bot.Problemf(bot.NotNow, "You have no tries left at the puzzle of the day. Its solution is told when its day is over, %s; `puzzle %s` gives you another one.", bot.Timestamp(dayEnds(c)), p.Variant)
	}
	if result.Answered() && result.ID != p.ID {
		return nil
	}
	if result.ID != p.ID {
		result.ID, result.Opened = p.ID, c.Uptime.Moment()
	}
	if places := c.Request.Places(); result.Place == (bot.RoomID{}) && len(places) > 0 {
		result.Place = places[len(places)-1]
	}
	*days = days.Put(result)
	return nil
}

// dailyResult returns the asker's result with today's puzzle. counts reports whether another answer
// to p counts: it does not if p is not the puzzle of the day that the asker has opened, or if the
// result is final.
func dailyResult(c *action.Call, p *puzzle.Puzzle) (result bot.DailyResult, counts bool, err error) {
	today, err := isDaily(c, p)
	result = c.Me.Puzzles.Days.On(daily.Of(c.Uptime.Beat))
	return result, today && result.ID == p.ID && !result.Over(), err
}

// missDaily records a wrong answer to the open puzzle.
func missDaily(c *action.Call, p *puzzle.Puzzle, move string) error {
	result, counts, err := dailyResult(c, p)
	if counts {
		answer := fmt.Sprintf("%d %s", c.Me.Puzzles.Step, move)
		c.Me.Puzzles.Days = c.Me.Puzzles.Days.Put(result.AddWrong(answer))
	}
	return err
}

// wrongDaily returns the reply to a wrong answer to a puzzle of the day. It does not explain what
// is wrong with the answer, unlike the reply for other puzzles. cost tells what the answer has cost
// the asker, and may be empty.
func wrongDaily(c *action.Call, p *puzzle.Puzzle, move string, cost phrase.Text) (bot.Reply, error) {
	result := c.Me.Puzzles.Days.On(daily.Of(c.Uptime.Beat))
	text := phrase.Of("%s is not the move.", move)
	if result.ID == p.ID && !result.Solved {
		left := bot.DailyTries - len(result.Wrong)
		if left == 0 {
			text += " " + phrase.Of("That was the last of your %d tries. The solution is told when the day is over, %s.", bot.DailyTries, bot.Timestamp(dayEnds(c)))
			return closePuzzle(c, p, joined(text, cost), nil)
		}
		text += " " + phrase.Count(left, "You have %d try left.", "You have %d tries left.")
	}
	reply, err := showPuzzle(c, p, joined(text, cost))
	return reply, errors.Join(err, c.Tx.PutPlayer(c.Me))
}

// joined joins sentences with spaces, and skips empty ones.
func joined(sentences ...phrase.Text) phrase.Text {
	return phrase.Join(slices.DeleteFunc(sentences, func(s phrase.Text) bool { return s == "" }), " ")
}

// giveUpDaily gives up a puzzle of the day. It does not show the solution, which stays secret until
// the day is over.
func giveUpDaily(c *action.Call, p *puzzle.Puzzle) (bot.Reply, error) {
	result, counts, err := dailyResult(c, p)
	if err != nil {
		return bot.Reply{}, err
	}
	if counts {
		result.GivenUp = true
		c.Me.Puzzles.Days = c.Me.Puzzles.Days.Put(result)
	}
	cost, err := missCost(c, p)
	if err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("You have given up %s. It is a puzzle of the day, so its solution is told when the day is over, %s.", p.ID, bot.Timestamp(dayEnds(c)))
	return closePuzzle(c, p, joined(text, cost), nil)
}

// solveDaily records that the asker has solved the puzzle of the day. It returns a text with their
// streak and a line that they can share.
func solveDaily(c *action.Call, p *puzzle.Puzzle) (phrase.Text, error) {
	result, counts, err := dailyResult(c, p)
	if err != nil || !counts {
		return "", err
	}
	result.Solved, result.Took = true, result.Opened.Until(c.Uptime.Moment())
	freezes := c.Me.Puzzles.Days.Streak.Freezes
	c.Me.Puzzles.Days = c.Me.Puzzles.Days.Put(result)
	c.Me = c.Me.SolveDaily(c.Uptime)
	streak := c.Me.Puzzles.Days.Streak
	text := phrase.Text("")
	if streak.Freezes > freezes {
		text = phrase.Of("You have earned a freeze: it saves your streak on one day that you miss.")
	}
	return text + "\n" + phrase.Of("To show to others:") + "\n" + resultLine(result, streak), nil
}

// resultLine returns a line to share about a solved puzzle of the day, which does not reveal the
// solution.
func resultLine(result bot.DailyResult, streak daily.Streak) phrase.Text {
	variant := result.ID[:strings.LastIndexByte(result.ID, '-')]
	squares := strings.Repeat("🟥", len(result.Wrong)) + "🟩"
	line := phrase.Of("Puzzle of the day, %s, %s: %s %s", result.Day.String(), bot.Title(variant), squares, stopwatch(result.Took))
	if streak.Length > 1 {
		line += ", " + phrase.Of("%d days in a row", streak.Length)
	}
	return line
}

// stopwatch formats a duration like "2:31" or "1:02:31".
func stopwatch(d time.Duration) string {
	seconds := int(d / time.Second)
	if hours := seconds / 3600; hours > 0 {
		return fmt.Sprintf("%d:%02d:%02d", hours, seconds/60%60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

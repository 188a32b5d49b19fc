package action

import (
	"cmp"
	"errors"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// maxRuling is the maximum length of the reason for an organiser's decision, in characters.
const maxRuling = 200

// AskConfirmation asks for confirmation of a command. It adds a button only if the command is short
// enough; `yes` always works.
func AskConfirmation(c *Call, text, label phrase.Text, command string) bot.Reply {
	m := c.Message(bot.Aside, text+" "+phrase.Of("`yes` does it."))
	if len(command) <= bot.MaxButton {
		m.Buttons = []bot.Button{{Label: label, Command: command}}
	}
	m.Yes = command
	return bot.Reply{Answer: []bot.Message{m}}
}

// Reason returns the reason that an organiser gives for a decision, with links removed.
func Reason(c *Call) (string, error) {
	reason := trimStop(bot.Unlinked(c.Args.Word("reason")))
	if n := len([]rune(reason)); n > maxRuling {
		return "", bot.Problemf(bot.Misunderstood, "A reason has at most %d characters, and this has %d.", maxRuling, n)
	}
	return reason, nil
}

// trimStop returns a text without a full stop at its end.
func trimStop(text string) string {
	if n := len(text); n > 1 && text[n-1] == '.' {
		return text[:n-1]
	}
	return text
}

// CheckNeutral returns an error if the asker, or the player being linked with them, takes part in a
// tournament that has begun, or in another division of the same season, because decisions there
// affect their own result. It allows everything
// on a ladder, where a club's organisers are members like others. There only a decision by which
// they would move up is forbidden.
func CheckNeutral(c *Call, t *tournament.Tournament) error {
	if t.System == bot.Ladder || t.Phase != bot.Running && t.Phase != bot.Completed {
		return nil
	}
	hands, err := WithPendingLink(c, c.Me)
	for _, h := range hands {
		if t.Season != nil {
			err = errors.Join(err, checkOutside(c, h.ID, t))
			continue
		}
		if number := t.Entrant(h.ID); number > 0 && !t.Entrants[number-1].Gone {
			return bot.Problemf(bot.NotAllowed, "You take part in %s yourself: another organiser has to do that. `set %d organiser NAME` asks somebody to be one.", t.Heading(), t.ID)
		}
	}
	return err
}

// checkOutside returns a problem if a player takes part in the season of a league to which a
// division belongs. The places in one division decide who goes up and down in the others.
func checkOutside(c *Call, p bot.PlayerID, division *tournament.Tournament) error {
	check := func(t *tournament.Tournament) error {
		if t.Season == nil || t.Season.League != division.Season.League || t.Season.Number != division.Season.Number {
			return nil
		}
		if number := t.Entrant(p); number == 0 || t.Entrants[number-1].Gone {
			return nil
		}
		return bot.Problemf(bot.NotAllowed, "You take part in %s yourself: another organiser of its league, or of its room, has to do that.", t.Heading())
	}
	return cmp.Or(EachTournamentOf(c, p, false, check), EachTournamentOf(c, p, true, check))
}

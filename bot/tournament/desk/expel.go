package desk

import (
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// expel lets organisers remove a player from a tournament. The player can enter it again only if an
// organiser readmits them.
func expel(c *action.Call) (bot.Reply, error) {
	t, err := organised(c)
	if err != nil {
		return bot.Reply{}, err
	}
	p, err := opponent(c, t, c.Args.Word("name"))
	if err != nil {
		return bot.Reply{}, err
	}
	number, waits := t.Entrant(p.ID), t.Waits(p.ID)
	linking, err := action.IsMeOrLinked(c, p.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	if err := action.CheckNeutral(c, t); err != nil && !linking {
		return bot.Reply{}, err
	}
	played, err := playing(c, t, number)
	if err != nil {
		return bot.Reply{}, err
	}
	rises, err := overtakes(c, t, slices.Index(t.Rungs, number))
	if err != nil {
		return bot.Reply{}, err
	}
	var e bot.Entrant
	name := phrase.Said(p.Name)
	switch {
	case linking && p.ID != c.Me.ID:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You and %s are being linked: another organiser has to remove them. `link undo` ends the link.", p.Said())
	case waits >= 0:
		e = t.Waiting[waits]
	case number == 0 || t.Entrants[number-1].Gone:
		return bot.Reply{}, bot.Problemf(bot.Unknown, "%s is not in %s. `standings %d` lists who is.", p.Said(), t.Heading(), t.ID)
	case played != 0: // the same holds for adjudications
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You play %s against %s yourself: another organiser has to remove them.", bot.GameNumber(played), t.EntrantName(number))
	case rises:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "%s stands above you in %s: another organiser has to remove them.", t.EntrantName(number), t.Heading())
	default:
		e, name = t.Entrants[number-1], t.EntrantName(number)
	}
	text := phrase.Of("%s removes %s from %s.", c.Me.Said(), name, t.Heading())
	reason, err := action.Reason(c)
	if err != nil {
		return bot.Reply{}, err
	}
	if c.Args.Word("sure") == "" {
		return askExpulsion(c, t, entrantWord(p, name), number, name, reason), nil
	}
	if reason != "" {
		plain := text
		text = phrase.Of("%s removes %s from %s, because: %s.", c.Me.Said(), name, t.Heading(), reason)
		c.Reasoned = action.Reasoned{With: text, Without: plain}
	}
	if !t.Bars(p) {
		t.Barred = append(t.Barred, p.ID)
	}
	reply := action.AnnounceEntrants(c, t, 0, text)
	if to := t.Address(e); to.Room != t.Home {
		reply.Notices = append(reply.Notices, to.Message(text))
	}
	if waits >= 0 {
		t.Waiting = slices.Delete(t.Waiting, waits, waits+1)
		return reply, c.Tx.PutTournament(t.Tournament)
	}
	if t.Phase == bot.Running {
		t.ForgetExpulsion(number)
		t.Expelled = append(t.Expelled, bot.Expulsion{Entrant: number, At: c.Uptime.Beat.UTC(), Rounds: len(t.Rounds), Games: runningOf(t, number)})
	}
	notices, err := removeEntrant(c, t, number)
	if err != nil {
		return bot.Reply{}, err
	}
	reply.Notices = append(reply.Notices, notices...)
	if (t.Phase == bot.Running || t.EndedByRemoval()) && t.System != bot.Ladder && p.ID != c.Me.ID {
		undo := bot.Button{Label: phrase.Of("Take it back"), Command: action.CommandText("readmit", t.ID.String(), entrantWord(p, name))}
		reply.Answer = append(reply.Answer, c.Message(bot.Aside, phrase.Of("You have removed %s from %s. For a day `%s` takes that back.", name, t.Heading(), undo.Command), undo))
	}
	return reply, c.Tx.PutTournament(t.Tournament)
}

// entrantWord returns the word that names an entrant in commands: the name, with a number if
// several entrants have that name.
func entrantWord(p bot.Player, name phrase.Text) string {
	if word := phrase.Unisolated(phrase.English(name)); strings.Contains(word, "#") && !strings.Contains(word, " ") {
		return word
	}
	return p.Word()
}

// runningOf returns the ongoing games of an entrant.
func runningOf(t *tournament.Tournament, number int) (all []bot.GameID) {
	for _, g := range t.Running() {
		if g.Has(number) {
			all = append(all, g.ID)
		}
	}
	return all
}

// askExpulsion asks for confirmation before a player is removed.
func askExpulsion(c *action.Call, t *tournament.Tournament, word string, number int, name phrase.Text, reason string) bot.Reply {
	text := phrase.Of("Remove %s from %s?", name, t.Heading())
	if number > 0 && t.Phase == bot.Running {
		for _, id := range runningOf(t, number) {
			_, entry := t.Find(id)
			text += " " + phrase.Of("%s against %s is lost by that, and not rated.", phrase.Upper(bot.GameNumber(id)), t.EntrantName(entry.Other(number)))
		}
		if t.System == bot.Ladder {
			text += " " + phrase.Of("They can be let in again, at the foot of the ladder; lost games stay lost.")
		} else {
			text += " " + phrase.Of("It can be taken back for a day, and not once a further round has been paired.")
		}
	} else {
		text += " " + phrase.Of("They cannot enter again unless you readmit them.")
	}
	if reason != "" {
		text += " " + phrase.Of("The reason is told to all: %s.", reason)
	}
	return action.AskConfirmation(c, text, phrase.Of("Remove %s", name), strings.TrimSpace(action.CommandText("expel", t.ID.String(), word, "confirm", reason)))
}

// removeEntrant removes an entrant from a tournament, which forfeits their games there at once.
func removeEntrant(c *action.Call, t *tournament.Tournament, number int) ([]bot.Message, error) {
	if t.Phase != bot.Running {
		return takeOut(c, t, number)
	}
	t.RecordLeaving(number)
	lost, err := forfeit(c, t, number)
	if err != nil {
		return nil, err
	}
	more, err := advance(c, t)
	return append(lost, more...), err
}

// playing returns an ongoing tournament game of the asker, or of the player being linked with them.
// If against is not zero, only a game against that entrant counts. playing returns zero if there is
// none.
func playing(c *action.Call, t *tournament.Tournament, against int) (bot.GameID, error) {
	hands, err := action.WithPendingLink(c, c.Me)
	for _, h := range hands {
		me := t.Entrant(h.ID)
		for _, g := range t.Running() {
			if me > 0 && g.Has(me) && (against == 0 || against != me && g.Has(against)) {
				return g.ID, err
			}
		}
	}
	return 0, err
}

// overtakes reports whether the asker, or the player being linked with them, is below a rung of a
// ladder, counted from 0. They would move up if the entrant on that rung were removed.
func overtakes(c *action.Call, t *tournament.Tournament, rung int) (bool, error) {
	hands, err := action.WithPendingLink(c, c.Me)
	for _, h := range hands {
		number := t.Entrant(h.ID)
		if number > 0 && !t.Entrants[number-1].Gone && slices.Index(t.Rungs, number) > rung && rung >= 0 {
			return true, err
		}
	}
	return false, err
}

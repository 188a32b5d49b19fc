package desk

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// manageTournament lets organisers open, start, pause, resume and cancel a tournament, and close a
// ladder.
func manageTournament(c *action.Call) (bot.Reply, error) {
	verb := c.Args.Word("verb")
	if c.Args.Tournament == 0 {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "Which tournament? Say its number: `tournament ID %s`. `tournaments` lists them.", verb)
	}
	if verb == "accept" || verb == "decline" || verb == "quit" {
		return answerOrganisers(c, verb)
	}
	t, err := organised(c)
	if err != nil {
		return bot.Reply{}, err
	}
	if t.Season != nil {
		return bot.Reply{}, errOfLeague(t)
	}
	if !slices.Contains(t.OrganiserCommands(), verb) {
		var can []phrase.Text
		for _, v := range t.OrganiserCommands() {
			can = append(can, phrase.Sprintf("`tournament %d %s`", t.ID, v))
		}
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s cannot be told to %s now. You can say %s.", phrase.Upper(t.Heading()), verb, bot.Listing(can))
	}
	if verb == "cancel" || verb == "finish" { // these abort its games
		switch played, err := playing(c, t, 0); {
		case err != nil:
			return bot.Reply{}, err
		case played != 0:
			return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You play %s in %s yourself: another organiser has to end the tournament, or you when that game is over.", bot.GameNumber(played), t.Heading())
		}
	}
	if verb == "finish" && len(t.Rungs) > 0 {
		switch first, err := action.IsMeOrLinked(c, t.Entrants[t.Rungs[0]-1].Player); {
		case err != nil:
			return bot.Reply{}, err
		case first:
			return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You stand first in %s yourself: another organiser has to finish it. `set %d organiser NAME` asks somebody to be one.", t.Heading(), t.ID)
		}
	}
	if (verb == "cancel" || verb == "finish") && c.Args.Word("sure") != "confirm" {
		sure := bot.Button{Label: phrase.Of("Cancel tournament %d", t.ID), Command: fmt.Sprintf("tournament %d %s confirm", t.ID, verb), Tone: bot.Refuses}
		text := phrase.Of("Do you want to cancel %s? Its games that go on are aborted. `%s` does so, and cannot be undone.", t.Heading(), sure.Command)
		if verb == "finish" {
			sure.Label = phrase.Of("Finish tournament %d", t.ID)
			text = phrase.Of("Do you want to finish %s? Its games that go on are aborted. `%s` does so, and cannot be undone.", t.Heading(), sure.Command)
		}
		return action.ConfirmByYes(c.Answer(text, sure)), nil
	}
	var notices []bot.Message
	switch verb {
	case "open":
		notices, err = announceTournament(c, t)
	case "start":
		notices, err = begin(c, t)
	case "pause":
		t.Paused = c.Uptime.Moment()
		notices = broadcast(c, t, phrase.Of("%s pauses %s: no round begins before it is resumed, which it is by itself after %s. Games go on, and so do their clocks.",
			c.Me.Said(), t.Heading(), bot.DurationWords(tournament.LongestPause)), nil)
	case "resume":
		t.Paused = 0
		notices = broadcast(c, t, phrase.Of("%s resumes %s.", c.Me.Said(), t.Heading()), nil)
		var more []bot.Message
		more, err = advance(c, t)
		notices = append(notices, more...)
	case "cancel":
		notices, err = callOff(c, t, bot.ByOrganisers)
	case "finish":
		notices, err = closeLadder(c, t, bot.NoCause)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	reply := bot.Reply{Notices: notices}
	if !slices.ContainsFunc(notices, func(m bot.Message) bool { return m.Room == c.Request.Room && m.Room != (bot.RoomID{}) }) {
		reply.Answer = c.Answer(phrase.Of("Done: %s is %s.", t.Heading(), t.PhaseWords())).Answer
	}
	return reply, c.Tx.PutTournament(t.Tournament)
}

// errOfLeague returns the problem of a command that is not for a season of a league.
func errOfLeague(t *tournament.Tournament) error {
	return bot.Problemf(bot.NotNow, "%s belongs to a league: `league %d` tells about it, and `help league` what its organisers can do.", phrase.Upper(t.Heading()), t.Season.League)
}

// checkTerms returns a problem if the terms of a tournament that is about to be announced
// contradict each other.
func checkTerms(c *action.Call, t *tournament.Tournament) error {
	now := c.Uptime.Moment()
	switch {
	case t.Starts != 0 && t.Starts <= now:
		return bot.Problemf(bot.NotNow, "The start date of %s is in the past: %s. `set %d start DATE` sets another.",
			t.Heading(), bot.Timestamp(c.Uptime.Calendar(t.Starts)), t.ID)
	case t.CheckIns > 0 && t.Starts == 0:
		return bot.Problemf(bot.NotNow, "Nobody can check in for %s, because it has no start date. `set %d start DATE` sets one, and `set %d checkin none` does without check-in.",
			t.Heading(), t.ID, t.ID)
	case t.System == bot.Ladder && t.Ends != 0 && t.Ends <= max(now, t.Starts):
		return bot.Problemf(bot.NotNow, "%s would be over before it begins. `set %d end DATE` sets a later end.", phrase.Upper(t.Heading()), t.ID)
	case t.RatingTo > 0 && t.RatingFrom > t.RatingTo:
		return bot.Problemf(bot.NotNow, "Nobody has a rating from %d to %d. `set %d ratingfrom NUMBER` and `ratingto` change that.", t.RatingFrom, t.RatingTo, t.ID)
	}
	return t.RoomForMoves()
}

// maxEverywhere is how many tournaments that are open to all one player can have at once.
const maxEverywhere = 3

// mayListEverywhere returns a problem if a tournament may not be listed in all places: its name
// must be no advertisement, and its creator must not have too many others.
func mayListEverywhere(c *action.Call, t *tournament.Tournament) error {
	if t.Scope != bot.Everywhere {
		return nil
	}
	if bot.HasLink(t.Name) {
		return bot.Problemf(bot.NotAllowed, "The name of a tournament that is open to all has no link in it. `set %d name NAME` changes it.", t.ID)
	}
	if len(t.Organisers) == 0 { // its creator has been forgotten
		return nil
	}
	others := 0
	err := action.EachTournamentOf(c, t.Organisers[0], false, func(other *tournament.Tournament) error {
		if other.ID != t.ID && other.Season == nil && other.Scope == bot.Everywhere && other.Phase != bot.Drafted && slices.Index(other.Organisers, t.Organisers[0]) == 0 {
			others++
		}
		return nil
	})
	if err == nil && others >= maxEverywhere {
		err = bot.Problemf(bot.NotNow, "You have %d tournaments open to all, and that is the limit. `set %d scope room` opens this one to its room.", others, t.ID)
	}
	return err
}

// announceTournament opens a tournament for entries.
func announceTournament(c *action.Call, t *tournament.Tournament) ([]bot.Message, error) {
	if err := checkTerms(c, t); err != nil {
		return nil, err
	}
	if err := mayListEverywhere(c, t); err != nil {
		return nil, err
	}
	t.Phase, t.Made = bot.Entering, c.Uptime.Moment()
	text := phrase.Of("%s announces %s:\n%s\n`join %d` enters it.", c.Me.Said(), t.Heading(), terms(c, t), t.ID)
	return broadcast(c, t, text, nil, c.Bot.Button("join", t.ID.String()), c.Bot.Button("tournament", t.ID.String())), nil
}

// beginIfFull starts a tournament once it has the number of entrants at which its terms start it.
func beginIfFull(c *action.Call, t *tournament.Tournament) ([]bot.Message, error) {
	if t.Phase != bot.Entering || t.CheckIn || t.Full == 0 || len(t.Entrants) < max(t.Full, t.Least) {
		return nil, nil
	}
	return begin(c, t)
}

// begin starts a tournament, or cancels it if it has too few entrants.
func begin(c *action.Call, t *tournament.Tournament) ([]bot.Message, error) {
	var lost []bot.Message
	// Until the tournament starts, entrants can still check in.
	if t.CheckIns > 0 && t.CheckIn && t.Starts <= c.Uptime.Moment() {
		t.Entrants = slices.DeleteFunc(t.Entrants, func(e bot.Entrant) bool {
			if !e.Ready {
				lost = append(lost, t.Address(e).Message(phrase.Of("%s has not checked in, and has lost the place in %s.", e.User.Said(), t.Heading())))
			}
			return !e.Ready
		})
	}
	out, err := dropBarred(c, t)
	if err != nil {
		return nil, err
	}
	lost = append(lost, out...)
	for len(t.Waiting) > 0 && len(t.Entrants) < t.Most {
		t.Entrants, t.Waiting = append(t.Entrants, t.Waiting[0]), t.Waiting[1:]
	}
	if !enough(t) {
		if t.Starts == 0 || t.Starts > c.Uptime.Moment() {
			return nil, errTooFew(t)
		}
		off, err := callOff(c, t, bot.TooFewEntered)
		return append(lost, off...), err
	}
	for _, e := range t.Waiting {
		lost = append(lost, t.Address(e).Message(phrase.Of("%s begins, and there was no place in it for %s.", phrase.Upper(t.Heading()), e.User.Said())))
	}
	if err := rank(c, t); err != nil {
		return nil, err
	}
	t.Phase, t.CheckIn, t.Waiting = bot.Running, false, nil
	var text phrase.Text
	switch t.System {
	case bot.Ladder:
		for n := range t.Entrants {
			t.Rungs = append(t.Rungs, n+1)
		}
		t.Rounds = []bot.Round{{Variant: t.Variants[0], Opened: c.Uptime.Moment()}}
		t.Quiet = c.Uptime.Moment()
		text = phrase.Of("%s begins with %s. `challenge NAME ladder %d` challenges somebody up to %d rungs above.", phrase.Upper(t.Heading()), players(len(t.Entrants)), t.ID, tournament.Climbs)
	case bot.Simul, bot.TeamMatch:
		t.Awaits = true
		return lost, nil // the table announces the beginning
	default:
		switch t.System {
		case bot.RoundRobin:
			t.Groups = t.Berger().Groups
		case bot.Swiss:
			if t.RoundCount == 0 {
				t.RoundCount = t.Total() // fixed before late entries
			}
		}
		t.Awaits = true
		text = phrase.Of("%s begins with %s and %s. The first is being paired.", phrase.Upper(t.Heading()), players(len(t.Entrants)),
			phrase.Count(t.Total(), "%d round", "%d rounds"))
	}
	return append(lost, broadcast(c, t, text+"\n"+phrase.Of("In the order of their ratings: %s.", t.SeedWords()), nil)...), nil
}

// dropBarred takes those out of a match that begins who have been barred from their team's room
// since they entered, and returns messages to them.
func dropBarred(c *action.Call, t *tournament.Tournament) (told []bot.Message, err error) {
	if t.System != bot.TeamMatch {
		return nil, nil
	}
	t.Entrants = slices.DeleteFunc(t.Entrants, func(e bot.Entrant) bool {
		p, missing := action.CurrentPlayer(c.Tx, e.Player)
		barred, unread := action.BarredFrom(c, []bot.RoomID{t.TeamRoom(e.Team)}, p)
		err = errors.Join(err, missing, unread)
		if barred {
			told = append(told, bot.Address{User: e.User}.Message(phrase.Of("An organiser has barred you from your team's room, so you are not in %s.", t.Heading())))
		}
		return barred
	})
	return told, err
}

// enough reports whether so many have entered that a tournament can begin.
func enough(t *tournament.Tournament) bool {
	if t.System == bot.TeamMatch {
		m := tournament.MatchOf(t)
		return len(m.Team(0)) > 0 && len(m.Team(1)) > 0
	}
	return len(t.Entrants) >= t.Least
}

// errTooFew returns the problem that not enough players have entered a tournament.
func errTooFew(t *tournament.Tournament) error {
	if t.System == bot.TeamMatch {
		return bot.Problemf(bot.NotNow, "Each team of %s needs a player: `join %d` in its room.", t.Heading(), t.ID)
	}
	return bot.Problemf(bot.NotNow, "%s has %s, and needs %d.", phrase.Upper(t.Heading()), players(len(t.Entrants)), t.Least)
}

// rank orders the entrants of a tournament that begins by their ratings. The host of a simul stays
// the first, and the teams of a match are lined up.
func rank(c *action.Call, t *tournament.Tournament) (err error) {
	for i := range t.Entrants {
		if t.Entrants[i].Rating, err = seedRating(c, t, t.Entrants[i].Player); err != nil {
			return err
		}
	}
	ranked := t.Entrants
	if t.System == bot.Simul {
		ranked = ranked[tournament.Host:]
	}
	slices.SortStableFunc(ranked, func(a, b bot.Entrant) int { return cmp.Compare(b.Rating, a.Rating) })
	if t.System == bot.TeamMatch {
		tournament.MatchOf(t).LineUp()
	}
	return nil
}

// callOff cancels a tournament. It has no winner.
func callOff(c *action.Call, t *tournament.Tournament, why bot.Cause) ([]bot.Message, error) {
	drafted := t.Phase == bot.Drafted
	if err := abortAll(c, t, bot.TournamentOff); err != nil {
		return nil, err
	}
	t.Phase, t.Why, t.Ended, t.Awaits, t.Paused = bot.CalledOff, why, c.Uptime.Beat.UTC(), false, 0
	if drafted || t.Season != nil { // its league tells
		return nil, nil
	}
	return append(editTables(t), broadcast(c, t, phrase.Of("%s is called off: %s.", phrase.Upper(t.Heading()), t.CauseWords()), nil)...), nil
}

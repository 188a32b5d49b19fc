package service

import (
	"cmp"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// manageTournament lets organisers open, start, pause, resume and call off a tournament, and close a ladder.
func manageTournament(c *call) (bot.Reply, error) {
	verb := c.args.Word("verb")
	if c.args.Tournament == 0 {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "Which tournament? Say its number: `tournament ID %s`. `tournaments` lists them.", verb)
	}
	if verb == "accept" || verb == "decline" || verb == "quit" {
		return c.answerOrganisers(verb)
	}
	t, err := c.organised()
	if err != nil {
		return bot.Reply{}, err
	}
	if !slices.Contains(t.Verbs(), verb) {
		var can []string
		for _, v := range t.Verbs() {
			can = append(can, fmt.Sprintf("`tournament %d %s`", t.ID, v))
		}
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s cannot be told to %s now. You can say %s.", phrase.Upper(t.Heading()), verb, bot.Listing(can))
	}
	if verb == "cancel" || verb == "finish" { // which abort its games
		switch played, err := c.playing(t, 0); {
		case err != nil:
			return bot.Reply{}, err
		case played != 0:
			return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You play %s in %s yourself: another organiser has to end the tournament, or you when that game is over.", bot.GameNumber(played), t.Heading())
		}
	}
	if verb == "finish" && len(t.Rungs) > 0 {
		switch first, err := c.sameHand(t.Entrants[t.Rungs[0]-1].Player); {
		case err != nil:
			return bot.Reply{}, err
		case first:
			return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You stand first in %s yourself: another organiser has to finish it. `set %d organiser NAME` asks somebody to be one.", t.Heading(), t.ID)
		}
	}
	if (verb == "cancel" || verb == "finish") && c.args.Word("sure") != "confirm" {
		sure := bot.Button{Label: phrase.Of("Cancel tournament %d", t.ID), Command: fmt.Sprintf("tournament %d %s confirm", t.ID, verb)}
		text := phrase.Of("Do you want to cancel %s? Its games that go on are aborted. `%s` does so, and cannot be undone.", t.Heading(), sure.Command)
		if verb == "finish" {
			sure.Label = phrase.Of("Finish tournament %d", t.ID)
			text = phrase.Of("Do you want to finish %s? Its games that go on are aborted. `%s` does so, and cannot be undone.", t.Heading(), sure.Command)
		}
		return asking(c.answer(text, sure)), nil
	}
	var notices []bot.Message
	switch verb {
	case "open":
		notices, err = c.announceTournament(t)
	case "start":
		notices, err = c.begin(t)
	case "pause":
		t.Paused = c.uptime.Moment()
		notices = c.broadcast(t, phrase.Of("%s pauses %s: no round begins before it is resumed, which it is by itself after %s. Games go on, and so do their clocks.",
			c.me.Said(), t.Heading(), bot.Spell(tournament.LongestPause)), nil)
	case "resume":
		t.Paused = 0
		notices = c.broadcast(t, phrase.Of("%s resumes %s.", c.me.Said(), t.Heading()), nil)
		var more []bot.Message
		more, err = c.advance(t)
		notices = append(notices, more...)
	case "cancel":
		notices, err = c.callOff(t, bot.ByOrganisers)
	case "finish":
		notices, err = c.closeLadder(t, bot.NoCause)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	reply := bot.Reply{Notices: notices}
	if !slices.ContainsFunc(notices, func(m bot.Message) bool { return m.Room == c.request.Room && m.Room != (bot.RoomID{}) }) {
		reply.Answer = c.answer(phrase.Of("Done: %s is %s.", t.Heading(), t.PhaseWords())).Answer
	}
	return reply, c.tx.PutTournament(t.Tournament)
}

// agree returns a problem if the terms of a tournament that others see contradict each other.
func (c *call) agree(t *tournament.Tournament) error {
	now := c.uptime.Moment()
	switch {
	case t.Starts != 0 && t.Starts <= now:
		return bot.Problemf(bot.NotNow, "The start date of %s is in the past: %s. `set %d start DATE` sets another.",
			t.Heading(), bot.Timestamp(c.uptime.Calendar(t.Starts)), t.ID)
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

// announceTournament opens a tournament to entries.
func (c *call) announceTournament(t *tournament.Tournament) ([]bot.Message, error) {
	if err := c.agree(t); err != nil {
		return nil, err
	}
	t.Phase, t.Made = bot.Entering, c.uptime.Moment()
	text := phrase.Of("%s announces %s:\n%s\n`join %d` enters it.", c.me.Said(), t.Heading(), c.terms(t), t.ID)
	return c.broadcast(t, text, nil, c.service.button("join", t.ID.String()), c.service.button("tournament", t.ID.String())), nil
}

// beginIfFull starts a tournament once it has as many entrants as its terms want.
func (c *call) beginIfFull(t *tournament.Tournament) ([]bot.Message, error) {
	if t.Phase != bot.Entering || t.CheckIn || t.Full == 0 || len(t.Entrants) < max(t.Full, t.Least) {
		return nil, nil
	}
	return c.begin(t)
}

// begin starts a tournament, or calls it off if too few have entered.
func (c *call) begin(t *tournament.Tournament) ([]bot.Message, error) {
	var lost []bot.Message
	if t.CheckIns > 0 && t.CheckIn && t.Starts <= c.uptime.Moment() { // until then entrants can still check in
		t.Entrants = slices.DeleteFunc(t.Entrants, func(e bot.Entrant) bool {
			if !e.Ready {
				lost = append(lost, t.Address(e).Message(phrase.Of("%s has not checked in, and has lost the place in %s.", e.User.Said(), t.Heading())))
			}
			return !e.Ready
		})
	}
	for len(t.Waiting) > 0 && len(t.Entrants) < t.Most {
		t.Entrants, t.Waiting = append(t.Entrants, t.Waiting[0]), t.Waiting[1:]
	}
	if len(t.Entrants) < t.Least {
		if t.Starts == 0 || t.Starts > c.uptime.Moment() {
			return nil, bot.Problemf(bot.NotNow, "%s has %s, and needs %d.", phrase.Upper(t.Heading()), players(len(t.Entrants)), t.Least)
		}
		off, err := c.callOff(t, bot.TooFewEntered)
		return append(lost, off...), err
	}
	for _, e := range t.Waiting {
		lost = append(lost, t.Address(e).Message(phrase.Of("%s begins, and there was no place in it for %s.", phrase.Upper(t.Heading()), e.User.Said())))
	}
	for i := range t.Entrants {
		var err error
		if t.Entrants[i].Rating, err = c.seedRating(t, t.Entrants[i].Player); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(t.Entrants, func(a, b bot.Entrant) int { return cmp.Compare(b.Rating, a.Rating) })
	t.Phase, t.CheckIn, t.Waiting = bot.Running, false, nil
	var text string
	switch t.System {
	case bot.Ladder:
		for n := range t.Entrants {
			t.Rungs = append(t.Rungs, n+1)
		}
		t.Rounds = []bot.Round{{Variant: t.Variants[0], Opened: c.uptime.Moment()}}
		t.Quiet = c.uptime.Moment()
		text = phrase.Of("%s begins with %s. `challenge NAME ladder %d` challenges somebody up to %d rungs above.", phrase.Upper(t.Heading()), players(len(t.Entrants)), t.ID, tournament.Climbs)
	default:
		switch t.System {
		case bot.RoundRobin:
			t.Groups = t.Berger().Groups
		case bot.Swiss:
			if t.RoundCount == 0 {
				t.RoundCount = t.Total() // whoever enters late
			}
		}
		t.Awaits = true
		text = phrase.Of("%s begins with %s and %s. The first is being paired.", phrase.Upper(t.Heading()), players(len(t.Entrants)),
			phrase.Count(t.Total(), "%d round", "%d rounds"))
	}
	return append(lost, c.broadcast(t, text+"\n"+phrase.Of("In the order of their ratings: %s.", t.SeedWords()), nil)...), nil
}

// callOff ends a tournament without a winner.
func (c *call) callOff(t *tournament.Tournament, why bot.Cause) ([]bot.Message, error) {
	drafted := t.Phase == bot.Drafted
	if err := c.abortAll(t, bot.TournamentOff); err != nil {
		return nil, err
	}
	t.Phase, t.Why, t.Ended, t.Awaits, t.Paused = bot.CalledOff, why, c.uptime.Beat.UTC(), false, 0
	if drafted {
		return nil, nil
	}
	return c.broadcast(t, phrase.Of("%s is called off: %s.", phrase.Upper(t.Heading()), t.CauseWords()), nil), nil
}

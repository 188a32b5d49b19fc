package bot

import (
	"cmp"
	"fmt"
	"slices"

	"raumbot/bot/phrase"
)

// direct lets organisers open, begin, pause, resume and call off a
// tournament, and close a ladder.
func direct(c *call) (Reply, error) {
	verb := c.args.word("verb")
	if verb == "accept" || verb == "decline" || verb == "quit" {
		return c.answerOrganisers(verb)
	}
	t, err := c.organised()
	if err != nil {
		return Reply{}, err
	}
	if !slices.Contains(t.verbs(), verb) {
		var can []string
		for _, v := range t.verbs() {
			can = append(can, fmt.Sprintf("`direct %d %s`", t.ID, v))
		}
		return Reply{}, problem(NotNow, "%s cannot be told to %s now. What can be said is %s.", phrase.Upper(t.heading()), verb, listing(can))
	}
	if (verb == "cancel" || verb == "finish") && c.args.word("sure") != "confirm" {
		sure := Button{Label: phrase.Of("Cancel tournament %d", t.ID), Command: fmt.Sprintf("direct %d %s confirm", t.ID, verb)}
		text := phrase.Of("Do you want to cancel %s? Its games that go on are aborted. `%s` does so, and cannot be undone.", t.heading(), sure.Command)
		if verb == "finish" {
			sure.Label = phrase.Of("Finish tournament %d", t.ID)
			text = phrase.Of("Do you want to finish %s? Its games that go on are aborted. `%s` does so, and cannot be undone.", t.heading(), sure.Command)
		}
		return c.answer(text, sure), nil
	}
	var notices []Message
	switch verb {
	case "open":
		notices, err = c.announceTournament(&t)
	case "start":
		notices, err = c.begin(&t)
	case "pause":
		t.Paused = c.uptime.Moment()
		notices = c.broadcast(t, phrase.Of("%s pauses %s: no round begins before it is resumed, which it is by itself after %s. Games go on, and so do their clocks.",
			c.me.Name, t.heading(), spell(longestPause)), nil)
	case "resume":
		t.Paused = 0
		notices = c.broadcast(t, phrase.Of("%s resumes %s.", c.me.Name, t.heading()), nil)
		var more []Message
		more, err = c.advance(&t)
		notices = append(notices, more...)
	case "cancel":
		notices, err = c.callOff(&t, phrase.Of("its organisers have decided so"))
	case "finish":
		notices, err = c.closeLadder(&t, "")
	}
	if err != nil {
		return Reply{}, err
	}
	reply := Reply{Notices: notices}
	if !slices.ContainsFunc(notices, func(m Message) bool { return m.Room == c.request.Room && m.Room != (RoomID{}) }) {
		reply.Answer = c.answer(phrase.Of("Done: %s is %s.", t.heading(), t.phaseWords())).Answer
	}
	return reply, c.tx.PutTournament(t)
}

// verbs lists what organisers can tell a tournament to do.
func (t Tournament) verbs() []string {
	switch {
	case t.Phase == Drafted:
		return []string{"open", "cancel"}
	case t.Phase == Entering:
		return []string{"start", "cancel"}
	case t.System == Ladder:
		return []string{"finish", "cancel"}
	case t.Paused != 0:
		return []string{"resume", "cancel"}
	}
	return []string{"pause", "cancel"}
}

const (
	// longestPause is after how long a pause ends by itself.
	longestPause = 30 * day
	// patience is how long a draft, a tournament without a date, or a ladder without a game waits.
	patience = 90 * day
)

// agree makes sure that the terms of a tournament that others see do not contradict each other.
func (c *call) agree(t Tournament) error {
	now := c.uptime.Moment()
	switch {
	case t.Starts != 0 && t.Starts <= now:
		return problem(NotNow, "The date at which %s begins is past: it is %s. `arrange %d start DATE` sets another.",
			t.heading(), moment(c.uptime.Calendar(t.Starts)), t.ID)
	case t.CheckIns > 0 && t.Starts == 0:
		return problem(NotNow, "One cannot check in for %s, as no date says when it begins. `arrange %d start DATE` sets one, and `arrange %d checkin none` does without.",
			t.heading(), t.ID, t.ID)
	case t.System == Ladder && t.Ends != 0 && t.Ends <= max(now, t.Starts):
		return problem(NotNow, "%s would be over before it begins. `arrange %d end DATE` sets a later end.", phrase.Upper(t.heading()), t.ID)
	case t.RatingTo > 0 && t.RatingFrom > t.RatingTo:
		return problem(NotNow, "Nobody has a rating from %d to %d. `arrange %d ratingfrom NUMBER` and `ratingto` change that.", t.RatingFrom, t.RatingTo, t.ID)
	}
	return t.roomForMoves()
}

// roomForMoves makes sure that each side's share of a game is enough for at least one move.
func (t Tournament) roomForMoves() error {
	if move := max(t.Pace.PerMove, t.Pace.Bank); t.Within > 0 && t.share() < move {
		return problem(NotNow, "A game of at most %s leaves each side %s, and with this pace a single move may take %s. "+
			"`arrange %d within TIME` sets a longer time, and `arrange %d pace PACE` another pace.", spell(t.Within), spell(t.share()), spell(move), t.ID, t.ID)
	}
	return nil
}

// announceTournament opens a tournament to entries.
func (c *call) announceTournament(t *Tournament) ([]Message, error) {
	if err := c.agree(*t); err != nil {
		return nil, err
	}
	t.Phase, t.Made = Entering, c.uptime.Moment()
	text := phrase.Of("%s announces %s:\n%s\n`join %d` enters it.", c.me.Name, t.heading(), c.terms(*t), t.ID)
	return c.broadcast(*t, text, nil, c.service.button("join", t.ID.String()), c.service.button("tournament", t.ID.String())), nil
}

// beginIfFull begins a tournament if as many have entered as its terms want.
func (c *call) beginIfFull(t *Tournament) ([]Message, error) {
	if t.Phase != Entering || t.CheckIn || t.Full == 0 || len(t.Entrants) < max(t.Full, t.Least) {
		return nil, nil
	}
	return c.begin(t)
}

// begin begins a tournament, or calls it off if too few have entered.
func (c *call) begin(t *Tournament) ([]Message, error) {
	var lost []Message
	if t.CheckIns > 0 && t.CheckIn && t.Starts <= c.uptime.Moment() { // until then one can still check in
		t.Entrants = slices.DeleteFunc(t.Entrants, func(e Entrant) bool {
			if !e.Ready {
				lost = append(lost, t.toEntrant(e, phrase.Of("%s has not checked in, and has lost the place in %s.", e.User.Name, t.heading())))
			}
			return !e.Ready
		})
	}
	for len(t.Waiting) > 0 && len(t.Entrants) < t.Most {
		t.Entrants, t.Waiting = append(t.Entrants, t.Waiting[0]), t.Waiting[1:]
	}
	if len(t.Entrants) < t.Least {
		if t.Starts == 0 || t.Starts > c.uptime.Moment() {
			return nil, problem(NotNow, "%s has %s, and needs %d.", phrase.Upper(t.heading()), players(len(t.Entrants)), t.Least)
		}
		off, err := c.callOff(t, phrase.Of("it has %s, and needs %d", players(len(t.Entrants)), t.Least))
		return append(lost, off...), err
	}
	for _, e := range t.Waiting {
		lost = append(lost, t.toEntrant(e, phrase.Of("%s begins, and there was no place in it for %s.", phrase.Upper(t.heading()), e.User.Name)))
	}
	for i := range t.Entrants {
		var err error
		if t.Entrants[i].Rating, err = c.entryRating(*t, t.Entrants[i].Player); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(t.Entrants, func(a, b Entrant) int { return cmp.Compare(b.Rating, a.Rating) })
	t.Phase, t.CheckIn, t.Waiting = Running, false, nil
	var text string
	switch t.System {
	case Ladder:
		for n := range t.Entrants {
			t.Rungs = append(t.Rungs, n+1)
		}
		t.Rounds = []Round{{Variant: t.Variants[0], Opened: c.uptime.Moment()}}
		t.Quiet = c.uptime.Moment()
		text = phrase.Of("%s begins with %s. `climb NAME` challenges somebody up to %d rungs above.", phrase.Upper(t.heading()), players(len(t.Entrants)), climbs)
	default:
		switch t.System {
		case RoundRobin:
			t.Groups = t.berger().Groups
		case Swiss:
			if t.RoundCount == 0 {
				t.RoundCount = t.total() // whoever enters late
			}
		}
		t.Awaits = true
		text = phrase.Of("%s begins with %s and %s. The first is being paired.", phrase.Upper(t.heading()), players(len(t.Entrants)),
			phrase.Count(t.total(), "%d round", "%d rounds"))
	}
	return append(lost, c.broadcast(*t, text+"\n"+phrase.Of("In the order of their ratings: %s.", t.seedWords()), nil)...), nil
}

// seedWords lists the entrants with their ratings.
func (t Tournament) seedWords() string {
	var words []string
	for i, e := range t.Entrants {
		words = append(words, fmt.Sprintf("%s (%d)", t.name(i+1), e.Rating))
	}
	return listing(words)
}

// callOff ends a tournament without a winner.
func (c *call) callOff(t *Tournament, why string) ([]Message, error) {
	drafted := t.Phase == Drafted
	if err := c.abortAll(t, tournamentOff); err != nil {
		return nil, err
	}
	t.Phase, t.Why, t.Ended, t.Awaits, t.Paused = CalledOff, why, c.uptime.Beat.UTC(), false, 0
	if drafted {
		return nil, nil
	}
	return c.broadcast(*t, phrase.Of("%s is called off: %s.", phrase.Upper(t.heading()), why), nil), nil
}

// phaseWords says how far a tournament has come, as part of a sentence.
func (t Tournament) phaseWords() string {
	switch {
	case t.Phase == Drafted:
		return phrase.Of("a draft, which only its organisers see")
	case t.Phase == Entering:
		return phrase.Of("open for entries")
	case t.Paused != 0:
		return phrase.Of("paused")
	case t.Phase == Running && t.System == Ladder:
		return phrase.Of("under way")
	case t.Phase == Running && len(t.Rounds) == 0:
		return phrase.Of("about to begin")
	case t.Phase == Running:
		n := len(t.Rounds)
		return t.inRound(n, phrase.Of("in the final"), phrase.Of("in the semi-finals"), phrase.Of("in the quarter-finals"), phrase.Of("in round %d of %d", n, t.total()))
	case t.Phase == CalledOff:
		return phrase.Of("called off: %s", t.Why)
	}
	return phrase.Of("over")
}

// checkIn confirms that the user will play.
func checkIn(c *call) (Reply, error) {
	t, err := c.tournament(func(t Tournament) bool { return t.Phase == Entering && t.CheckIn && t.entrant(c.me.ID) > 0 })
	if err != nil {
		return Reply{}, err
	}
	number := t.entrant(c.me.ID)
	switch {
	case number == 0:
		return Reply{}, problem(NotNow, "You are not in %s. `join %d` enters it.", t.heading(), t.ID)
	case t.Phase != Entering || !t.CheckIn:
		return Reply{}, problem(NotNow, "There is nothing to check in for in %s now.", t.heading())
	}
	t.Entrants[number-1].Ready = true
	return c.answer(phrase.Of("You have checked in for %s, which begins %s.", t.heading(), moment(c.uptime.Calendar(t.Starts)))), c.tx.PutTournament(t)
}

// Wake returns when a sweep has to look at the tournament next, or zero for never.
func (t Tournament) Wake() Moment {
	switch {
	case t.Over():
		return 0
	case t.Phase == Drafted:
		return t.Made.Plus(patience)
	case t.Phase == Entering && t.Starts == 0:
		return t.Made.Plus(patience)
	case t.Phase == Entering && t.CheckIns > 0 && !t.CheckIn:
		return max(t.Starts.Plus(-t.CheckIns), 1)
	case t.Phase == Entering:
		return t.Starts
	case t.Paused != 0:
		return t.Paused.Plus(longestPause)
	case t.System == Ladder && t.Quiet != 0 && len(t.running()) == 0 && (t.Ends == 0 || t.Quiet.Plus(patience) < t.Ends):
		return t.Quiet.Plus(patience)
	case t.System == Ladder:
		return t.Ends
	}
	if next := t.nextRound(); !t.Awaits && next > 0 && t.mayPair(next) {
		return next
	}
	return 0
}

// nextRound returns when the next round may begin, zero if that is no matter of time.
func (t Tournament) nextRound() Moment {
	if t.Every == 0 || len(t.Rounds) == 0 {
		return 0
	}
	return t.Rounds[len(t.Rounds)-1].Opened.Plus(t.Every)
}

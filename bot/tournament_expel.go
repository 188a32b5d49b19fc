package bot

import (
	"slices"

	"raumbot/bot/phrase"
)

// expel removes somebody from a tournament, by its organisers. They cannot enter it again unless an organiser readmits them.
func expel(c *call) (Reply, error) {
	t, err := c.organised()
	if err != nil {
		return Reply{}, err
	}
	p, err := c.opponent(t, c.args.word("name"))
	if err != nil {
		return Reply{}, err
	}
	number, waits := t.entrant(p.ID), t.waits(p.ID)
	var e Entrant
	name := p.Name
	switch {
	case waits >= 0:
		e = t.Waiting[waits]
	case number == 0 || t.Entrants[number-1].Gone:
		return Reply{}, problem(Unknown, "%s is not in %s. `standings %d` lists who is.", p.Name, t.heading(), t.ID)
	case t.against(c.me.ID, number) != 0: // as with adjudications
		return Reply{}, problem(NotAllowed, "You play %s against %s yourself: another organiser has to remove them.", gameNumber(t.against(c.me.ID, number)), t.name(number))
	default:
		e, name = t.Entrants[number-1], t.name(number)
	}
	text := phrase.Of("%s removes %s from %s.", c.me.Name, name, t.heading())
	if reason := trimStop(cleanText(c.args.word("reason"))); reason != "" {
		if len([]rune(reason)) > maxRuling {
			return Reply{}, problem(Misunderstood, "A reason has at most %d characters.", maxRuling)
		}
		text = phrase.Of("%s removes %s from %s, because: %s.", c.me.Name, name, t.heading(), reason)
	}
	if !t.bars(p) {
		t.Barred = append(t.Barred, p.ID)
	}
	reply := c.entered(t, text)
	if e.Room != t.Home {
		reply.Notices = append(reply.Notices, t.toEntrant(e, text))
	}
	if waits >= 0 {
		t.Waiting = slices.Delete(t.Waiting, waits, waits+1)
		return reply, c.tx.PutTournament(t)
	}
	notices, err := c.removeEntrant(&t, number)
	if err != nil {
		return Reply{}, err
	}
	reply.Notices = append(reply.Notices, notices...)
	return reply, c.tx.PutTournament(t)
}

// removeEntrant takes an entrant out of a tournament, whose games there are forfeited at once.
func (c *call) removeEntrant(t *Tournament, number int) ([]Message, error) {
	if t.Phase != Running {
		return c.takeOut(t, number)
	}
	t.drop(number)
	lost, err := c.forfeit(t, number)
	if err != nil {
		return nil, err
	}
	more, err := c.advance(t)
	return append(lost, more...), err
}

// against returns the game of a player against an entrant that goes on, zero if there is none.
func (t Tournament) against(p PlayerID, number int) GameID {
	me := t.entrant(p)
	for _, g := range t.running() {
		if me != number && g.has(me) && g.has(number) {
			return g.ID
		}
	}
	return 0
}

// bars reports whether an organiser has removed a player and not readmitted them, also if they have been forgotten since.
func (t Tournament) bars(p Player) bool { return slices.ContainsFunc(t.Barred, p.is) }

// removed reports whether an entrant of a tournament that has begun is out of it by an organiser's decision.
func (t Tournament) removed(number int) bool {
	e := t.Entrants[number-1]
	return e.Gone && slices.Contains(t.Barred, e.Player)
}

// readmit lets somebody enter a tournament again who was removed, by its organisers.
func readmit(c *call) (Reply, error) {
	t, err := c.organised()
	if err != nil {
		return Reply{}, err
	}
	p, err := c.namedIn(t, c.args.word("name"), func(e Entrant) bool { return slices.Contains(t.Barred, e.Player) }, c.person)
	if err != nil {
		return Reply{}, err
	}
	if !t.bars(p) {
		return Reply{}, problem(NotNow, "%s has not been removed from %s.", p.Name, t.heading())
	}
	name, number := p.Name, t.entrant(p.ID)
	if number > 0 {
		name = t.name(number)
	}
	if !t.takesEntries() || t.System != Ladder && t.had(p) {
		return Reply{}, problem(NotNow, "%s cannot come back to %s any more.", name, t.heading())
	}
	t.Barred = slices.DeleteFunc(t.Barred, p.is)
	text := phrase.Of("%s lets %s enter %s again.", c.me.Name, name, t.heading())
	reply := c.entered(t, text)
	if u, ok := p.user(t.Home.Platform); ok && t.Scope == ThisRoom {
		reply.Notices[0].To = []User{u}
	} else { // who may not see the tournament's room
		reply.Notices = append(reply.Notices, c.toPlayer(p, text, c.service.button("join", t.ID.String()))...)
	}
	return reply, c.tx.PutTournament(t)
}

package bot

import (
	"fmt"
	"math"
	"slices"

	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
)

// join enters the user into a tournament.
func join(c *call) (Reply, error) {
	t, err := c.tournament(func(t Tournament) bool { return t.takesEntries() && t.entrant(c.me.ID) == 0 })
	if err != nil {
		return Reply{}, err
	}
	if err := c.mayEnter(t); err != nil {
		return Reply{}, err
	}
	e := Entrant{Player: c.me.ID, User: c.request.From, Room: c.request.Room, Ready: t.CheckIn}
	if e.Rating, err = c.entryRating(t, c.me.ID); err != nil {
		return Reply{}, err
	}
	if t.RatingFrom > 0 && e.Rating < t.RatingFrom || t.RatingTo > 0 && e.Rating > t.RatingTo {
		return Reply{}, problem(NotAllowed, "Your rating in %s is %d, and %s. `tournaments` lists others.", title(t.Variants[0]), e.Rating, t.ratingWords())
	}
	switch {
	case t.Phase == Running:
		return c.enterLate(t, e)
	case len(t.Entrants) >= t.Most && len(t.Waiting) >= maxEntrants:
		return Reply{}, problem(NotNow, "%s is full, and so is its waiting list. `tournaments` lists others.", phrase.Upper(t.heading()))
	case len(t.Entrants) >= t.Most:
		t.Waiting = append(t.Waiting, e)
		return c.answer(phrase.Of("%s is full. You are number %d on its waiting list, and are told if a place becomes free. `leave %d` takes you off.",
			phrase.Upper(t.heading()), len(t.Waiting), t.ID)), c.tx.PutTournament(t)
	}
	t.Entrants = append(t.Entrants, e)
	text := phrase.Of("%s enters %s, which has %s now.", e.User.Name, t.heading(), players(len(t.Entrants)))
	reply := c.entered(t, text)
	begun, err := c.beginIfFull(&t)
	reply.Notices = append(reply.Notices, begun...)
	if err != nil {
		return Reply{}, err
	}
	return reply, c.tx.PutTournament(t)
}

// entered tells a change among the entrants in the tournament's room, and to
// the user if they are elsewhere.
func (c *call) entered(t Tournament, text string) Reply {
	reply := Reply{Notices: []Message{{Platform: t.Home.Platform, Audience: Public, Room: t.Home, Text: text}}}
	if t.Phase == Entering {
		reply.Notices[0].Buttons = []Button{c.service.button("join", t.ID.String())}
	}
	if t.Home != c.request.Room {
		reply.Answer = c.answer(text).Answer
	}
	return reply
}

func (t Tournament) ratingWords() string {
	switch {
	case t.RatingFrom == 0:
		return phrase.Of("that tournament is for ratings up to %d", t.RatingTo)
	case t.RatingTo == 0:
		return phrase.Of("that tournament is for ratings from %d on", t.RatingFrom)
	}
	return phrase.Of("that tournament is for ratings from %d to %d", t.RatingFrom, t.RatingTo)
}

// takesEntries reports whether one can still enter.
func (t Tournament) takesEntries() bool {
	switch {
	case t.Phase == Entering:
		return true
	case t.Phase != Running:
		return false
	}
	return t.System == Ladder || t.System == Swiss && len(t.Rounds) <= t.Late && len(t.Rounds) < t.total()
}

// mayEnter makes sure that the user can enter a tournament.
func (c *call) mayEnter(t Tournament) error {
	n := t.entrant(c.me.ID)
	switch {
	case t.Phase == Drafted:
		return problem(NotNow, "%s has not been announced yet. `direct %d open` does so.", phrase.Upper(t.heading()), t.ID)
	case t.Over():
		return problem(NotNow, "%s is over. `tournaments` lists others.", phrase.Upper(t.heading()))
	case n > 0 && !t.Entrants[n-1].Gone:
		return problem(NotNow, "You are in %s already. `leave %d` leaves it.", t.heading(), t.ID)
	case t.System != Ladder && t.had(c.me):
		return problem(NotNow, "You are out of %s, and cannot come back while it runs.", t.heading())
	case slices.ContainsFunc(t.Waiting, func(e Entrant) bool { return e.Player == c.me.ID }):
		return problem(NotNow, "You are on the waiting list of %s already. `leave %d` takes you off.", t.heading(), t.ID)
	case !t.takesEntries():
		return problem(NotNow, "%s has begun, and takes no more entries. `tournaments` lists others.", phrase.Upper(t.heading()))
	case t.bars(c.me):
		return problem(NotAllowed, "The organisers of %s have removed you. One of them can take that back with `readmit %d NAME`.", t.heading(), t.ID)
	case t.Phase == Running && t.active() >= t.Most:
		return problem(NotNow, "%s is full. `tournaments` lists others.", phrase.Upper(t.heading()))
	case !c.within(t) && t.Scope == ThisServer:
		return problem(NotAllowed, "%s is for those in its server. Say `join %d` there.", phrase.Upper(t.heading()), t.ID)
	case !c.within(t):
		return problem(NotAllowed, "%s is for those in its room. Say `join %d` there.", phrase.Upper(t.heading()), t.ID)
	}
	return nil
}

// entryRating returns a player's rating in the first of the tournament's games.
func (c *call) entryRating(t Tournament, p PlayerID) (int, error) {
	r, err := c.rating(p, t.Variants[0])
	return int(math.Round(r.Value)), err
}

// lateHalves is how many of the rounds that one has missed count half a point.
const lateHalves = 2

// enterLate enters somebody into a tournament that has begun.
func (c *call) enterLate(t Tournament, e Entrant) (Reply, error) {
	number := t.entrant(e.Player)
	if number > 0 { // back on a ladder
		t.Entrants[number-1].Gone, t.Entrants[number-1].Timeouts = false, 0
		t.Entrants[number-1].User, t.Entrants[number-1].Room = e.User, e.Room
	} else {
		if len(t.Entrants) >= maxEntrants {
			return Reply{}, problem(NotNow, "%s has had %d players, and takes no more.", phrase.Upper(t.heading()), maxEntrants)
		}
		t.Entrants = append(t.Entrants, e)
		number = len(t.Entrants)
	}
	if t.System == Ladder {
		t.Rungs, t.Quiet = append(t.Rungs, number), c.uptime.Moment()
		return c.entered(t, phrase.Of("%s enters %s, on rung %d.", e.User.Name, t.heading(), len(t.Rungs))), c.tx.PutTournament(t)
	}
	for i := range t.Rounds {
		kind := pairing.Half
		if i >= lateHalves {
			kind = pairing.Zero
		}
		t.Rounds[i].Byes = append(t.Rounds[i].Byes, TournamentBye{Bye: pairing.Bye{Entrant: number, Kind: kind}})
	}
	text := phrase.Of("%s enters %s.", e.User.Name, t.heading())
	if len(t.Rounds) > 0 {
		text = phrase.Of("%s enters %s late, with %s for the %s missed.", e.User.Name, t.heading(), pointWords(float64(min(len(t.Rounds), lateHalves))/2),
			phrase.Count(len(t.Rounds), "%d round", "%d rounds"))
	}
	return c.entered(t, text), c.tx.PutTournament(t)
}

// halves writes half points as people do.
func halves(n int) string {
	switch {
	case n == 1:
		return "½"
	case n%2 == 1:
		return fmt.Sprintf("%d½", n/2)
	}
	return fmt.Sprint(n / 2)
}

// leave takes the user out of a tournament, after asking if it has begun.
func leave(c *call) (Reply, error) {
	t, err := c.tournament(func(t Tournament) bool { return !t.Over() && (t.entrant(c.me.ID) > 0 || t.waits(c.me.ID) >= 0) })
	if err != nil {
		return Reply{}, err
	}
	if i := t.waits(c.me.ID); i >= 0 && !t.Over() {
		t.Waiting = slices.Delete(t.Waiting, i, i+1)
		return c.answer(phrase.Of("You are off the waiting list of %s.", t.heading())), c.tx.PutTournament(t)
	}
	number := t.entrant(c.me.ID)
	switch {
	case t.Over():
		return Reply{}, problem(NotNow, "%s is over.", phrase.Upper(t.heading()))
	case number == 0:
		return Reply{}, problem(NotNow, "You are not in %s. `join %d` enters it.", t.heading(), t.ID)
	case t.Entrants[number-1].Gone:
		return Reply{}, problem(NotNow, "You have left %s already.", t.heading())
	case t.Phase == Running && c.args.word("sure") != "confirm":
		sure := Button{Label: phrase.Of("Leave tournament %d", t.ID), Command: fmt.Sprintf("leave %d confirm", t.ID)}
		what := phrase.Of("Your game there goes on until all others of the round are over, and is lost then; later ones are forfeited.")
		if t.System == Ladder {
			what = phrase.Of("Your games there are lost at once.")
		}
		return c.answer(phrase.Of("Do you want to leave %s? %s `%s` does so.", t.heading(), what, sure.Command), sure), nil
	}
	text := phrase.Of("%s leaves %s.", c.me.Name, t.heading())
	notices, err := c.takeOut(&t, number)
	if err != nil {
		return Reply{}, err
	}
	reply := c.entered(t, text)
	reply.Notices = append(reply.Notices, notices...)
	return reply, c.tx.PutTournament(t)
}

func (t Tournament) waits(p PlayerID) int {
	return slices.IndexFunc(t.Waiting, func(e Entrant) bool { return e.Player == p })
}

// takeOut takes an entrant out of a tournament, and does what follows.
func (c *call) takeOut(t *Tournament, number int) ([]Message, error) {
	if t.Phase == Running {
		t.drop(number)
		return c.advance(t)
	}
	t.Entrants = slices.Delete(t.Entrants, number-1, number)
	return c.moveUp(t), nil
}

// moveUp gives free places to those who wait, before the tournament begins.
func (c *call) moveUp(t *Tournament) (notices []Message) {
	for len(t.Waiting) > 0 && len(t.Entrants) < t.Most {
		next := t.Waiting[0]
		next.Ready = t.CheckIn
		t.Waiting = slices.Delete(t.Waiting, 0, 1)
		t.Entrants = append(t.Entrants, next)
		text := phrase.Of("%s moves up from the waiting list of %s, and is in it now.", next.User.Name, t.heading())
		notices = append(append(notices, t.toEntrant(next, text)), c.homeMessage(*t, next, text)...)
	}
	return notices
}

// drop notes that an entrant of a tournament that runs takes part no more. A rung is
// kept until games that are lost by this have changed the ladder; see [call.clearLadder].
func (t *Tournament) drop(number int) {
	t.Entrants[number-1].Gone = true
}

// toEntrant returns a message to one entrant, where they have entered.
func (t Tournament) toEntrant(e Entrant, text string) Message {
	m := Message{Platform: e.User.Platform, Audience: Public, Room: e.Room, To: []User{e.User}, Text: text}
	if e.Room == (RoomID{}) {
		m.Audience = Private
	}
	return m
}

// homeMessage returns a message to the tournament's room if an entrant is elsewhere.
func (c *call) homeMessage(t Tournament, e Entrant, text string) []Message {
	if e.Room == t.Home {
		return nil
	}
	return []Message{{Platform: t.Home.Platform, Audience: Public, Room: t.Home, Text: text}}
}

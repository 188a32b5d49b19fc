package bot

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// announced reports whether others than its organisers know of a tournament.
func (t Tournament) announced() bool { return t.Phase != Drafted }

// begun reports whether a tournament has been played at all.
func (t Tournament) begun() bool { return len(t.Rounds) > 0 }

// listTournaments lists the tournaments that can be seen from here: those that
// take entries by when they begin, those that run, or those that are over.
func listTournaments(c *call) (Reply, error) {
	over := c.args.word("which") == "over"
	all, err := c.tx.Tournaments(over, 0)
	if err != nil {
		return Reply{}, err
	}
	all = slices.DeleteFunc(all, func(t Tournament) bool {
		return t.Phase == Drafted && !c.directs(t) || !c.within(t) && t.entrant(c.me.ID) == 0 && !c.directs(t) || t.Phase == CalledOff && len(t.Rounds) == 0
	})
	slices.SortStableFunc(all, func(a, b Tournament) int { return int(a.calendar() - b.calendar()) })
	begin := strings.TrimSpace("tournaments " + c.args.word("which"))
	page := max(c.args.number("page"), 1)
	from := (page - 1) * listed
	if page > 1 && from >= len(all) {
		return Reply{}, problem(Unknown, "The list has no page %d. `%s` begins it.", page, begin)
	}
	var lines []string
	var buttons []Button
	for i, t := range all[from:] {
		if i == listed {
			next := Button{Label: phrase.Of("Next page"), Command: fmt.Sprintf("%s page %d", begin, page+1)}
			lines = append(lines, phrase.Of("… and %d more: `%s` goes on, and `tournament 7` shows any by its number.", len(all)-from-i, next.Command))
			buttons = append(buttons, next)
			break
		}
		lines = append(lines, c.calendarLine(t))
		if t.takesEntries() && t.entrant(c.me.ID) == 0 && len(buttons) < 5 {
			buttons = append(buttons, Button{Label: phrase.Of("Join %s", t.Name), Command: "join " + t.ID.String()})
		}
	}
	switch {
	case len(lines) == 0 && over:
		return c.answer(phrase.Of("No tournament has ended that you can see here. `tournaments` lists those to come.")), nil
	case len(lines) == 0:
		return c.answer(phrase.Of("No tournament is open or going on here. An organiser of a room begins one with `organise`.")), nil
	}
	return c.answer(strings.Join(lines, "\n"), buttons...), nil
}

// calendar puts tournaments in order: those with a date first, by it, then
// those without, then those that run, the newest of each last.
func (t Tournament) calendar() int64 {
	switch {
	case t.Over():
		return -t.Ended.Unix()
	case t.Phase == Running:
		return 1<<60 + int64(t.ID)
	case t.Starts == 0:
		return 1<<59 + int64(t.ID)
	}
	return int64(t.Starts)
}

// calendarLine is a tournament in a list.
func (c *call) calendarLine(t Tournament) string {
	state := t.phaseWords()
	switch {
	case t.Phase == Completed:
		state = phrase.Of("over since %s; won by %s among %s", moment(t.Ended), t.names(t.Winners), players(len(t.Entrants)))
	case t.Phase == Entering && t.Starts != 0:
		state += ", " + phrase.Of("begins %s", moment(c.uptime.Calendar(t.Starts)))
	}
	line := fmt.Sprintf("%d. %s: %s, %s, %s", t.ID, t.Name, t.System.title(), t.Pace.Words(), state)
	if t.Phase == Entering {
		line += "; " + phrase.Of("%d of %d places taken, `join %d`", len(t.Entrants), t.Most, t.ID)
	}
	return line + "."
}

// showTournament tells what a tournament is, and how it stands.
func showTournament(c *call) (Reply, error) {
	t, err := c.tournament(Tournament.announced)
	if err != nil {
		return Reply{}, err
	}
	var organisers []string
	for _, id := range t.Organisers {
		p, err := c.tx.Player(id)
		if err != nil {
			return Reply{}, err
		}
		organisers = append(organisers, p.Name)
	}
	lines := []string{
		phrase.Of("%s is %s.", phrase.Upper(t.heading()), t.phaseWords()),
		c.terms(t),
		phrase.Of("Organised by %s.", listing(organisers)),
	}
	if len(t.Entrants) > 0 {
		var names []string
		for i := range t.Entrants {
			names = append(names, t.name(i+1))
		}
		lines = append(lines, fmt.Sprintf("%s: %s.", players(len(names)), listing(names)))
	}
	if len(t.Waiting) > 0 {
		lines = append(lines, phrase.Of("%d on the waiting list.", len(t.Waiting)))
	}
	buttons := c.draftButtons(t)
	if t.takesEntries() && t.entrant(c.me.ID) == 0 && c.within(t) {
		buttons = append(buttons, c.service.button("join", t.ID.String()))
	}
	if t.begun() {
		buttons = append(buttons, c.service.button("standings", t.ID.String()), c.service.button("pairings", t.ID.String()), c.service.button("crosstable", t.ID.String()))
	}
	return c.answer(strings.Join(lines, "\n"), buttons...), nil
}

// started returns the tournament that the user wants to see, once it has begun.
func (c *call) started() (Tournament, error) {
	t, err := c.tournament(Tournament.begun)
	if err == nil && !t.begun() {
		err = problem(NotNow, "%s is %s: there are no games to show. `tournament %d` tells more.", phrase.Upper(t.heading()), t.phaseWords(), t.ID)
	}
	return t, err
}

// showStandings tells who leads, and what a win would mean for the user.
func showStandings(c *call) (Reply, error) {
	t, err := c.started()
	if err != nil {
		return Reply{}, err
	}
	places, err := t.standings()
	if err != nil {
		return Reply{}, err
	}
	lines := append([]string{phrase.Of("%s is %s.", phrase.Upper(t.heading()), t.phaseWords())}, t.standingLines(places)...)
	more, err := c.prospect(t)
	if err != nil {
		return Reply{}, err
	}
	if more != "" {
		lines = append(lines, more)
	}
	return c.answer(strings.Join(lines, "\n"), c.service.button("crosstable", t.ID.String())), nil
}

// showPairings lists the games of a round.
func showPairings(c *call) (Reply, error) {
	t, err := c.started()
	if err != nil {
		return Reply{}, err
	}
	n := c.args.number("round")
	if n == 0 {
		n = len(t.Rounds)
	}
	if n > len(t.Rounds) {
		return Reply{}, problem(NotNow, "Round %d of %s has not been paired. The newest is %d.", n, t.heading(), len(t.Rounds))
	}
	text := phrase.Of("%s of %s, %s:\n%s", phrase.Upper(t.roundName(n)), t.heading(), title(t.Rounds[n-1].Variant), t.pairingLines(n))
	if t.System == Ladder {
		text = phrase.Of("The games of %s:\n%s", t.heading(), t.ladderLines())
	}
	return c.answer(text), nil
}

// ladderLines lists the games of a ladder that go on, and the newest that are over.
func (t Tournament) ladderLines() string {
	shown := t
	r := t.Rounds[0]
	r.Games = slices.Clone(r.Games)
	slices.Reverse(r.Games)
	slices.SortStableFunc(r.Games, func(a, b TournamentGame) int {
		return map[bool]int{false: 0, true: 1}[a.Result != pairing.Pending] - map[bool]int{false: 0, true: 1}[b.Result != pairing.Pending]
	})
	r.Games = r.Games[:min(len(r.Games), listed)]
	shown.Rounds = []Round{r}
	return shown.pairingLines(1)
}

// showCrosstable shows who has met whom: a table, or the tree of a knockout.
func showCrosstable(c *call) (Reply, error) {
	t, err := c.started()
	if err != nil {
		return Reply{}, err
	}
	if c.args.word("form") == "text" {
		text, err := t.crosstableText()
		return c.answer(phrase.Of("%s is %s.\n%s", phrase.Upper(t.heading()), t.phaseWords(), text)), err
	}
	reply := c.answer(phrase.Of("%s is %s. `crosstable %d text` writes it in words.", phrase.Upper(t.heading()), t.phaseWords(), t.ID)+t.numbered(), c.service.button("standings", t.ID.String()))
	reply.Answer[0].Picture = t.picture()
	return reply, nil
}

// picture returns the picture of how a tournament stands.
func (t Tournament) picture() *Picture { return &Picture{Tournament: t.ID} }

// crosstableText tells, player by player, whom they have met and how it went.
func (t Tournament) crosstableText() (string, error) {
	places, err := t.standings()
	var lines []string
	for _, p := range places {
		var games []string
		for i := range t.Rounds {
			for _, cell := range t.cells(i+1, p.Entrant) {
				games = append(games, cell.words(t))
			}
		}
		if games == nil {
			games = []string{phrase.Of("no game")}
		}
		lines = append(lines, fmt.Sprintf("%d. %s: %s.", p.Place, t.name(p.Entrant), strings.Join(games, ", ")))
	}
	return strings.Join(lines, "\n"), err
}

// cell is what an entrant has in a round: a game, or a bye.
type cell struct {
	opponent int // zero for a bye
	black    bool
	game     TournamentGame
	bye      pairing.ByeKind
}

// cells returns what an entrant has in a round, nothing if they are out.
func (t Tournament) cells(round, number int) (all []cell) {
	r := t.Rounds[round-1]
	for _, g := range r.Games {
		if g.has(number) {
			all = append(all, cell{opponent: g.other(number), black: g.Black == number, game: g})
		}
	}
	for _, b := range r.Byes {
		if b.Entrant == number && !(t.System == Knockout && b.Kind == pairing.Zero) {
			all = append(all, cell{bye: b.Kind})
		}
	}
	return all
}

// mark returns the entrant's part of the result as tables show it: 1, ½ or 0, + or - for forfeits.
func (x cell) mark() string {
	own, _ := x.game.Result.Halves()
	if x.black {
		_, own = x.game.Result.Halves()
	}
	switch {
	case x.opponent == 0:
		return map[pairing.ByeKind]string{pairing.Allocated: "bye 1", pairing.Half: "bye ½", pairing.Zero: "bye"}[x.bye]
	case x.game.Result == pairing.Pending:
		return "…"
	case !x.game.Result.Played():
		return map[int]string{0: "-", 2: "+"}[own]
	}
	return halves(own)
}

// words writes the cell for reading.
func (x cell) words(t Tournament) string {
	if x.opponent == 0 {
		return t.byeWords(x.bye)
	}
	name, colour := t.name(x.opponent), rules.White
	if x.black {
		colour = rules.Black
	}
	switch x.mark() {
	case "…":
		return phrase.Of("plays %s as %s", name, colour)
	case "1":
		return phrase.Of("beat %s as %s", name, colour)
	case "½":
		return phrase.Of("drew with %s as %s", name, colour)
	case "0":
		return phrase.Of("lost to %s as %s", name, colour)
	case "+":
		return phrase.Of("won by forfeit against %s as %s", name, colour)
	}
	return phrase.Of("forfeited against %s as %s", name, colour)
}

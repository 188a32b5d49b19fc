package desk

import (
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

const (
	// usualTeam is the number of boards of a match if the challenge names none, and fewestBoards and
	// mostTeam limit what it can name.
	usualTeam, fewestBoards, mostTeam = 4, 2, 20
	// signUp is how long after a match has been accepted it begins, unless both captains want to
	// begin sooner.
	signUp = 7 * bot.Day
)

// challengeTeam challenges any other room to a match with this one.
func challengeTeam(c *action.Call) (bot.Reply, error) {
	if err := mayLead(c); err != nil {
		return bot.Reply{}, err
	}
	if err := play.Usual(c, c.Command.Usage(), c.Command.Example); err != nil {
		return bot.Reply{}, err
	}
	t := tournament.Of(bot.Tournament{Terms: defaultTerms(bot.TeamMatch), Phase: bot.Entering, Home: c.Request.Room, Server: c.Request.Server(), Made: c.Uptime.Moment()})
	t.Captains[0] = bot.Captain{Player: c.Me.ID, User: c.Request.From}
	t.Variants, t.Rated, t.Double = []string{c.Args.Variant.ID()}, c.Args.Word("stakes") == "rated", c.Args.Number("games") == 2
	if here := c.Args.Pace; here != nil && here.Ticks() {
		t.Pace, t.Vacation = *here, play.DefaultOptions(*here).Vacation
	}
	if t.Boards = c.Args.Number("boards"); t.Boards == 0 {
		t.Boards = usualTeam
	}
	if t.Boards < fewestBoards {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "A match has from %d to %d boards. `challenge NAME` challenges one person.", fewestBoards, mostTeam)
	}
	t.Most = bot.MaxEntrants
	var err error
	if t.ID, err = c.Tx.NextTournament(); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s challenges another room to %s:\n%s\n`join %d` plays for this room.", c.Me.Said(), t.Heading(), terms(c, t), t.ID)
	reply := c.Reply(broadcast(c, t, text, nil, c.Bot.Button("join", t.ID.String())), phrase.Of("Done: %s is %s.", t.Heading(), t.PhaseWords()))
	return reply, errors.Join(action.MarkUsed(c, t.Variants[0]), c.Tx.PutTournament(t.Tournament))
}

// mayLead returns a problem if the asker may not become the captain of a team here.
func mayLead(c *action.Call) error {
	if c.Request.Room == (bot.RoomID{}) {
		return bot.Problemf(bot.NotNow, "A team is the people of a room. Say that in the room that is to play.")
	}
	if barred, err := action.BarredFrom(c, c.Request.Places(), c.Me); barred || err != nil {
		return errors.Join(err, action.ErrBarred())
	}
	return action.EachTournamentOf(c, c.Me.ID, false, func(t *tournament.Tournament) error {
		if tournament.MatchOf(t).CaptainOf(c.Me.ID) >= 0 {
			return bot.Problemf(bot.NotNow, "You are the captain in %s already. When it is over, you can begin another match; `match %d captain NAME` makes somebody else the captain.", t.Heading(), t.ID)
		}
		return nil
	})
}

// match shows a match, or does something in it. A match that waits for another room is shown
// anywhere to whoever gives its number.
func match(c *action.Call) (bot.Reply, error) {
	what := c.Args.Word("what")
	if what == "accept" {
		return acceptMatch(c)
	}
	if c.Args.Tournament != 0 && what == "" {
		if t, err := action.LoadTournament(c.Tx, c.Args.Tournament); err == nil && waitsForRoom(t) && !c.Followed(t) {
			return c.Answer(phrase.Of("%s is %s.\n%s", phrase.Upper(t.Heading()), t.PhaseWords(), terms(c, t))), nil
		}
	}
	t, err := meantOf(c, bot.TeamMatch, func(t *tournament.Tournament) bool {
		switch what {
		case "":
			return true
		case "join":
			return t.TakesEntries() && !t.Enters(c.Me.ID)
		case "leave":
			return t.Enters(c.Me.ID)
		}
		return tournament.MatchOf(t).CaptainOf(c.Me.ID) >= 0
	})
	if isUnknown(err) || err == nil && t.System != bot.TeamMatch {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "There is no such match here. `match challenge raumschach boards 4` challenges another room, and `help teammatch` tells more.")
	}
	if err != nil {
		return bot.Reply{}, err
	}
	c.Args.Tournament = t.ID
	if do := map[string]action.Handler{"": showTournament, "join": join, "leave": leave}[what]; do != nil {
		return do(c)
	}
	return leadTeam(c, t, what)
}

// waitsForRoom reports whether a match waits for a room to take it up.
func waitsForRoom(t *tournament.Tournament) bool {
	return t.System == bot.TeamMatch && t.Phase == bot.Entering && t.Away == bot.RoomID{}
}

// ledTeam returns the team for which the asker may do something in a match, or a problem.
func ledTeam(c *action.Call, t *tournament.Tournament, what string) (team int, err error) {
	team = tournament.MatchOf(t).CaptainOf(c.Me.ID)
	orphan := t.TeamAt(c.Request.Places())
	led, err := isLed(c, t, orphan)
	if err != nil {
		return 0, err
	}
	switch {
	case t.Over():
		return 0, bot.Problemf(bot.NotNow, "%s is over. `standings %d` shows how it ended.", phrase.Upper(t.Heading()), t.ID)
	case team < 0 && what == "captain" && !led && slices.Contains(tournament.MatchOf(t).Team(orphan), t.Entrant(c.Me.ID)):
		team = orphan
	case team < 0 && (what == "cancel" || what == "decline") && c.Request.Organiser && action.EnterableHere(c, t):
		team = orphan
	case team < 0:
		return 0, bot.Problemf(bot.NotAllowed, "Only its captains can do that in %s. `match %d` names them.", t.Heading(), t.ID)
	}
	if err := notBarredAt(c, t.TeamRoom(team)); err != nil {
		return 0, err
	}
	if t.Phase != bot.Entering && slices.Contains([]string{"start", "cancel", "decline", "lineup"}, what) {
		return 0, bot.Problemf(bot.NotNow, "%s has begun, and ends by itself.", phrase.Upper(t.Heading()))
	}
	return team, nil
}

// isLed reports whether a team has a captain who is not barred from its room.
func isLed(c *action.Call, t *tournament.Tournament, team int) (bool, error) {
	captain, err := c.Tx.Player(t.Captains[team].Player)
	if errors.Is(err, bot.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	barred, err := action.BarredFrom(c, []bot.RoomID{t.TeamRoom(team)}, captain)
	return !barred, err
}

// leadTeam does what the captain of a team asks for.
func leadTeam(c *action.Call, t *tournament.Tournament, what string) (bot.Reply, error) {
	team, err := ledTeam(c, t, what)
	if err != nil {
		return bot.Reply{}, err
	}
	name := c.Args.Word("name")
	var notices []bot.Message
	switch what {
	case "start":
		notices, err = startMatch(c, t, team)
	case "cancel", "decline":
		switch {
		case t.Away == (bot.RoomID{}) && what == "decline":
			err = errWaits(t)
		case team == 1 || what == "decline":
			notices = withdrawTeam(c, t, team)
		default:
			notices, err = callOff(c, t, bot.ByCaptain)
		}
	default:
		if name == "" {
			return bot.Reply{}, bot.Problemf(bot.Misunderstood, "Whom do you mean? Say the name, for example `%s`.", action.CommandText("match", t.ID.String(), what, "bob"))
		}
		var who bot.Player
		if who, err = teamMember(c, t, team, name); err != nil {
			return bot.Reply{}, err
		}
		switch what {
		case "captain":
			notices, err = handOver(c, t, team, who)
		case "lineup":
			var text phrase.Text
			if text, err = lineUp(c, t, team, who); err == nil {
				return c.AnswerPrivately(text), c.Tx.PutTournament(t.Tournament)
			}
		default:
			notices, err = substitute(c, t, team, who)
		}
	}
	if err != nil {
		return bot.Reply{}, err
	}
	return c.Reply(notices, phrase.Of("Done: %s is %s.", t.Heading(), t.PhaseWords())), c.Tx.PutTournament(t.Tournament)
}

// acceptMatch takes up a match for the room where the asker speaks.
func acceptMatch(c *action.Call) (bot.Reply, error) {
	if c.Args.Tournament == 0 {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "Which match? Its challenge says the number: `match 12 accept` takes up match 12.")
	}
	t, err := action.LoadTournament(c.Tx, c.Args.Tournament)
	switch {
	case errors.Is(err, bot.ErrNotFound), err == nil && !waitsForRoom(t):
		return bot.Reply{}, bot.Problemf(bot.Unknown, "No match %d waits for a room. `match challenge raumschach boards 4` challenges another room.", c.Args.Tournament)
	case err != nil:
		return bot.Reply{}, err
	}
	if err := mayLead(c); err != nil {
		return bot.Reply{}, err
	}
	if v, err := rules.Find(t.Variants[0]); err != nil || c.CheckKnown(v) != nil {
		return bot.Reply{}, errors.Join(err, c.CheckKnown(v))
	}
	if slices.ContainsFunc(t.TurnedAway, func(r bot.RoomID) bool { return slices.Contains(c.Request.Places(), r) }) {
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "The other team has turned this room away from match %d. `match challenge raumschach boards 4` challenges any other room.", t.ID)
	}
	if slices.Contains(c.Request.Places(), t.Home) || t.Enters(c.Me.ID) {
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Another room takes up match %d, with a captain who does not play for this one.", t.ID)
	}
	t.Away, t.Captains[1] = c.Request.Room, bot.Captain{Player: c.Me.ID, User: c.Request.From}
	t.Starts = c.Uptime.Moment().Plus(signUp)
	text := phrase.Of("%s takes up %s for another room:\n%s\n`join %d` plays for your room; `match %d start` of both captains begins.", c.Me.Said(), t.Heading(), terms(c, t), t.ID, t.ID)
	notices := broadcast(c, t, text, nil, c.Bot.Button("join", t.ID.String()), c.Bot.Button("tournament", t.ID.String()))
	return c.Reply(notices, phrase.Of("Done: %s is %s.", t.Heading(), t.PhaseWords())), c.Tx.PutTournament(t.Tournament)
}

// withdrawTeam takes the second team out of a match that has not begun, which then waits for
// another room. by is the team that wants so. If it is the first team, the room of the second one
// cannot take the match up again.
func withdrawTeam(c *action.Call, t *tournament.Tournament, by int) []bot.Message {
	text := phrase.Of("%s withdraws from %s. Another room can take it up: somebody there says `match %d accept`.", phrase.Upper(tournament.MatchOf(t).TeamName(1)), t.Heading(), t.ID)
	if by == 0 {
		t.TurnedAway = append(t.TurnedAway, t.Away)
		text = phrase.Of("%s turns %s away from %s. Another room can take it up: somebody there says `match %d accept`.", phrase.Upper(tournament.MatchOf(t).TeamName(0)), tournament.MatchOf(t).TeamName(1), t.Heading(), t.ID)
	}
	notices := broadcast(c, t, text, nil)
	second := func(e bot.Entrant) bool { return e.Team == 1 }
	t.Entrants, t.Waiting = slices.DeleteFunc(t.Entrants, second), slices.DeleteFunc(t.Waiting, second)
	t.Away, t.Captains[1], t.Starts, t.Willing = bot.RoomID{}, bot.Captain{}, 0, [2]bool{}
	return notices
}

// errWaits returns the problem that a match waits for another room.
func errWaits(t *tournament.Tournament) error {
	return bot.Problemf(bot.NotNow, "%s waits for another room: somebody there says `match %d accept`.", phrase.Upper(t.Heading()), t.ID)
}

// startMatch notes that a captain wants to begin, and begins the match if both do.
func startMatch(c *action.Call, t *tournament.Tournament, team int) ([]bot.Message, error) {
	if t.Away == (bot.RoomID{}) {
		return nil, errWaits(t)
	}
	t.Willing[team] = true
	if t.Willing[1-team] && t.Captains[1-team].Player != 0 {
		return begin(c, t)
	}
	return broadcast(c, t, phrase.Of("%s: %s wants to begin. It begins when the other captain says `match %d start`, too.", phrase.Upper(t.Heading()), tournament.MatchOf(t).TeamName(team), t.ID), nil), nil
}

// handOver makes a player the captain of a team.
func handOver(c *action.Call, t *tournament.Tournament, team int, p bot.Player) ([]bot.Message, error) {
	number := t.Entrant(p.ID)
	if !slices.Contains(tournament.MatchOf(t).Team(team), number) {
		return nil, bot.Problemf(bot.NotAllowed, "%s does not play for your team in %s.", p.Said(), t.Heading())
	}
	t.Captains[team] = bot.Captain{Player: p.ID, User: t.Entrants[number-1].User}
	return []bot.Message{t.TeamRoom(team).Address().Message(phrase.Of("%s: %s is the captain now.", phrase.Upper(t.Heading()), t.EntrantName(number)))}, nil
}

// lineUp gives a member of a team a board of a match that has not begun, and returns what the
// captain is told. The other team does not learn it before the match begins.
func lineUp(c *action.Call, t *tournament.Tournament, team int, p bot.Player) (phrase.Text, error) {
	board, number := c.Args.Number("board"), t.Entrant(p.ID)
	switch {
	case board == 0:
		return "", bot.Problemf(bot.Misunderstood, "On which board? `match %d lineup carol board 2` gives board 2 to carol.", t.ID)
	case board > t.Boards:
		return "", bot.Problemf(bot.Misunderstood, "%s has no board %d.", phrase.Upper(t.Heading()), board)
	case !slices.Contains(tournament.MatchOf(t).Team(team), number):
		return "", bot.Problemf(bot.NotAllowed, "%s does not play for your team in %s.", p.Said(), t.Heading())
	}
	tournament.MatchOf(t).Place(number, board)
	return phrase.Of("%s: %s gets board %d if both teams can fill it. The boards that you give to nobody go by rating.", phrase.Upper(t.Heading()), t.EntrantName(number), board), nil
}

// substitute gives the board that the command names, on which its player has not moved yet, to a
// substitute.
func substitute(c *action.Call, t *tournament.Tournament, team int, in bot.Player) ([]bot.Message, error) {
	board := c.Args.Number("board") - 1
	if board < 0 {
		return nil, bot.Problemf(bot.Misunderstood, "On which board? `match %d substitute carol board 2` gives board 2 to carol.", t.ID)
	}
	fresh := t.Entrant(in.ID)
	members := tournament.MatchOf(t).Team(team)
	switch {
	case t.Phase != bot.Running || !t.Begun():
		return nil, bot.Problemf(bot.NotNow, "%s has no line-up yet. `match %d lineup carol board 2` gives board 2 to carol.", phrase.Upper(t.Heading()), t.ID)
	case board >= t.Boards:
		return nil, bot.Problemf(bot.Misunderstood, "%s has no board %d.", phrase.Upper(t.Heading()), board+1)
	case !slices.Contains(members, fresh) || tournament.MatchOf(t).Board(fresh) >= 0:
		return nil, bot.Problemf(bot.NotAllowed, "%s is no substitute of your team in %s.", in.Said(), t.Heading())
	case t.Entrants[fresh-1].Replaced:
		return nil, bot.Problemf(bot.NotAllowed, "%s has given up a board in %s, and does not come in again.", in.Said(), t.Heading())
	}
	old := t.Groups[team][board]
	var notices []bot.Message
	for n := range t.Rounds {
		for i := range t.Rounds[n].Games {
			entry := &t.Rounds[n].Games[i]
			if !entry.Has(old) {
				continue
			}
			more, err := replace(c, t, n+1, entry, old, fresh)
			if err != nil {
				return nil, err
			}
			notices = append(notices, more...)
		}
	}
	t.Entrants[old-1].Replaced = true
	t.Groups[team][slices.Index(t.Groups[team], fresh)], t.Groups[team][board] = old, fresh
	text := phrase.Of("%s: %s plays on board %d in place of %s.", phrase.Upper(t.Heading()), t.EntrantName(fresh), board+1, t.EntrantName(old))
	return slices.Concat(broadcast(c, t, text, nil), notices, editTables(t)), nil
}

// replace ends a game in which an entrant has not moved yet, without a result, and begins another
// one with a substitute in the same place. The time for the first move goes on.
func replace(c *action.Call, t *tournament.Tournament, round int, entry *bot.TournamentGame, old, fresh int) ([]bot.Message, error) {
	g, err := c.Tx.Game(entry.ID)
	if err != nil {
		return nil, err
	}
	moved := g.Moves > 1 || g.Moves == 1 && entry.White == old
	if entry.Result != pairing.Pending || moved {
		return nil, bot.Problemf(bot.NotNow, "%s has begun %s, so no substitute can take it over.", t.EntrantName(old), bot.GameNumber(g.ID))
	}
	before := g
	g.Tournament, g.Sight = 0, bot.Hidden // its place in the match is taken by the new game
	text := phrase.Of("%s: %s plays in place of %s.", phrase.Upper(bot.GameNumber(g.ID)), t.EntrantName(fresh), t.EntrantName(old))
	ended, err := play.Finish(c, &g, bot.Result{Reason: bot.Substituted, Aborted: true}, text)
	if err != nil {
		return nil, err
	}
	if entry.White == old {
		entry.White = fresh
	} else {
		entry.Black = fresh
	}
	begun, err := beginGame(c, t, round, entry, before)
	return append(ended, begun...), err
}

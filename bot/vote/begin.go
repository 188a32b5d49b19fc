package vote

import (
	"errors"
	"slices"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
)

const (
	// usualLevel is the computer's level if the command names none. usualKnown is the number of
	// days for which the bot must have known a voter, if the command does not say.
	usualLevel, usualKnown = "4", 1
	// usualPace is the time for a move if neither the command nor the room sets one. shortest is
	// the minimum time for a move.
	usualPace, shortest = 24 * time.Hour, time.Hour
)

// anotherRoom maps the words that name any other room as the opponent.
var anotherRoom = map[string]string{"room": "room", "raum": "room"}

// begin challenges the computer, a person or another room on behalf of the room where the asker
// speaks.
func begin(c *action.Call) (bot.Reply, error) {
	if err := mayBegin(c); err != nil {
		return bot.Reply{}, err
	}
	pace, err := terms(c)
	if err != nil {
		return bot.Reply{}, err
	}
	role, err := roleFor(c)
	if err != nil {
		return bot.Reply{}, err
	}
	t, err := found(c)
	if err == nil {
		err = t.isFree(c)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	*t = Team{Player: t.Player, Room: t.Room, Captain: c.Me.ID,
		Terms: Terms{Quorum: c.Args.Number("quorum"), Open: c.Args.Word("counts") != "", Known: days(c.Args, "known", usualKnown), Role: role}}
	if err := t.takesTurns(c, pace); err != nil {
		return bot.Reply{}, err
	}
	words := map[string]string{"colour": c.Args.Word("colour")}
	args := command.Args{Variant: c.Args.Variant, Pace: &pace, Words: words}
	switch who := c.Args.Word("name"); {
	case action.IsComputer(who):
		words["name"], words["level"] = action.ComputerName, usualLevel
		if level := c.Args.Word("level"); level != "" {
			words["level"] = level
		}
		return t.playComputer(c, args)
	case c.Args.Word("level") != "":
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "Only the computer has levels. `vote challenge computer raumschach level 3` plays against it.")
	default:
		words["name"] = who
		return t.challenge(c, args)
	}
}

// mayBegin returns an error if the asker may not begin a game for the room where they speak, or
// does not speak in a room.
func mayBegin(c *action.Call) error {
	if c.Request.Room == (bot.RoomID{}) {
		return bot.Problemf(bot.NotNow, "A team is the people of a room. Say that in the room that is to play.")
	}
	barred, err := action.BarredFrom(c, c.Request.Places(), c.Me)
	if barred {
		return action.ErrBarred()
	}
	return err
}

// notRole returns the problem of a value that is not a mention of a role.
func notRole(value string) *bot.Problem {
	return bot.Problemf(bot.Misunderstood, "%s is not a role. On Discord, in a channel of a server, write @ after `role` and choose one; there are none elsewhere.", bot.QuoteWord(value))
}

// roleFor returns the role that the command asks voters to have, or "" if everybody may vote. The
// asker, who becomes the captain, must have it. So a role of another server is refused.
func roleFor(c *action.Call) (string, error) {
	role := c.Args.Word("role")
	switch {
	case role == "":
		return "", nil
	case len(c.Request.Roles) == 0:
		return "", bot.Problemf(bot.NotAllowed, "There are no roles here. Only in a channel of a server of Discord can a vote be for those who have a role.")
	case role == command.EveryoneRole:
		return "", nil
	case !slices.Contains(c.Request.Roles, role):
		return "", bot.Problemf(bot.NotAllowed, "You don't have that role on this server. A captain votes too, so choose one of your own.")
	}
	return role, nil
}

// terms returns the pace of the game, and sets the room's usual variant if the command names none.
// The error is a *[bot.Problem] if there is no variant, or if the pace is not a time for each move.
func terms(c *action.Call) (pace bot.Pace, err error) {
	here, err := bot.RoomSettings(c.Tx, c.Request.Places())
	if err != nil {
		return pace, err
	}
	if c.Args.Variant == nil && here.Variant != "" {
		// If the place no longer has the game, its setting is ignored.
		if v, err := command.FindVariant(here.Variant, c.Request.Games...); err == nil {
			c.Args.Variant = v
		}
	}
	if c.Args.Variant == nil {
		which := bot.Problemf(bot.Misunderstood, "Which game shall it be? Write `%s`, for example `%s`. `variants` lists the games.", c.Command.Usage(), c.Command.Example)
		which.Lacks = true
		return pace, which
	}
	pace = bot.Pace{PerMove: usualPace}
	switch {
	case c.Args.Pace != nil:
		pace = *c.Args.Pace
	case here.Pace != nil && here.Pace.PerMove >= shortest && !here.Pace.Fischer():
		pace = *here.Pace
	}
	if pace.Fischer() || pace.PerMove < shortest {
		return pace, bot.Problemf(bot.Misunderstood, "A vote needs a time for each move, of an hour or more: `1d` for a day, `12h` for twelve hours.")
	}
	return pace, nil
}

// isFree returns an error if the team already has an ongoing game or an open challenge.
func (t *Team) isFree(c *action.Call) error {
	games, err := c.Tx.GamesOf(t.Player, false, bot.Page{Limit: 1})
	if err != nil {
		return err
	}
	if len(games) > 0 {
		return bot.Problemf(bot.NotNow, "This room plays %s already. It can begin another game when that is over.", bot.GameNumber(games[0].ID))
	}
	all, err := c.Tx.ChallengesOf(t.Player)
	for _, ch := range all {
		if !c.Expired(ch) {
			return bot.Problemf(bot.NotNow, "This room has challenge %d open. `vote cancel` withdraws it.", ch.ID)
		}
	}
	return err
}

// takesTurns sets the team's reminder to the time when its votes are counted. [due] then counts the
// votes instead of sending a reminder.
func (t *Team) takesTurns(c *action.Call, pace bot.Pace) error {
	p, err := c.Tx.Player(t.Player)
	if err != nil {
		return err
	}
	p.Reminders = bot.Reminders{Before: []time.Duration{captainsTime(pace.PerMove)}}
	return c.Tx.PutPlayer(p)
}

// here returns a seat for the team in the room where the asker speaks.
func (t *Team) here(c *action.Call) bot.Seat {
	return bot.Seat{Player: t.Player, Room: c.Request.Room, Within: c.Request.Within, Reach: c.Request.Reach, Present: true}
}

// playComputer begins a game against the computer.
func (t *Team) playComputer(c *action.Call, args command.Args) (bot.Reply, error) {
	by, err := t.as(c, "challenge", bot.Game{Seats: [2]bot.Seat{t.here(c)}}, args)
	if err != nil {
		return bot.Reply{}, err
	}
	reply, err := by.Command.Do(by)
	if err != nil {
		return bot.Reply{}, err
	}
	games, err := c.Tx.GamesOf(t.Player, false, bot.Page{Limit: 1})
	if err != nil || len(games) == 0 {
		return bot.Reply{}, errors.Join(err, bot.ErrNotFound)
	}
	return t.begun(c, games[0], reply.Notices)
}

// begun stores a team whose game has begun. It returns the announcements of the game, with an
// explanation of the vote added to those that go to the team's room.
func (t *Team) begun(c *action.Call, g bot.Game, notices []bot.Message) (bot.Reply, error) {
	t.Game = g.ID
	t.atTurn(g)
	seat, _, _ := t.seatOf(g)
	how, err := t.how(c, seat.User, g.Pace)
	for i, m := range notices {
		if m.Room == seat.Room && m.Game == g.ID {
			notices[i].Text += "\n" + how
		}
	}
	return bot.Reply{Notices: notices}, errors.Join(err, t.save(c.Tx), t.joined(c.Tx, t.Captain))
}

// how returns the text that explains to a team how to play.
func (t *Team) how(c *action.Call, as bot.User, p bot.Pace) (phrase.Text, error) {
	captain, err := name(c, t.Captain)
	return phrase.Of("Everybody here plays as %s: propose a move by saying it, or with the button, and vote for one. %s is the captain. `help vote` explains more.", as.Said(), captain) + " " + t.Terms.words(p), err
}

// words describes when votes are counted in a game with the pace p, and who may vote.
func (t Terms) words(p bot.Pace) phrase.Text {
	lines := []phrase.Text{phrase.Of("Votes are counted %s before the time for a move is up.", bot.DurationWords(captainsTime(p.PerMove)))}
	if t.Quorum > 0 {
		lines[0] = phrase.Of("Votes are counted when %s or the rest cannot change the move, or else %s before the time for a move is up.",
			phrase.Count(t.Quorum, "%d person has voted", "%d people have voted"), bot.DurationWords(captainsTime(p.PerMove)))
	}
	if t.Known > 0 {
		lines = append(lines, phrase.Of("You can vote if I have known you for %s.", bot.DurationWords(time.Duration(t.Known)*bot.Day)))
	}
	if t.Role != "" {
		lines = append(lines, phrase.Of("You can vote if you have the role that the challenge asks for."))
	}
	return phrase.Join(lines, " ")
}

// challenge challenges a person, or any room that accepts.
func (t *Team) challenge(c *action.Call, args command.Args) (bot.Reply, error) {
	who := args.Words["name"]
	opponent, room := bot.TeamUser(0), anotherRoom[strings.ToLower(who)] != ""
	if !room {
		p, err := c.Person(who)
		if err == nil {
			err = notAccepting(c, p)
		}
		if err != nil {
			return bot.Reply{}, err
		}
		opponent = p.Users[0]
		if u, ok := p.User(c.Request.From.Platform); ok {
			opponent = u
		}
	}
	// The challenge is created in private, so that the opponent is not notified in the team's room.
	by, err := t.as(c, "challenge", bot.Game{Seats: [2]bot.Seat{{Player: t.Player}}}, args)
	if err != nil {
		return bot.Reply{}, err
	}
	args.Words["name"] = opponent.String()
	by.Request.Mentions = map[string]bot.User{opponent.String(): opponent}
	reply, err := by.Command.Do(by)
	if err != nil {
		return bot.Reply{}, err
	}
	all, err := c.Tx.ChallengesOf(t.Player)
	if err != nil || len(all) == 0 {
		return bot.Reply{}, errors.Join(err, bot.ErrNotFound)
	}
	ch := all[len(all)-1]
	seat := t.here(c)
	seat.User, ch.To.User = ch.From.User, opponent
	ch.From = seat
	t.Game = ch.ID
	if err := errors.Join(c.Tx.PutChallenge(ch), t.save(c.Tx), t.joined(c.Tx, t.Captain)); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("Challenge %d of this room has gone to %s: %s. `vote cancel` withdraws it.", ch.ID, ch.To.User.Said(), ch.Words())
	if room {
		text = phrase.Of("Challenge %d of this room is open: %s. The first room in which somebody says `vote %d accept` plays. `vote cancel` withdraws it.", ch.ID, ch.Words(), ch.ID)
		reply.Notices = nil
	}
	for i, m := range reply.Notices {
		reply.Notices[i] = bot.Awaiting(ch.To.Address().ChallengeMessage(ch, m.Text, m.Buttons...))[0]
	}
	how, err := t.how(c, ch.From.User, ch.Pace)
	reply.Notices = append(reply.Notices, c.Request.Room.Address().Message(text+"\n"+how))
	return bot.Reply{Notices: reply.Notices}, err
}

// take accepts another room's challenge on behalf of the room where the asker speaks. The challenge
// must be open to any room.
func take(c *action.Call) (bot.Reply, error) {
	ch, err := c.Tx.Challenge(c.Args.Game)
	if err != nil && !errors.Is(err, bot.ErrNotFound) {
		return bot.Reply{}, err
	}
	if err != nil || ch.To.User != bot.TeamUser(0) || c.Expired(ch) {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "There is no challenge %d to a room. `vote challenge room raumschach` makes one.", c.Args.Game)
	}
	if err := mayBegin(c); err != nil {
		return bot.Reply{}, err
	}
	from, err := teamOf(c.Tx, ch.From)
	if err != nil {
		return bot.Reply{}, err
	}
	if from.Captain == c.Me.ID || slices.Contains(c.Request.Places(), ch.From.Room) || slices.Contains(ch.From.Places(), c.Request.Room) {
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Another room takes up challenge %d, with somebody else as its captain.", ch.ID)
	}
	t, err := found(c)
	if err == nil {
		err = t.isFree(c)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	if err := t.takeUp(c, ch, from.Terms); err != nil {
		return bot.Reply{}, err
	}
	by, err := t.as(c, "accept", bot.Game{Seats: [2]bot.Seat{t.here(c)}}, command.Args{Game: ch.ID, Words: map[string]string{}})
	if err != nil {
		return bot.Reply{}, err
	}
	ch.To = t.here(c)
	ch.To.User = by.Request.From
	if err := c.Tx.PutChallenge(ch); err != nil {
		return bot.Reply{}, err
	}
	reply, err := by.Command.Do(by)
	if err != nil {
		return bot.Reply{}, err
	}
	g, err := c.Tx.Game(ch.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	for _, team := range []*Team{from, t} {
		if reply, err = team.begun(c, g, reply.Notices); err != nil {
			return bot.Reply{}, err
		}
	}
	return reply, nil
}

// takeUp makes the asker the captain, by the terms of the team that has made a challenge. A role of
// another server is none of them.
func (t *Team) takeUp(c *action.Call, ch bot.Challenge, terms Terms) error {
	*t = Team{Player: t.Player, Room: t.Room, Captain: c.Me.ID, Terms: terms}
	if !slices.Contains(ch.From.Places(), c.Request.Server()) {
		t.Role = ""
	}
	if err := t.mayVoteByRole(c); err != nil {
		return err
	}
	return t.takesTurns(c, ch.Pace)
}

// cancel withdraws the challenge of the room where the asker speaks. Only the captain may do that.
func cancel(c *action.Call) (bot.Reply, error) {
	t, err := teamIn(c.Tx, c.Request.Places())
	if err != nil {
		return bot.Reply{}, err
	}
	if t == nil {
		return bot.Reply{}, errNoVote()
	}
	ch, err := c.Tx.Challenge(t.Game)
	switch {
	case errors.Is(err, bot.ErrNotFound):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "This room has no challenge open.")
	case err != nil:
		return bot.Reply{}, err
	case t.Captain != c.Me.ID:
		return bot.Reply{}, errNotCaptain(c, t)
	}
	notices, err := t.withdraw(c, ch)
	return bot.Reply{Notices: notices}, err
}

// withdraw withdraws a challenge of the team, and returns the messages that announce it.
func (t *Team) withdraw(c *action.Call, ch bot.Challenge) ([]bot.Message, error) {
	by, err := t.as(c, "cancel", bot.Game{Seats: [2]bot.Seat{ch.From}}, command.Args{Game: ch.ID, Words: map[string]string{}})
	if err != nil {
		return nil, err
	}
	reply, err := by.Command.Do(by)
	return append(reply.Notices, ch.From.Address().Message(phrase.Of("Challenge %d is withdrawn.", ch.ID))), err
}

// notAccepting returns an error if the team may not challenge a person: the person and the asker
// block each other, they are the same person, or the person is a guest, whose games no room may
// see.
func notAccepting(c *action.Call, p bot.Player) error {
	switch {
	case p.Guest():
		return bot.Problemf(bot.NotAllowed, "%s is a guest. The games of guests are private, and a whole room sees what it plays.", p.Said())
	case p.ID == c.Me.ID:
		return bot.Problemf(bot.NotAllowed, "You can't play against your own team. `vote challenge computer` plays against the computer.")
	case c.Me.Blocks(p):
		return play.BlockedByYou(p)
	case p.Blocks(c.Me):
		return bot.NotAccepting(p)
	}
	return nil
}

package season

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

const (
	// maxRooms is how many other rooms may take part in a league.
	maxRooms = 20
	// inviteFor is how long an invitation is valid, and codeLength the number of letters of its
	// code.
	inviteFor  = 7 * bot.Day
	codeLength = 10
	// codeLetters are the letters of codes: digits and letters that are not easily confused.
	codeLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
)

// invite gives an organiser of a league a code with which one more room can take part.
func invite(c *action.Call, l *League) (bot.Reply, error) {
	switch {
	case l.Scope != bot.ThisRoom:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is open to more than its room, so there is nobody to invite.", phrase.Upper(l.title()))
	case len(l.Rooms) >= maxRooms:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has %d other rooms, and that is the limit.", phrase.Upper(l.title()), maxRooms)
	}
	drawn := make([]byte, codeLength)
	if _, err := io.ReadFull(c.Bot.Secrets, drawn); err != nil {
		return bot.Reply{}, err
	}
	var code strings.Builder
	for _, b := range drawn {
		code.WriteByte(codeLetters[int(b)%len(codeLetters)]) // unbiased: 32 divides 256
	}
	l.Code, l.Until = code.String(), c.Uptime.Moment().Plus(inviteFor)
	return c.AnswerPrivately(phrase.Of("Send this to an organiser of the room that you invite: they say `league accept %s` there until %s. It is good for one room; `league %d invite` replaces it.",
		l.Code, bot.Timestamp(c.Uptime.Calendar(l.Until)), l.ID)), l.save(c.Tx)
}

// accept lets the room where the asker speaks take part in the league that has invited it.
func accept(c *action.Call) (bot.Reply, error) {
	if c.Request.Room == (bot.RoomID{}) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "An invitation is for a room. Say it there.")
	}
	if err := organisesRoom(c); err != nil {
		return bot.Reply{}, err
	}
	code := strings.ToUpper(c.Args.Word("code"))
	leagues, err := current(c.Tx)
	if err != nil {
		return bot.Reply{}, err
	}
	at := slices.IndexFunc(leagues, func(l *League) bool {
		return code != "" && l.Code == code && l.Until > c.Uptime.Moment()
	})
	if at < 0 {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "That is no invitation, or not any more. An organiser of the league gets a new one with `league ID invite`.")
	}
	l := leagues[at]
	v, err := rules.Find(l.Variant)
	switch {
	case err != nil || c.CheckKnown(v) != nil:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "The game of %s is not known in this room.", l.title())
	case c.Request.Room == l.Home || slices.Contains(l.Rooms, c.Request.Room):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "This room takes part in %s already.", l.title())
	}
	l.Rooms, l.Code = append(l.Rooms, c.Request.Room), ""
	text := phrase.Of("%s has accepted the invitation to %s for another room. `league %d` tells about it, and everybody there can enter.", c.Me.Said(), l.title(), l.ID)
	return c.Reply(l.toRooms(c, text), text), l.putRooms(c)
}

// organisesRoom returns a problem unless the asker organises the room where they speak.
func organisesRoom(c *action.Call) error {
	if !c.Request.Organiser {
		return bot.Problemf(bot.NotAllowed, "Only an organiser of this room can do that.")
	}
	return nil
}

// putRooms stores the league, and has its current tournaments known in its rooms.
func (l *League) putRooms(c *action.Call) error {
	divisions, err := l.tournaments(c.Tx)
	if err != nil {
		return err
	}
	t, err := l.registration(c.Tx)
	if err != nil {
		return err
	}
	if t != nil {
		divisions = append(divisions, t)
	}
	for _, t := range divisions {
		t.Season.Rooms = slices.Clone(l.Rooms)
		if err := c.Tx.PutTournament(t.Tournament); err != nil {
			return err
		}
	}
	return l.save(c.Tx)
}

// tune turns the message of the day off or on in the room where the asker speaks, or withdraws the
// room from the league.
func tune(c *action.Call, l *League, what string) (bot.Reply, error) {
	room := c.Request.Room
	invited := slices.Contains(l.Rooms, room)
	switch err := organisesRoom(c); {
	case room == (bot.RoomID{}) || room != l.Home && !invited:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s sends no messages here. Say it in one of its rooms.", phrase.Upper(l.title()))
	case err != nil && !l.leads(c):
		return bot.Reply{}, err
	case what == "withdraw" && !invited:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "This is the room of %s. `league %d finish` ends the league.", l.title(), l.ID)
	}
	there := func(r bot.RoomID) bool { return r == room }
	l.Muted = slices.DeleteFunc(l.Muted, there)
	switch what {
	case "mute":
		l.Muted = append(l.Muted, room)
		return c.Answer(phrase.Of("%s sends no messages here any more. `league %d unmute` ends that.", phrase.Upper(l.title()), l.ID)), l.save(c.Tx)
	case "unmute":
		return c.Answer(phrase.Of("%s tells here once a day what has happened.", phrase.Upper(l.title()))), l.save(c.Tx)
	}
	l.Rooms = slices.DeleteFunc(l.Rooms, there)
	return c.Answer(phrase.Of("This room does not take part in %s any more. Those who have entered play on.", l.title())), l.putRooms(c)
}

// toRooms returns a message to each room of the league that has not turned its messages off.
func (l *League) toRooms(c *action.Call, text phrase.Text) (messages []bot.Message) {
	for _, room := range append([]bot.RoomID{l.Home}, l.Rooms...) {
		if room == (bot.RoomID{}) || slices.Contains(l.Muted, room) {
			continue
		}
		m := room.Address().Message(text, l.buttons(c)...)
		m.Silent, m.Card = true, true
		messages = append(messages, m)
	}
	if len(messages) > 0 {
		messages[0].Tournament = l.dated()
	}
	return messages
}

// dated returns the tournament whose date in a calendar may have changed: that of the registration,
// or else the one that was it before the season began.
func (l *League) dated() bot.TournamentID {
	if l.Registration == 0 && len(l.Divisions) > 0 {
		return l.Divisions[0]
	}
	return l.Registration
}

// buttons returns the buttons below messages about the league.
func (l *League) buttons(c *action.Call) (buttons []bot.Button) {
	if l.Registration != 0 {
		buttons = append(buttons, l.joinButton())
	}
	if !l.Over {
		buttons = append(buttons, c.Bot.Button("league", strconv.Itoa(l.ID)))
	}
	return buttons
}

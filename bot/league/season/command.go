package season

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/league"
)

// commands returns the commands of the package.
func commands() []action.Command {
	weeks := command.Param{Name: "weeks", Help: "How many weeks a season lasts", Kind: command.Count, Most: league.LongestSeason, Optional: true, Named: true, Also: []string{"week", "wochen", "woche"}}
	games := command.Param{Name: "games", Help: "How many games everybody plays at a time", Kind: command.Count, Most: mostAtOnce, Optional: true, Named: true}
	return []action.Command{
		{Command: command.Command{
			Name: "leagues", Pair: "league list",
			Brief:   "List the leagues here, and those that you play in",
			Detail:  "A league has seasons. Everybody meets everybody in a division, and a quarter of it goes up and down. `league 1` shows one, and `league 1 join` enters its next season.",
			Example: "leagues",
			Button:  "Leagues",
			Topics:  []command.Topic{command.TournamentsTopic}, Order: 6120, Slash: command.Slash{Group: "tournament"},
		}, Do: list},
		{Command: command.Command{
			Name:  "league",
			Brief: "Show a league and your division, enter its next season, or organise it",
			Detail: "`league 1 join` enters the next season, as long as its registration is open: for a new league from its creation, later in the last week of a season. `league 1 leave` takes you out again; during a season it asks first. " +
				"For its organisers: `league 1 start` begins a season at once, `league 1 weeks 6` and `league 1 games 3` change the seasons to come, `finish` ends the league after its season and `cancel` at once. `invite` gives a code by which another room takes part: " +
				"an organiser says `league accept CODE` there, and `league 1 withdraw` takes the room out again. `mute` and `unmute` turn off and on the message of the day in a room.",
			Example: "league 1",
			Params: []command.Param{
				{Name: "id", Help: "The number of the league; without it, that of this room or your only one", Kind: command.Count, Optional: true},
				{Name: "what", Help: "What to do in the league", Kind: command.Choice, Optional: true,
					Choices: []string{"join", "leave", "start", "finish", "cancel", "invite", "accept", "withdraw", "mute", "unmute"},
					Said:    map[string]string{"enter": "join", "anmelden": "join", "teilnehmen": "join", "abmelden": "leave", "absagen": "cancel"}},
				weeks, games,
				{Name: "sure", Help: "Do it without being asked", Kind: command.Choice, Choices: []string{"confirm"}, Optional: true},
				{Name: "code", Help: "The code of an invitation, to accept it for this room", Kind: command.Word, Optional: true}},
			Button: "The league", Changes: true, Shows: true, Card: true,
			Topics: []command.Topic{command.TournamentsTopic}, Order: 6130, Slash: command.Slash{Group: "tournament"},
		}, Do: about, Entrants: true},
		{Command: command.Command{
			Name: "newleague", Pair: "league create",
			Brief: "Create a league, as an organiser of this room",
			Detail: "`league create` is the same. It is for this room and those that you invite later, for the whole `server`, or open to all with `everywhere`. Without a pace a move has the time that is usual here, or a day. " +
				"A season lasts eight weeks or as many as `weeks` says, from 4 to 12, with two or three `games` at a time. The first one begins a week from now, or after as many `days` as you say, if at least six have entered. See `help league`.",
			Example: "newleague raumschach 1d Winter League",
			Params: []command.Param{
				{Name: "variant", Help: "The game to be played, as variants lists them; without it, the one of the room", Kind: command.VariantName, Optional: true},
				command.PaceParam, command.StakesParam,
				{Name: "scope", Help: "Who may enter: this room, its server, or all who can reach the bot", Kind: command.Choice, Choices: []string{"room", "server", "everywhere"}, Optional: true},
				weeks, games,
				{Name: "days", Help: "For how many days people can enter the first season", Kind: command.Count, Most: mostRegistration, Optional: true, Named: true},
				{Name: "name", Help: "What it is called", Kind: command.Rest, Verbatim: true, Optional: true}},
			Changes: true, Cost: 3, Form: []string{"name", "variant", "pace", "stakes", "scope", "weeks", "games", "days"},
			Topics: []command.Topic{command.OrganisingTopic}, Order: 7065, Slash: command.Slash{Group: "tournament"},
		}, Do: create},
	}
}

// about shows a league, or does something in it.
func about(c *action.Call) (bot.Reply, error) {
	what := c.Args.Word("what")
	changes := what == "" && (c.Args.Number("weeks") != 0 || c.Args.Number("games") != 0)
	if what == "accept" {
		return accept(c)
	}
	if code := c.Args.Word("code"); code != "" {
		return bot.Reply{}, c.Command.Misused(code)
	}
	l, err := meant(c, func(l *League) (bool, error) {
		switch what {
		case "":
			return !changes || l.leads(c), nil
		case "join":
			in, err := l.entered(c.Tx, c.Me.ID)
			return !in && l.Registration != 0 && l.enterable(c), err
		case "leave":
			return l.has(c.Tx, c.Me.ID)
		}
		return l.leads(c), nil
	})
	if err != nil {
		return bot.Reply{}, err
	}
	switch what {
	case "join":
		return enter(c, l)
	case "leave":
		return leave(c, l)
	case "mute", "unmute", "withdraw":
		return tune(c, l, what)
	case "":
		if !changes {
			return show(c, l)
		}
	}
	return lead(c, l, what)
}

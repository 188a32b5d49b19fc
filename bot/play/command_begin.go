package play

import (
	"regexp"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
)

// beginCommands returns the commands that find an opponent.
func beginCommands() []action.Command {
	return []action.Command{
		{Command: command.Command{
			Name: "challenge", Aliases: []string{"invite", "climb"},
			Brief: "Invite somebody to a game",
			Detail: "The colour is the one that you will play; without it, or with `random`, the bot draws lots. " +
				"The pace is the time for each move: `3d` for three days, `12h` for twelve hours, `none` for no clock, " +
				"which is also what you get if neither you nor the room names a pace. `5d+12h/10d` gives each player a bank of five days and twelve hours more with each move, up to ten days; " +
				"the cap may be left out, and the first move of each side takes nothing from the bank. A player on vacation loses no time, except in games by the hour and where " +
				"`no-vacation` is agreed. With `weekends`, Saturdays and Sundays by universal time (UTC) do not count. A game that is `private` is told to its players alone; " +
				"a `public` one may be seen by all even if it is played in private. Nothing begins before the other player accepts. " +
				"A challenge that nobody answers expires after a week. A rated game changes your ratings if both have made three moves, or if it ends by the rules; " +
				"between the same two players two a day do, and of several losses on time within three days only the first. `challenge computer raumschach level 3` begins a game against the computer at once, which answers at once; its levels go from 1 to 8, and its games are casual. " +
				"`challenge bob ladder 3` challenges somebody up to three rungs above you on a ladder, with its terms: that game begins at once, and if you win it you take their rung; they and those between move one down.",
			Example: "challenge bob stockschach216 white 3d",
			Params: []command.Param{
				{Name: "name", Help: "Whom to invite", Kind: command.Person, Computer: true},
				usualParam,
				colourParam, command.PaceParam, command.StakesParam, vacationParam, weekendsParam, sightParam,
				{Name: "level", Help: "How strong the computer plays, from 1 to 8, in a game against it", Kind: command.Count, Most: 8, Optional: true, Named: true,
					Also: []string{"stufe", "lvl"}, Said: command.LevelWords, Refuse: noLevel},
				{Name: "ladder", Help: "The number of a ladder on which they are above you; the game begins at once, by its terms", Kind: command.TournamentNumber, Optional: true,
					Announced: true, Alone: true, Former: command.Former{Command: "climb", Param: "id"}},
			},
			Changes: true, Cost: 3,
			Guests: bot.GuestsAlone, Begins: true,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1010,
		}, Do: challenge},
		{Command: command.Command{
			Name:  "seek",
			Brief: "Invite anybody to a game, or list such invitations",
			Detail: "Whoever accepts first plays, from this room, another one or another platform. Colour, pace and all else are as for `challenge`. " +
				"Without a game it lists who seeks an opponent.",
			Example: "seek stockschach216 2d",
			Params: []command.Param{
				{Name: "variant", Help: "The game to be played, as variants lists them", Kind: command.VariantName, Optional: true},
				colourParam, command.PaceParam, command.StakesParam, vacationParam, weekendsParam, sightParam,
			},
			Button: "Who seeks a game", Changes: true, Shows: true, Cost: 3,
			Guests: bot.GuestsTogether, Begins: true,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1020,
		}, Do: seek},
		{Command: command.Command{
			Name:    "accept",
			Brief:   "Accept a challenge, and begin the game",
			Detail:  "Without a number or a name, it is the only challenge to you that is open.",
			Example: "accept bob",
			Params:  []command.Param{challengeParam, nameParam},
			Button:  "Accept", Tone: bot.Agrees, Changes: true,
			Guests: bot.GuestsTogether, Begins: true,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1030,
		}, Do: accept, Invitations: toAccept},
		{Command: command.Command{
			Name:  "decline",
			Brief: "Decline a challenge",
			Detail: "Without a number or a name, it is the only challenge to you that is open. Whom you decline twice within a day cannot challenge you again until a day " +
				"has passed since the first time.",
			Example: "decline bob",
			Params:  []command.Param{challengeParam, nameParam},
			Button:  "Decline", Tone: bot.Refuses, Changes: true,
			Guests: bot.GuestsTogether,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1040,
		}, Do: decline, Invitations: toDecline},
		{Command: command.Command{
			Name: "cancel", Aliases: []string{"withdraw"},
			Brief:   "Withdraw a challenge of yours",
			Detail:  "Without a number or a name, it is the only challenge of yours that is open. `cancel draw`, `cancel takeback` and `cancel abort` tell of your offers in games, which stand until they are answered or you or your opponent moves.",
			Example: "cancel carol",
			Params: []command.Param{challengeParam, nameParam, {Name: "what", Help: "Or what you have offered in a game", Kind: command.Choice,
				Choices: []string{"draw", "takeback", "abort"}, Optional: true, Instead: true}},
			Button: "Withdraw", Changes: true,
			Guests: bot.GuestsTogether,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1050, Slash: command.Slash{Group: "game"},
		}, Do: cancel, Invitations: toCancel},
		{Command: command.Command{
			Name: "study", Aliases: []string{"solo"},
			Brief: "Begin a game in which you move both sides",
			Detail: "It has no clock and is never rated. `takeback` undoes a move at once, and `abort` ends the study. `challenge me VARIANT` does the same. " +
				"`private` keeps it from the room, `public` lets all see it.",
			Example: "study raumschach",
			Params:  []command.Param{usualParam, sightParam},
			Changes: true, Cost: 3,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1160, Slash: command.Slash{Group: "learn"},
		}, Do: studyGame},
		{Command: command.Command{
			Name:    "rematch",
			Brief:   "Challenge your last opponent again, with the colours swapped",
			Detail:  "`rematch against bob` is for your last game against somebody.",
			Example: "rematch",
			Params:  []command.Param{command.GameParam},
			Button:  "Rematch", Changes: true, Cost: 3, Ended: true,
			Guests: bot.GuestsAlone, Begins: true,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1150, Slash: command.Slash{Group: "game"},
		}, Do: rematch, Over: true},
	}
}

var (
	challengeParam = command.Param{Name: "id", Help: "The number of the challenge", Kind: command.Number, Optional: true}
	nameParam      = command.Param{Name: "name", Help: "Or the name of the other player", Kind: command.Person, Optional: true, Instead: true}
	colourParam    = command.Param{Name: "colour", Help: "The colour that you will play", Kind: command.Choice,
		Choices: []string{"white", "black", "random"}, Said: command.ColourWords, Optional: true}
	vacationParam = command.Param{Name: "vacation", Help: "Whether a vacation stops the clock; by default where moves take days", Kind: command.Choice,
		Choices: []string{"vacation", "no-vacation"}, Optional: true}
	weekendsParam = command.Param{Name: "weekends", Help: "Saturdays and Sundays by UTC do not count", Kind: command.Choice,
		Choices: []string{"weekends"}, Optional: true}
	sightParam = command.Param{Name: "sight", Help: "Who may see the game: its players alone, or all; by default those of its room and server", Kind: command.Choice,
		Choices: []string{"private", "public"}, Optional: true}
	// usualParam is a variant that defaults to the room's usual one.
	usualParam = command.Param{Name: "variant", Help: "The game to be played, as variants lists them; without it, the one of the room", Kind: command.VariantName, Optional: true}
	// lineForm matches a line of moves.
	lineForm = regexp.MustCompile(`(?i)^(?:\s*(?:then|dann|if|falls|[,;]|(?:\pL+\s)?[^\s,;]*[a-z]{1,2}[0-9]{1,2}[^\s,;]*))+$`)
)

// noLevel returns the problem of a value that is not a level of the computer.
func noLevel(value string) *bot.Problem {
	return bot.Problemf(bot.Misunderstood, "The computer plays at levels from 1 to 8, not %s.", bot.QuoteWord(value))
}

package command

import "raumbot/bot"

// beginCommands returns the commands that find an opponent.
func beginCommands() []*Command {
	return []*Command{
		{
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
			Params: []Param{
				{Name: "name", Help: "Whom to invite", Kind: Person},
				usualParam,
				colourParam, paceParam, stakesParam, vacationParam, weekendsParam, sightParam,
				{Name: "level", Help: "How strong the computer plays, from 1 to 8, in a game against it", Kind: Count, Most: 8, Optional: true, Named: true,
					Also: []string{"stufe", "lvl"}, Said: levelWords, Refuse: noLevel},
				{Name: "ladder", Help: "The number of a ladder on which they are above you; the game begins at once, by its terms", Kind: TournamentNumber, Optional: true,
					Announced: true, Alone: true, Former: Former{Command: "climb", Param: "id"}},
			},
			Changes: true, Cost: 3,
		},
		{
			Name:  "seek",
			Brief: "Invite anybody to a game, or list such invitations",
			Detail: "Whoever accepts first plays, from this room, another one or another platform. Colour, pace and all else are as for `challenge`. " +
				"Without a game it lists who seeks an opponent.",
			Example: "seek stockschach216 2d",
			Params: []Param{
				{Name: "variant", Help: "The game to be played, as variants lists them", Kind: VariantName, Optional: true},
				colourParam, paceParam, stakesParam, vacationParam, weekendsParam, sightParam,
			},
			Button: "Who seeks a game", Changes: true, Anybody: true, Cost: 3,
		},
		{
			Name:    "accept",
			Brief:   "Accept a challenge, and begin the game",
			Detail:  "Without a number or a name, it is the only challenge to you that is open.",
			Example: "accept bob",
			Params:  []Param{challengeParam, nameParam},
			Button:  "Accept", Changes: true, Final: true, Wished: Invited | Offered, Replies: true,
		},
		{
			Name:  "decline",
			Brief: "Decline a challenge",
			Detail: "Without a number or a name, it is the only challenge to you that is open. Whom you decline twice within a day cannot challenge you again until a day " +
				"has passed since the first time.",
			Example: "decline bob",
			Params:  []Param{challengeParam, nameParam},
			Button:  "Decline", Changes: true, Final: true, Wished: Invited | Offered, Replies: true,
		},
		{
			Name: "cancel", Aliases: []string{"withdraw"},
			Brief:   "Withdraw a challenge of yours",
			Detail:  "Without a number or a name, it is the only challenge of yours that is open.",
			Example: "cancel carol",
			Params:  []Param{challengeParam, nameParam},
			Button:  "Withdraw", Changes: true, Final: true, Wished: Inviting,
		},
		{
			Name: "study", Aliases: []string{"solo"},
			Brief: "Begin a game in which you move both sides",
			Detail: "It has no clock and is never rated. `takeback` undoes a move at once, and `abort` ends the study. `challenge me VARIANT` does the same. " +
				"`private` keeps it from the room, `public` lets all see it.",
			Example: "study raumschach",
			Params:  []Param{usualParam, sightParam},
			Changes: true, Cost: 3,
		},
		{
			Name:    "rematch",
			Brief:   "Challenge your last opponent again, with the colours swapped",
			Detail:  "`rematch against bob` is for your last game against somebody.",
			Example: "rematch",
			Params:  []Param{gameParam},
			Button:  "Rematch", Changes: true, Cost: 3, Ended: true,
		},
	}
}

// noLevel returns the problem of a value that is no level of the computer.
func noLevel(value string) *bot.Problem {
	return bot.Problemf(bot.Misunderstood, "The computer plays at levels from 1 to 8, not %s.", bot.QuoteWord(value))
}

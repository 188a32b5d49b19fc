package people

import (
	"regexp"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/locale"
	"raumbot/render"
)

// commands returns the commands of the package.
func commands() []action.Command {
	return []action.Command{
		{Command: command.Command{
			Name:  "profile",
			Brief: "Tell how you or somebody else has fared",
			Detail: "There is a rating for each game that one can play, by the system Glicko-2. Beginners have 1500. How far a rating moves is bounded, so that arranged games gain little. " +
				"What is played most, and how the last games went, is told of the newest 200 games against others that you may see, rated or not.",
			Example: "profile bob",
			Params:  []command.Param{{Name: "name", Help: "Whose profile; without it, yours", Kind: command.Person, Optional: true}},
			Button:  "Profile", Cost: 2, Card: true,
			Topics: []command.Topic{command.PeopleTopic}, Order: 4010,
		}, Do: showProfile},
		{Command: command.Command{
			Name:    "leaders",
			Aliases: []string{"leaderboard"},
			Brief:   "List the best at a game",
			Detail: "Those are ranked whose rating is certain enough. With `here` only those are listed who have games against others in this server, " +
				"or in this room where a platform has no servers; their ratings come from all of their games.",
			Example: "leaders stockschach216",
			Params: []command.Param{{Name: "variant", Help: "The game; without it, the best at each", Kind: command.VariantName, Optional: true},
				{Name: "where", Help: "Only those who play in this server or room", Kind: command.Choice, Choices: []string{"here"}, Optional: true}},
			Button: "Leaders", Cost: 2, Card: true,
			Topics: []command.Topic{command.PeopleTopic}, Order: 4020, Slash: command.Slash{Group: "game"},
		}, Do: showLeaders},
		{Command: command.Command{
			Name:  "players",
			Brief: "List who plays here",
			Detail: "Those are listed who have games in this server, or in this room where a platform has no servers, that go on or have ended within 30 days and that all here may see; the latest first. " +
				"Further pages: `players page 2`.",
			Example: "players",
			Params:  []command.Param{{Name: "page", Help: "Which page of the list", Kind: command.Count, Optional: true}},
			Button:  "Players", Cost: 2,
			Topics: []command.Topic{command.PeopleTopic}, Order: 4030, Slash: command.Slash{Group: "room"},
		}, Do: listPlayers},
		{Command: command.Command{
			Name: "prefer", Aliases: []string{"preferences", "timezone"},
			Brief: "Choose how boards are drawn for you, and your language",
			Detail: "The language is that of what the bot says to you alone. The look of boards holds for the pictures that the bot shows to you on your asking or in private, where you ask for nothing else. The one picture that a room sees " +
				"is the same for all: from White's side, in the usual view. Without a further word it tells what you have chosen; " +
				"`prefer default` forgets it. The words before the choices may be left out: `prefer ranks dark`. " +
				"`prefer text` sends you the board in words with every move, in private where a game is played in a room; `prefer both` sends words and pictures, `prefer pictures` ends that. " +
				"`prefer time Europe/Berlin`, or `Berlin`, or `UTC+2`, has the bot tell you times as they are there, where the platform does not do so by itself; your quiet hours and the dates of your vacations go by it. " +
				"`prefer hidden` keeps you off the list of who is on the site, `prefer shown` ends that.",
			Example: "prefer view ranks theme dark",
			Params: []command.Param{
				command.ViewParam,
				{Name: "theme", Help: "The colours of the picture", Kind: command.Choice, Choices: render.ThemeNames(), Optional: true},
				command.PiecesParam,
				{Name: "side", Help: "Whose side is at the bottom: your own, or always White's", Kind: command.Choice, Choices: []string{"own", "white"}, Said: command.ColourWords, Optional: true},
				{Name: "form", Help: "Boards as pictures, in words for screen readers, or both", Kind: command.Choice, Choices: []string{"pictures", "text", "both"}, Optional: true},
				{Name: "language", Help: "The language in which the bot speaks to you", Kind: command.Choice, Choices: locale.Words, Said: locale.Also, Optional: true},
				{Name: "presence", Help: "Whether others see on the site that you are there", Kind: command.Choice, Choices: []string{"shown", "hidden"}, Said: map[string]string{"visible": "shown", "invisible": "hidden", "unsichtbar": "hidden", "versteckt": "hidden"}, Optional: true},
				{Name: "time", Help: "Your time zone: Europe/Berlin, a large town of it, or UTC+2", Kind: command.ZoneName, Optional: true},
				{Name: "reset", Help: "Forget what you have chosen", Kind: command.Choice, Choices: []string{"default"}, Optional: true}},
			Button: "Preferences", Changes: true, Shows: true,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.SettingsTopic}, Order: 5010, Slash: command.Slash{Group: "settings"},
		}, Do: prefer, Current: preferred, Personal: action.Always},
		{Command: command.Command{
			Name: "remind", Aliases: []string{"reminders"},
			Brief: "Say how long before a deadline you want to be reminded",
			Detail: "Name one to five numbers of hours. Without them it tells what you have chosen. `remind off` ends all reminders, and nudges too; `remind default` brings back " +
				"those after half and after four fifths of the time. `remind in 2 hours` and `remind at 18:00` remind you once, and leave the others as they are.",
			Example: "remind 24 2",
			Params:  []command.Param{{Name: "hours", Help: "Hours before the deadline, or in and a time, or off, or default", Kind: command.Rest, Form: saysWhen, Optional: true}},
			Button:  "Reminders", Changes: true, Shows: true,
			Topics: []command.Topic{command.SettingsTopic}, Order: 5030, Slash: command.Slash{Group: "settings"},
		}, Do: setReminders, Current: remindedAt, Personal: action.Always},
		{Command: command.Command{
			Name:  "quiet",
			Brief: "Say in which hours of the day you want no reminders",
			Detail: "Name the hour in which they begin and the one in which they end, `quiet 22-7`, by the clocks of your time zone (`prefer time`) or of one that you name: `quiet 22-7 Berlin`, `quiet 23-6 -3:30`. " +
				"Reminders wait until they end; deadlines do not, and a reminder that would come after its deadline is left out. `quiet off` ends them.",
			Example: "quiet 22-7",
			Params:  []command.Param{{Name: "hours", Help: "Two hours of the day, and a time zone if it is not yours, or off", Kind: command.Rest, Form: saysQuiet, Optional: true}},
			Button:  "Quiet hours", Changes: true, Shows: true,
			Topics: []command.Topic{command.SettingsTopic}, Order: 5040, Slash: command.Slash{Group: "settings"},
		}, Do: setQuiet, Current: quietHours, Personal: action.Always},
		{Command: command.Command{
			Name:    "digest",
			Brief:   "Choose whether your reminders come together, once a day",
			Detail:  "With `digest on` you get one private message a day at most, in place of reminders, when the first of them is due. It lists all games in which it is your move.",
			Example: "digest on",
			Params:  []command.Param{{Name: "when", Help: "Whether reminders come together", Kind: command.Choice, Choices: []string{"on", "off"}, Optional: true}},
			Button:  "Digest", Changes: true, Shows: true,
			Topics: []command.Topic{command.SettingsTopic}, Order: 5050, Slash: command.Slash{Group: "settings"},
		}, Do: setDigest, Current: digested, Personal: action.Always},
		{Command: command.Command{
			Name:  "block",
			Brief: "Keep somebody away from you, or list whom you have blocked",
			Detail: "They can no longer challenge you, nudge you, talk to you in games or accept what you seek, nor can you begin a game with them. Games that go on are not touched. Nobody " +
				"is told: their challenges to you stay hidden from you until they expire, what they say in a game does not reach you, and refusals read as if you had as many games as you want. Only you see the list.",
			Example: "block bob",
			Params:  []command.Param{{Name: "name", Help: "Whom to block; without it, you see whom you have blocked", Kind: command.Person, Optional: true}},
			Button:  "Blocked", Changes: true, Shows: true,
			Guests: bot.GuestsTogether,
			Topics: []command.Topic{command.PeopleTopic}, Order: 4040, Slash: command.Slash{Group: "settings"},
		}, Do: block, Personal: action.Always},
		{Command: command.Command{
			Name:    "unblock",
			Brief:   "Let somebody challenge you again",
			Example: "unblock bob",
			Params:  []command.Param{{Name: "name", Help: "Whom you have blocked", Kind: command.Person}},
			Changes: true,
			Guests:  bot.GuestsTogether,
			Topics:  []command.Topic{command.PeopleTopic}, Order: 4050, Slash: command.Slash{Group: "settings"},
		}, Do: unblock, Personal: action.Always},
		{Command: command.Command{
			Name:  "limit",
			Brief: "Say how many games you want at once",
			Detail: "When you have so many, nobody can challenge you or accept what you seek, and you cannot begin another yourself. Games alone do not count. Nobody has more " +
				"than 500 games against others, or 20 challenges without an answer.",
			Example: "limit 5",
			Params: []command.Param{
				{Name: "games", Help: "The number of games", Kind: command.Count, Most: 500, Optional: true},
				{Name: "none", Help: "End the limit", Kind: command.Choice, Choices: []string{"off"}, Optional: true, Instead: true}},
			Button: "Limit", Changes: true, Shows: true,
			Topics: []command.Topic{command.SettingsTopic}, Order: 5060, Slash: command.Slash{Group: "settings"},
		}, Do: setLimit, Current: limited, Personal: action.Always},
		{Command: command.Command{
			Name: "vacation", Aliases: []string{"holiday"},
			Brief: "Stop your clocks for some days",
			Detail: "Say for how many days, `vacation 10`, or until when, `vacation until 24 december` or `vacation until monday`, which is until that day begins in your time zone (`prefer time`). Your clock stands still in each game that allows " +
				"vacations; your opponents there are told. You have 30 days in a calendar year; a day that has begun is used up, and all days of a vacation count for the year in which it " +
				"began. You may move meanwhile. `vacation off` ends it early. Time that is up already is not given back. Without a further word it tells how things are.",
			Example: "vacation 10",
			Params:  []command.Param{{Name: "days", Help: "A number of days, until and a date, off, or status", Kind: command.Rest, Form: saysDays, Optional: true}},
			Button:  "Vacation", Changes: true, Shows: true,
			Topics: []command.Topic{command.SettingsTopic}, Order: 5070, Slash: command.Slash{Group: "settings"},
		}, Do: vacation, Personal: action.Always},
		{Command: command.Command{
			Name:  "link",
			Brief: "Be one player on two platforms",
			Detail: "`link` gives you a code; say `link` and the code to the bot from your other account, within a quarter of an hour. You see whose the code is, and confirm. " +
				"A day later both are one player for good, who takes part in the games of either, each seen where it was; until then each plays their own games, and either can stop it with `link undo`. " +
				"Never say a code that somebody else has given you. The record of the account that was given the code stays, with its preferences; of two ratings in one " +
				"game the more certain one stays, and the games of both are counted; where the two have met in rated games, both ratings go. Two who play against each other cannot be " +
				"linked before the game is over, nor, unless the operator allows it, two accounts of one platform. A code that others could read is good no more: say it in private.",
			Example: "link",
			Params: []command.Param{
				{Name: "code", Help: "The code that you were given on the other platform, or undo", Kind: command.Word, Optional: true},
				{Name: "sure", Help: "Say so at once, without being asked", Kind: command.Choice, Choices: []string{"confirm"}, Optional: true}},
			Button: "Link", Changes: true,
			Topics: []command.Topic{command.PeopleTopic}, Order: 4070, Slash: command.Slash{Group: "settings"},
		}, Do: link, Personal: action.Always},
		{Command: command.Command{
			Name: "web", Aliases: []string{"browser", "login"},
			Brief: "Get a link to your games in a browser",
			Detail: "The link signs you in where you open it, once, within ten minutes. There you see your games on boards that you can turn, move in them, and say all that you can say here. " +
				"Keep it to yourself: whoever opens it plays as you. `sessions` lists where you are signed in, and ends it.",
			Example: "web",
			Button:  "Open in a browser", Changes: true,
			Guests: bot.GuestsAlone,
			Topics: []command.Topic{command.PeopleTopic}, Order: 4080, Slash: command.Slash{Group: "settings"},
		}, Do: openWeb},
		{Command: command.Command{
			Name:    "sessions",
			Brief:   "List the browsers in which you are signed in, or sign out",
			Detail:  "`sessions 1` ends the first of the list, `sessions all` ends all. A browser stays signed in for 30 days; `forget me` ends all of them, too.",
			Example: "sessions",
			Params:  []command.Param{{Name: "end", Help: "The number of the session to end, or all", Kind: command.Word, Optional: true}},
			Button:  "Sessions", Changes: true,
			Topics: []command.Topic{command.PeopleTopic}, Order: 4090, Slash: command.Slash{Group: "settings"},
		}, Do: listSessions},
		{Command: command.Command{
			Name:  "forget",
			Brief: "Let the bot forget you; it asks before it is final",
			Detail: "Your name, your identities, preferences, ratings, notes, plans, studies and imported records are removed. Games that go on are given up, tournaments left, games that have not begun " +
				"and open challenges come to nothing. Games that have ended stay for your opponents, with “someone” in your place. What stands in the chats themselves the bot cannot " +
				"take back, and a copy of the database that the operator keeps holds what it held until it is replaced. `export all` gives you your games before. " +
				"Those who have blocked you stay out of your reach if you come back, and so do tournaments that you could not enter again: for that alone a number is kept that is computed from your identity, and from which it cannot be read.",
			Example: "forget me",
			Params: []command.Param{
				{Name: "whom", Help: "Yourself", Kind: command.Choice, Choices: []string{"me"}},
				{Name: "sure", Help: "Say so at once, without being asked", Kind: command.Choice, Choices: []string{"confirm"}, Optional: true}},
			Changes: true,
			Guests:  bot.GuestsAlone,
			Topics:  []command.Topic{command.PeopleTopic}, Order: 4100, Slash: command.Slash{Group: "settings"},
		}, Do: forget, Personal: action.Always},
	}
}

// insteadForm matches the words that can stand in place of hours before a deadline or of hours of
// the day.
var insteadForm = regexp.MustCompile(`(?i)^(?:off|aus|default|status|none|never)$`)

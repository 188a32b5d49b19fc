package rooms

import (
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/locale"
	"raumbot/render"
)

// organiseCommands returns the commands for the organisers of a room.
func organiseCommands() []action.Command {
	return []action.Command{
		{Command: command.Command{
			Name: "room", Aliases: []string{"settings"},
			Brief: "Say what holds in this room, or change it as its organiser",
			Detail: "A room can have a game and a pace of its own for invitations that name none, a view, a theme and pieces for its boards, pictures at every move " +
				"(`pictures on`) or on asking only (`pictures off`), a language, a time zone (`time Europe/Berlin`), and say whether anyone creates tournaments in it or organisers alone. A thread has what its room has. " +
				"`events off` keeps rounds of tournaments out of Discord's list of events. What is agreed on in a game that goes on stays. `room default` forgets all. What a player prefers holds for answers to them alone. " +
				"`room puzzle 18:00` gives the room the puzzle of the day at that time of its time zone, and tells the solution and who found it with the next one; `room puzzle 18:00 Berlin` means the clocks of Berlin whatever the room's " +
				"zone is, `room puzzle 18:00 raumschach` has puzzles of one game, `room puzzle off` ends that. The puzzle is the same everywhere and counts until 0:00 UTC.",
			Example: "room",
			Params: []command.Param{
				{Name: "variant", Help: "The game of invitations that name none", Kind: command.VariantName, Optional: true},
				{Name: "pace", Help: "The pace of invitations that name none", Kind: command.PaceWord, Optional: true},
				command.ViewParam,
				{Name: "theme", Help: "The colours of the pictures", Kind: command.Choice, Choices: render.ThemeNames(), Optional: true},
				command.PiecesParam,
				{Name: "pictures", Help: "Whether every move is shown with its picture", Kind: command.Choice, Choices: []string{"on", "off"}, Optional: true},
				{Name: "tournaments", Help: "Who may create tournaments", Kind: command.Choice, Choices: []string{"anyone", "organisers"}, Optional: true},
				{Name: "events", Help: "Whether Discord lists the rounds of tournaments among the server's events", Kind: command.Choice, Choices: []string{"on", "off"}, Optional: true},
				{Name: "language", Help: "The language of what the room sees", Kind: command.Choice, Choices: locale.Words, Said: locale.Also, Optional: true},
				{Name: "time", Help: "The time zone of what the room sees: Europe/Berlin, a large town of it, or UTC+2", Kind: command.ZoneName, Optional: true},
				{Name: "reset", Help: "Forget what was decided", Kind: command.Choice, Choices: []string{"default"}, Optional: true},
				{Name: "puzzle", Help: "When a puzzle comes every day, such as 18:00 Berlin raumschach, or off", Kind: command.Rest, Optional: true, Announced: true}},
			Button: "Room", Changes: true,
			Topics: []command.Topic{command.OrganisingTopic}, Order: 7010, Slash: command.Slash{Group: "organise", Name: "settings"},
		}, Do: setRoom},
		{Command: command.Command{
			Name:  "variant",
			Brief: "Show a game's file, or add or remove a game of this place as its organiser",
			Detail: "`variant add` with a file attached adds the game in it to this server, or to this room where there are no servers; all of its mistakes are told. Only people here can begin games by it; somebody from elsewhere whom they challenge plays along. " +
				"A file whose game has the name of one that is here replaces it. `variant remove` takes it away; what has begun goes on. `variant show` gives the file of any game, as a beginning for one's own, and `variant` alone lists the games of this place. Games are added and removed by those who organise the whole server. " +
				"The bot's operator says whether games may be added at all. How a file is written is told in docs/variants.md.",
			Example: "variant show raumschach",
			Params: []command.Param{
				{Name: "what", Help: "Show the file of a game, add one, or remove one from this place", Kind: command.Choice, Choices: []string{"show", "add", "remove"}, Optional: true},
				{Name: "variant", Help: "The game that is shown or removed", Kind: command.VariantName, Optional: true},
				{Name: "sure", Help: "Do it without being asked", Kind: command.Choice, Choices: []string{"confirm"}, Optional: true},
				{Name: "attachment", Help: "The file of the game that is added", Kind: command.FileValue, Optional: true}},
			Changes: true, Cost: 10,
			Topics: []command.Topic{command.OrganisingTopic}, Order: 7020, Slash: command.Slash{Group: "room"},
		}, Do: localVariant},
		{Command: command.Command{
			Name:  "bar",
			Brief: "Keep somebody from the games of this room, as its organiser",
			Detail: "They can begin no games that this room sees, enter none of its tournaments and say nothing here through `say`. It asks first. Open challenges of theirs in the room come to nothing; games that have begun " +
				"go on, as they are their opponents' too, and `adjudicate` decides each by itself; `expel` removes them from a tournament that they are in. The room is not told; they are, in private, if they play here. " +
				"Other organisers of the room cannot be barred. Without a name it lists who is barred, for organisers alone. " +
				"`bar bob server` is for all rooms of the server, and for those who organise all of it; `bar server` lists whom that concerns, and `unbar bob server` ends it.",
			Example: "bar bob",
			Params: []command.Param{
				scopeParam,
				{Name: "name", Help: "Whom to bar; without it, you see who is barred", Kind: command.Person, Optional: true},
				{Name: "sure", Help: "Do it without being asked", Kind: command.Choice, Choices: []string{"confirm"}, Optional: true}},
			Button: "Barred", Changes: true,
			Topics: []command.Topic{command.OrganisingTopic}, Order: 7040, Slash: command.Slash{Group: "organise"},
		}, Do: bar, Personal: action.Always},
		{Command: command.Command{
			Name:    "unbar",
			Brief:   "Let somebody play in this room again, as its organiser",
			Detail:  "`unbar bob server` ends what `bar bob server` has begun, for those who organise the whole server.",
			Example: "unbar bob",
			Params:  []command.Param{scopeParam, {Name: "name", Help: "Who is barred", Kind: command.Person}},
			Changes: true,
			Topics:  []command.Topic{command.OrganisingTopic}, Order: 7050, Slash: command.Slash{Group: "organise"},
		}, Do: unbar, Personal: action.Always},
		{Command: command.Command{
			Name:  "complain",
			Brief: "Report somebody, or a game, to the organisers",
			Detail: "`report bob he insults me` and `report game 4 they use an engine` are the same. It is told in private to the organisers of the room where the game is played, or where you say it, and of the game's tournament, " +
				"with the moves of the game; with a name goes the newest game that you have played against them in a room. Those whom it is about are told nothing, also if they are organisers. Say it to me alone if others read the room. " +
				"You can report five times a day. `block` keeps somebody away from you at once.",
			Example: "complain bob he insults me",
			Params: []command.Param{
				{Name: "game", Help: "The number of a game", Kind: command.Count, Optional: true},
				{Name: "name", Help: "Whom to report", Kind: command.Person, Optional: true, Instead: true},
				{Name: "reason", Help: "What happened, up to 200 characters, for the organisers alone", Kind: command.Rest, Verbatim: true, Optional: true}},
			Changes: true, Cost: 3,
			Topics: []command.Topic{command.PeopleTopic}, Order: 4060, Slash: command.Slash{Group: "room"},
		}, Do: complainOf, Personal: action.Always},
	}
}

package command

import (
	"raumbot/bot/locale"
	"raumbot/render"
)

// organiseCommands returns the commands for the organisers of a room.
func organiseCommands() []*Command {
	return []*Command{
		{
			Name: "room", Aliases: []string{"settings"},
			Brief: "Say what holds in this room, or change it as its organiser",
			Detail: "A room can have a game and a pace of its own for invitations that name none, a view, a theme and pieces for its boards, pictures at every move " +
				"(`pictures on`) or on asking only (`pictures off`), a language, a time zone (`time Europe/Berlin`), and say whether anyone creates tournaments in it or organisers alone. A thread has what its room has. " +
				"What is agreed on in a game that goes on stays. `room default` forgets all. What a player prefers holds for answers to them alone. " +
				"`room puzzle 18:00` gives the room a puzzle every day at that time of its time zone, and tells the solution and who found it with the next one; `room puzzle 18:00 Berlin` means the clocks of Berlin whatever the room's " +
				"zone is, `room puzzle 18:00 raumschach` has puzzles of one game, `room puzzle off` ends that.",
			Example: "room",
			Params: []Param{
				{Name: "variant", Help: "The game of invitations that name none", Kind: VariantName, Optional: true},
				{Name: "pace", Help: "The pace of invitations that name none", Kind: PaceWord, Optional: true},
				viewParam,
				{Name: "theme", Help: "The colours of the pictures", Kind: Choice, Choices: render.ThemeNames(), Optional: true},
				piecesParam,
				{Name: "pictures", Help: "Whether every move is shown with its picture", Kind: Choice, Choices: []string{"on", "off"}, Optional: true},
				{Name: "tournaments", Help: "Who may create tournaments", Kind: Choice, Choices: []string{"anyone", "organisers"}, Optional: true},
				{Name: "language", Help: "The language of what the room sees", Kind: Choice, Choices: locale.Words, Optional: true},
				{Name: "time", Help: "The time zone of what the room sees: Europe/Berlin, a large town of it, or UTC+2", Kind: ZoneName, Optional: true},
				{Name: "reset", Help: "Forget what was decided", Kind: Choice, Choices: []string{"default"}, Optional: true},
				{Name: "puzzle", Help: "When a puzzle comes every day, such as 18:00 Berlin raumschach, or off", Kind: Rest, Optional: true, Announced: true}},
			Button: "Room", Changes: true,
		},
		{
			Name:  "variant",
			Brief: "Show a game's file, or add or remove a game of this place as its organiser",
			Detail: "`variant add` with a file attached adds the game in it to this server, or to this room where there are no servers; all of its mistakes are told. Only people here can begin games by it; somebody from elsewhere whom they challenge plays along. " +
				"A file whose game has the name of one that is here replaces it. `variant remove` takes it away; what has begun goes on. `variant show` gives the file of any game, as a beginning for one's own, and `variant` alone lists the games of this place. Games are added and removed by those who organise the whole server. " +
				"The bot's operator says whether games may be added at all. How a file is written is told in docs/variants.md.",
			Example: "variant show raumschach",
			Params: []Param{
				{Name: "what", Help: "Show the file of a game, add one, or remove one from this place", Kind: Choice, Choices: []string{"show", "add", "remove"}, Optional: true},
				{Name: "variant", Help: "The game that is shown or removed", Kind: VariantName, Optional: true},
				{Name: "sure", Help: "Do it without being asked", Kind: Choice, Choices: []string{"confirm"}, Optional: true},
				{Name: "attachment", Help: "The file of the game that is added", Kind: FileValue, Optional: true}},
			Changes: true, Cost: 10,
		},
		{
			Name:  "publish",
			Brief: "Make a game public, so that anybody may see it, or take that back",
			Detail: "A game that is played in a room is for those who see that room. It becomes public when both players say so, or an organiser of the room in which both have spoken; " +
				"with different rooms, each side needs its player or an organiser of its room. A game of a tournament can be made public by the tournament's organisers, too, " +
				"all of its games by `publish tournament 1`. `publish 3 off` of either player takes it back, or prevents it.",
			Example: "publish 1",
			Params: []Param{gameParam,
				{Name: "tournament", Help: "Or the number of a tournament, for all of its games", Kind: TournamentNumber, Optional: true, Instead: true},
				{Name: "what", Help: "Take it back, or do not agree", Kind: Choice, Choices: []string{"off"}, Optional: true}},
			Button: "Publish", Changes: true, Final: true,
		},
		{
			Name:  "adjudicate",
			Brief: "Decide a game of this room, as its organiser",
			Detail: "White or Black wins, the game is drawn, or it is aborted and counts for nobody. The reason is told to both players and to all who see the game, and is kept " +
				"in its log with your name. An adjudicated game is never rated. It is for organisers of the room in which both players have spoken, said in it, and not for games that they play in themselves. " +
				"It asks before it is done, and `adjudicate 4 undo` takes it back for a day, unless a further round of its tournament has been paired. Where the players have different rooms, an organiser of each has to say it, and nothing changes before the second does. A game of a tournament is for the tournament's organisers alone.",
			Example: "adjudicate 4 draw both players have left",
			Params: []Param{
				{Name: "id", Help: "The number of the game", Kind: Number},
				{Name: "verdict", Help: "Who wins, or draw, or abort for no result, or undo to take a decision back", Kind: Choice, Choices: []string{"white", "black", "draw", "abort", "undo"}, Said: colourWords},
				{Name: "sure", Help: "Do it without being asked", Kind: Choice, Choices: []string{"confirm"}, Optional: true},
				{Name: "reason", Help: "Why, for all to read, up to 200 characters", Kind: Rest, Verbatim: true, Optional: true}},
			Changes: true, Final: true, Wished: Known,
		},
		{
			Name:  "bar",
			Brief: "Keep somebody from the games of this room, as its organiser",
			Detail: "They can begin no games that this room sees, enter none of its tournaments and say nothing here through `say`. It asks first. Open challenges of theirs in the room come to nothing; games that have begun " +
				"go on, as they are their opponents' too, and `adjudicate` decides each by itself; `expel` removes them from a tournament that they are in. The room is not told; they are, in private, if they play here. " +
				"Other organisers of the room cannot be barred. Without a name it lists who is barred, for organisers alone. " +
				"`bar bob server` is for all rooms of the server, and for those who organise all of it; `bar server` lists whom that concerns, and `unbar bob server` ends it.",
			Example: "bar bob",
			Params: []Param{
				scopeParam,
				{Name: "name", Help: "Whom to bar; without it, you see who is barred", Kind: Person, Optional: true},
				{Name: "sure", Help: "Do it without being asked", Kind: Choice, Choices: []string{"confirm"}, Optional: true}},
			Button: "Barred", Changes: true, Final: true, Wished: Known,
		},
		{
			Name:    "unbar",
			Brief:   "Let somebody play in this room again, as its organiser",
			Detail:  "`unbar bob server` ends what `bar bob server` has begun, for those who organise the whole server.",
			Example: "unbar bob",
			Params:  []Param{scopeParam, {Name: "name", Help: "Who is barred", Kind: Person}},
			Changes: true,
		},
		{
			Name:  "complain",
			Brief: "Report somebody, or a game, to the organisers",
			Detail: "`report bob he insults me` and `report game 4 they use an engine` are the same. It is told in private to the organisers of the room where the game is played, or where you say it, and of the game's tournament, " +
				"with the moves of the game; with a name goes the newest game that you have played against them in a room. Those whom it is about are told nothing, also if they are organisers. Say it to me alone if others read the room. " +
				"You can report five times a day. `block` keeps somebody away from you at once.",
			Example: "complain bob he insults me",
			Params: []Param{
				{Name: "game", Help: "The number of a game", Kind: Count, Optional: true},
				{Name: "name", Help: "Whom to report", Kind: Person, Optional: true, Instead: true},
				{Name: "reason", Help: "What happened, up to 200 characters, for the organisers alone", Kind: Rest, Verbatim: true, Optional: true}},
			Changes: true, Final: true, Wished: Known, Cost: 3,
		},
	}
}

// scopeParam makes a command about all rooms of the server.
var scopeParam = Param{Name: "scope", Help: "All rooms of this server, if you organise all of it; without it, this room", Kind: Choice,
	Choices: []string{"server"}, Optional: true, Anywhere: true}

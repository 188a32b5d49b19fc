package desk

import (
	"raumbot/bot/action"
	"raumbot/bot/command"
)

// reportWords are other words for a report in words: "report results".
var reportWords = map[string]string{"results": "text", "result": "text", "scores": "text", "score": "text", "standings": "text", "ergebnisse": "text", "ergebnis": "text", "stand": "text"}

// commands returns the commands of the package.
func commands() []action.Command {
	return []action.Command{
		{Command: command.Command{
			Name:    "tournaments",
			Brief:   "List the tournaments that are open, to come or going on",
			Detail:  "They are those of this room, of its server and those open to all, and all that you are in. `tournaments over` lists those that have ended. Further pages: `tournaments page 2`, `tournaments over page 2`.",
			Example: "tournaments",
			Params: []command.Param{{Name: "which", Help: "Only tournaments that have ended", Kind: command.Choice, Choices: []string{"over"}, Optional: true},
				{Name: "page", Help: "Which page of the list", Kind: command.Count, Optional: true}},
			Button: "Tournaments",
			Topics: []command.Topic{command.TournamentsTopic}, Order: 6010, Slash: command.Slash{Group: "tournament", Name: "list"},
		}, Do: listTournaments},
		{Command: command.Command{
			Name: "tournament", Aliases: []string{"direct"},
			Brief: "Show a tournament and its players; its organisers open, start, pause or end it",
			Detail: "For its organisers: `tournament 3 open` announces it, `start` begins it at once, `pause` keeps the next round from being paired and `resume` ends that. `cancel` calls it off, " +
				"and `finish` closes a ladder; both ask first. `accept` and `decline` answer somebody who wants you to organise it too, and with `quit` an organiser stops being one.",
			Example: "tournament 1",
			Params: []command.Param{tournamentParam,
				{Name: "verb", Help: "What is to happen, if you organise it", Kind: command.Choice, Optional: true, Changes: true,
					Choices: []string{"open", "start", "pause", "resume", "finish", "cancel", "accept", "decline", "quit"}},
				{Name: "sure", Help: "Do it without being asked", Kind: command.Choice, Choices: []string{"confirm"}, Optional: true}},
			Button: "About it", Card: true,
			Topics: []command.Topic{command.TournamentsTopic, command.OrganisingTopic}, Order: 6020, Slash: command.Slash{Group: "tournament", Name: "show", Brief: "Show a tournament and its players",
				Manage: struct{ Name, Brief string }{"manage", "Open, start, pause or end a tournament, as its organiser"}},
		}, Do: showTournament, Entrants: true},
		{Command: command.Command{
			Name: "join", Aliases: []string{"enter"},
			Brief: "Enter a tournament",
			Detail: "Its games are paired by the bot and begin by themselves, whatever your `limit`. By entering you agree to its terms, which `tournament` shows. " +
				"If it is full you are put on its waiting list.",
			Example: "join 1",
			Params:  []command.Param{tournamentParam},
			Button:  "Join", Changes: true,
			Topics: []command.Topic{command.TournamentsTopic}, Order: 6030, Slash: command.Slash{Group: "tournament"},
		}, Do: join},
		{Command: command.Command{
			Name: "simul", Aliases: []string{"simultan"},
			Brief: "Play everybody at once, or have the computer do so; `simul join` takes a board",
			Detail: "`simul raumschach` offers boards here, up to 20 or as many as `most` says. It begins when they are taken, or when you say `simul start`: you have White on every board. " +
				"`simul computer raumschach level 3` lets the computer be the host. Without a pace a move has the time that is usual here, or three days; with a bank of time the host has twice as much. " +
				"The games are casual and played in private; one table here shows the results. `next` takes you to the board with the least time. `simul` shows the one that is here.",
			Example: "simul raumschach 1d",
			Params: []command.Param{
				{Name: "what", Help: "What to do in a simul that has been offered here", Kind: command.Choice, Choices: []string{"join", "leave", "start"}, Optional: true},
				{Name: "host", Help: "Who plays against everybody; without it, you", Kind: command.Choice, Choices: []string{action.ComputerName}, Optional: true},
				{Name: "variant", Help: "The game to be played, as variants lists them; without it, the one of the room", Kind: command.VariantName, Optional: true},
				command.PaceParam,
				{Name: "most", Help: "For how many opponents there is room", Kind: command.Count, Most: mostBoards, Optional: true, Named: true},
				{Name: "scope", Help: "Who may enter: this room, its server, or all who can reach the bot", Kind: command.Choice, Choices: []string{"room", "server", "everywhere"}, Optional: true},
				{Name: "level", Help: "How strong the computer plays, from 1 to 6, as the host", Kind: command.Count, Most: mostLevel, Optional: true, Named: true, Also: []string{"stufe", "lvl"}, Said: command.LevelWords}},
			Changes: true, Shows: true, Cost: 3, Form: []string{"host", "variant", "pace", "most", "scope", "level"},
			Topics: []command.Topic{command.TournamentsTopic, command.PlayingTopic}, Order: 6035, Slash: command.Slash{Group: "tournament"},
		}, Do: simul},
		{Command: command.Command{
			Name: "teammatch", Pair: "match challenge",
			Brief: "Challenge another room to a match on several boards",
			Detail: "`match challenge` is the same. `teammatch raumschach boards 6 2d` asks for a match on six boards, of 2 to 20; the first room in which somebody says `match 5 accept` takes it up, on any server or platform. " +
				"The people of both rooms `join`. It begins when both captains say `match start`, or a week later, with as many boards as both can fill: the highest ratings get the boards, the others are substitutes. " +
				"Colours alternate from board to board; with `games 2` each board plays two games at once, one with each colour. You are the captain: see `help match`.",
			Example: "teammatch raumschach boards 4 2d",
			Params: []command.Param{
				{Name: "opponent", Help: "That any other room may take it up", Kind: command.Choice, Choices: []string{"room"}, Said: map[string]string{"raum": "room"}, Optional: true},
				{Name: "variant", Help: "The game to be played, as variants lists them; without it, the one of the room", Kind: command.VariantName, Optional: true},
				command.PaceParam,
				{Name: "boards", Help: "On how many boards", Kind: command.Count, Most: mostTeam, Optional: true, Named: true, Also: []string{"board", "bretter", "brett"}},
				{Name: "games", Help: "How many games each board plays", Kind: command.Count, Most: 2, Optional: true, Named: true},
				command.StakesParam},
			Changes: true, Cost: 3, Form: []string{"variant", "pace", "boards", "games", "stakes"},
			Topics: []command.Topic{command.TournamentsTopic}, Order: 6036, Slash: command.Slash{Group: "tournament"},
		}, Do: challengeTeam},
		{Command: command.Command{
			Name:  "match",
			Brief: "Show a match between two rooms, join it, or lead a team as its captain",
			Detail: "`match 5 accept` takes up the match that another room has offered. `match join` plays for this room. For the captains: `match start` begins when both have said it, `match cancel` calls it off before that or withdraws the team that has accepted, `match decline` turns that team away, " +
				"`match lineup carol board 2` gives board 2 to carol before it begins, `match captain bob` hands the team on, and `match substitute carol board 2` gives board 2 to carol later, if its player has not moved yet. A match ends by itself; one table in both rooms shows the results.",
			Example: "match",
			Params: []command.Param{tournamentParam,
				{Name: "what", Help: "What to do in the match", Kind: command.Choice, Choices: []string{"accept", "join", "leave", "start", "cancel", "decline", "captain", "lineup", "substitute"}, Optional: true},
				{Name: "name", Help: "Who is to be the captain, or gets a board", Kind: command.Person, Optional: true},
				{Name: "board", Help: "Which board that is", Kind: command.Count, Most: mostTeam, Optional: true, Named: true, Also: []string{"brett"}}},
			Button: "The match", Changes: true, Shows: true,
			Topics: []command.Topic{command.TournamentsTopic}, Order: 6037, Slash: command.Slash{Group: "tournament"},
		}, Do: match, Entrants: true},
		{Command: command.Command{
			Name:    "leave",
			Brief:   "Leave a tournament, or its waiting list",
			Detail:  "Before it begins, nothing comes of it. Later it asks first: your game goes on until all others of the round are over, and is lost then; your later games are forfeited.",
			Example: "leave 1",
			Params: []command.Param{tournamentParam,
				{Name: "sure", Help: "Do it without being asked", Kind: command.Choice, Choices: []string{"confirm"}, Optional: true}},
			Changes: true,
			Topics:  []command.Topic{command.TournamentsTopic}, Order: 6040, Slash: command.Slash{Group: "tournament"},
		}, Do: leave},
		{Command: command.Command{
			Name:    "checkin",
			Brief:   "Confirm that you will play in a tournament that is about to begin",
			Detail:  "Where a tournament asks for it, those who have not confirmed when it begins lose their places.",
			Example: "checkin 1",
			Params:  []command.Param{tournamentParam},
			Button:  "Check in", Changes: true,
			Topics: []command.Topic{command.TournamentsTopic}, Order: 6050, Slash: command.Slash{Group: "tournament"},
		}, Do: checkIn},
		{Command: command.Command{
			Name: "bye", Aliases: []string{"skip"},
			Brief:   "Ask for a bye in a round of a Swiss tournament, or take that back",
			Detail:  "`bye next` is for the next round, `bye 3 5` for round 5 of tournament 3. Two such byes count half a point, further ones and that of the last round nothing.",
			Example: "bye 1",
			Params: []command.Param{tournamentParam, {Name: "round", Help: "The number of the round", Kind: command.Count, Optional: true},
				{Name: "next", Help: "The next round, as without a number", Kind: command.Choice, Choices: []string{"next"}, Optional: true, Instead: true}},
			Changes: true, Everyday: true,
			Topics: []command.Topic{command.TournamentsTopic}, Order: 6060, Slash: command.Slash{Group: "tournament"},
		}, Do: askBye},
		{Command: command.Command{
			Name:    "standings",
			Brief:   "Tell how a tournament stands",
			Detail:  "Tie-breaks decide between players with equal points, and are shown with them. If you are playing, it says what a win would mean for you.",
			Example: "standings 1",
			Params:  []command.Param{tournamentParam},
			Button:  "Standings", Cost: 2, Card: true,
			Topics: []command.Topic{command.TournamentsTopic}, Order: 6070, Slash: command.Slash{Group: "tournament"},
		}, Do: showStandings, Entrants: true},
		{Command: command.Command{
			Name:    "pairings",
			Brief:   "List the games of a round",
			Detail:  "Without a round it is the newest one.",
			Example: "pairings 1 1",
			Params:  []command.Param{tournamentParam, {Name: "round", Help: "The number of the round", Kind: command.Count, Optional: true}},
			Button:  "Pairings", Card: true,
			Topics: []command.Topic{command.TournamentsTopic}, Order: 6080, Slash: command.Slash{Group: "tournament"},
		}, Do: showPairings, Entrants: true},
		{Command: command.Command{
			Name: "crosstable", Aliases: []string{"bracket"},
			Brief:   "Show who has met whom in a tournament, or the tree of a knockout",
			Detail:  "`crosstable 3 text` writes it in words.",
			Example: "crosstable 1",
			Params: []command.Param{tournamentParam,
				{Name: "form", Help: "In words, for screen readers", Kind: command.Choice, Choices: []string{"text"}, Optional: true}},
			Button: "Crosstable", Cost: 3, Card: true,
			Topics: []command.Topic{command.TournamentsTopic}, Order: 6090, Slash: command.Slash{Group: "tournament"},
		}, Do: showCrosstable, Entrants: true},
		{Command: command.Command{
			Name:    "report",
			Brief:   "Write a tournament down, also for other programs",
			Detail:  "As text, as a table for spreadsheets (`csv`), as `json`, or as FIDE's tournament report file (`trf`), of a Swiss or a round robin. Files are for you alone. `report bob` and `report game 4` tell the organisers about somebody, or a game: see `help complain`.",
			Example: "report 1 csv",
			Params: []command.Param{tournamentParam,
				{Name: "form", Help: "The form of the report", Kind: command.Choice, Choices: []string{"text", "trf", "csv", "json"}, Said: reportWords, Optional: true}},
			Button: "Report", Cost: 3, Otherwise: "complain",
			Topics: []command.Topic{command.TournamentsTopic}, Order: 6100, Slash: command.Slash{Group: "tournament"},
		}, Do: report, Entrants: true},
		{Command: command.Command{
			Name: "create", Aliases: []string{"organise", "organize"},
			Brief: "Draft a tournament, as an organiser of this room",
			Detail: "In a `roundrobin` everybody plays everybody; in a `swiss` you meet players with similar scores; in a `knockout` whoever loses is out; on a `ladder` you challenge those above you. " +
				"Without a pace a move has three days. Only you see the draft: `set` changes its terms, and `tournament ID open` announces it.",
			Example: "create swiss stockschach216 2d rated Summer Cup",
			Params: []command.Param{
				{Name: "format", Help: "How it is decided", Kind: command.Choice, Choices: []string{"roundrobin", "swiss", "knockout", "ladder"}},
				variantParam, command.PaceParam, command.StakesParam,
				{Name: "scope", Help: "Who may enter: this room, its server, or all who can reach the bot", Kind: command.Choice, Choices: []string{"room", "server", "everywhere"}, Optional: true},
				{Name: "name", Help: "What it is called", Kind: command.Rest, Verbatim: true, Optional: true}},
			Changes: true, Cost: 3,
			Topics: []command.Topic{command.OrganisingTopic}, Order: 7060, Slash: command.Slash{Group: "tournament"},
		}, Do: createTournament},
		{Command: command.Command{
			Name: "set", Aliases: []string{"arrange"},
			Brief: "Change a term of a tournament, before it begins",
			Detail: "`set 3 start friday 18:00`, `set 3 rounds 5`, `set 3 variants raumschach blocschach`. `set 3` lists all that can be set. " +
				"Who has entered already is told of a change. What only the report file says, `city`, `federation` and `dates`, can be set later, too.",
			Example: "set 1 most 16",
			Params: []command.Param{tournamentNeeded,
				{Name: "setting", Help: "Which term: name, pace, start, full, most, rounds, games and others", Kind: command.Word, Optional: true},
				{Name: "value", Help: "What it is to be", Kind: command.Rest, Verbatim: true, Optional: true}},
			Changes: true,
			Topics:  []command.Topic{command.OrganisingTopic}, Order: 7070, Slash: command.Slash{Group: "tournament"},
		}, Do: setTerm},
		{Command: command.Command{
			Name:  "expel",
			Brief: "Remove somebody from a tournament, as its organiser",
			Detail: "It asks first. Their games in it that go on are lost at once, and are not rated; they cannot enter it again unless you `readmit` them. That can be done until it begins, on a ladder as long as it runs, " +
				"and otherwise for a day, unless a further round has been paired. Organisers who take part in a tournament that has begun leave that to another. The reason is told to all.",
			Example: "expel 1 bob he wishes it",
			Params: []command.Param{tournamentNeeded,
				{Name: "name", Help: "Whom to remove", Kind: command.Person},
				{Name: "sure", Help: "Do it without being asked", Kind: command.Choice, Choices: []string{"confirm"}, Optional: true},
				{Name: "reason", Help: "Why, for all to read, up to 200 characters", Kind: command.Rest, Verbatim: true, Optional: true}},
			Changes: true,
			Topics:  []command.Topic{command.OrganisingTopic}, Order: 7080, Slash: command.Slash{Group: "tournament"},
		}, Do: expel},
		{Command: command.Command{
			Name:  "readmit",
			Brief: "Let somebody enter a tournament again who was removed, as its organiser",
			Detail: "They enter as anybody does, as long as the tournament takes entries. Who was removed from one that had begun, a ladder apart, is back in it at once, with the games that the removal " +
				"had ended; that can be done for a day, unless a further round has been paired.",
			Example: "readmit 1 bob",
			Params: []command.Param{tournamentNeeded,
				{Name: "name", Help: "Who may enter again", Kind: command.Person}},
			Changes: true,
			Topics:  []command.Topic{command.OrganisingTopic}, Order: 7090, Slash: command.Slash{Group: "tournament"},
		}, Do: readmit},
	}
}

var (
	variantParam    = command.Param{Name: "variant", Help: "The game to be played, as variants lists them", Kind: command.VariantName}
	tournamentParam = command.Param{Name: "id", Help: "The number of the tournament; without it, that of this room or your only one",
		Kind: command.TournamentNumber, Optional: true}
	tournamentNeeded = command.Param{Name: "id", Help: "The number of the tournament", Kind: command.TournamentNumber}
)

package command

import (
	"raumbot/render"
)

// lookCommands returns the commands that show a game and what could happen in it.
func lookCommands() []*Command {
	return []*Command{
		{
			Name: "moves", Aliases: []string{"legal"},
			Brief:   "List the legal moves of a piece, or all that can move",
			Detail:  "Name a cell to see where the piece on it can go, also in a picture, or a kind of piece to see the moves of all of that kind, in pages. A capture is written with x, a check with + and a mate with #.",
			Example: "moves vc2",
			Params: []Param{gameParam, hereParam,
				{Name: "page", Help: "Which page of a long list", Kind: Count, Optional: true, Anywhere: true},
				{Name: "cell", Help: "A cell, or a piece's name or code", Kind: Rest, Optional: true}},
			Button: "Legal moves", Needs: NeedGame, Cost: 2, OfPieces: true,
		},
		{
			Name:  "try",
			Brief: "See where some moves would lead, without touching the game",
			Detail: "Only you see the picture. Separate the moves by commas: `try vc5-vc4, vd2-vd3`. `try from 17 vd2-vd3` begins where the game stood after 17 moves, counting both sides. " +
				"It works in games that are over, too.",
			Example: "try vc2-vc3, vc5-vc4",
			Params: []Param{gameParam,
				{Name: "from", Help: "The move after which to begin, counting those of both sides", Kind: Count, Optional: true}, {Name: "moves", Help: "Moves from there on, with commas between them", Kind: Rest}},
			Needs: NeedGame, Cost: 3,
		},
		{
			Name:    "attackers",
			Brief:   "List the pieces that attack a cell, or yours that are attacked",
			Detail:  "If a piece stands there, they are those of its opponent; `defenders` lists those of its own side. With the name of a piece they are those of your pieces of that kind. Without a cell all of your pieces are listed that are attacked.",
			Example: "attackers vc3",
			Params:  []Param{gameParam, {Name: "cell", Help: "The cell, or a piece of yours", Kind: Rest, Optional: true}},
			Needs:   NeedGame,
		},
		{
			Name:    "defenders",
			Brief:   "List the pieces that defend the piece on a cell",
			Example: "defenders vc2",
			Params:  []Param{gameParam, {Name: "cell", Help: "The cell, or a piece of yours", Kind: Rest}},
			Needs:   NeedGame,
		},
		{
			Name: "changed", Aliases: []string{"news"},
			Brief:   "Tell what has changed on the board since you moved",
			Detail:  "It tells the moves in sentences, and which pieces of the side to move are attacked.",
			Example: "changed",
			Params:  []Param{gameParam},
			Button:  "What changed", Needs: NeedGame,
		},
		{
			Name: "stands", Aliases: []string{"level", "rank", "file"},
			Brief:   "Tell what stands on a level, a rank or a file",
			Detail:  "Name a level by its letter, `level w`, a rank by its number, `rank 3`, or a file by its letter, `file a`. The number of a game comes behind. Only you see the answer.",
			Example: "stands level w",
			Params: []Param{
				{Name: "what", Help: "May be left out", Kind: Choice, Choices: []string{"level", "rank", "file"}, Optional: true},
				{Name: "slice", Help: "The letter of a level or file, or the number of a rank", Kind: Word}, gameParam},
			Needs: NeedGame,
		},
		{
			Name:    "where",
			Brief:   "Tell where the pieces of a kind stand, or what stands on a cell",
			Detail:  "Name the piece by its name or its code, or a cell. `moves CELL` tells what the piece on a cell can do.",
			Example: "where Stocknsexton",
			Params:  []Param{gameParam, {Name: "piece", Help: "A piece's name or code, or a cell", Kind: Rest}},
			Needs:   NeedGame, OfPieces: true,
		},
		{
			Name: "board", Aliases: []string{"show", "position"},
			Brief: "Show the board",
			Detail: "The views are arrangements of the same board: `tall`, if you choose none, in two columns that a phone can show, `levels` in rows for wide " +
				"screens, `ranks` as the articles print it, `focus` with the levels of the last move large, `stack` as one body. `text` writes the board in words, for screen readers. " +
				"`board level w` shows one level alone, large; `board at 17` the board as it stood after 17 moves, counting both sides. Only you see the answer; `board here` shows it to all in the room, and so do `log`, `moves`, " +
				"`game`, `captured` and `replay` with `here`.",
			Example: "board ranks dark",
			Params: []Param{gameParam,
				{Name: viewParam.Name, Help: viewParam.Help, Kind: Choice, Choices: append(render.ViewNames(), "text"), Optional: true},
				{Name: "theme", Help: "The colours of the picture", Kind: Choice, Choices: render.ThemeNames(), Optional: true},
				{Name: "side", Help: "Which side is at the bottom", Kind: Choice, Choices: []string{"white", "black"}, Said: colourWords, Optional: true},
				{Name: "level", Help: "One level alone, by its name", Kind: LevelName, Optional: true},
				{Name: "at", Help: "As it stood after so many moves, counting those of both sides; 0 is the start", Kind: Count, FromZero: true, Optional: true}, hereParam},
			Button: "Board", Needs: NeedGame, Cost: 2,
		},
		{
			Name:    "views",
			Brief:   "Choose among the views of the board",
			Example: "views",
			Params:  []Param{gameParam},
			Button:  "Views", Needs: NeedGame,
		},
		{
			Name:    "more",
			Brief:   "List what else can be done in a game",
			Example: "more",
			Params:  []Param{gameParam},
			Button:  "More", Needs: NeedGame,
		},
		{
			Name:    "game",
			Brief:   "Tell how a game stands",
			Detail:  "Players, pace, whose turn it is and until when, or how it ended. `game against bob` is your game against somebody, and so with most commands about a game.",
			Example: "game 1",
			Params:  []Param{gameParam, hereParam},
			Button:  "Game", Needs: NeedGame,
		},
		{
			Name:    "captured",
			Brief:   "List the pieces that each side has lost",
			Example: "captured",
			Params:  []Param{gameParam, hereParam},
			Button:  "Captured", Needs: NeedGame,
		},
		{
			Name:  "games",
			Brief: "List your games and challenges, those that wait for you first",
			Detail: "`games room` lists the games that go on in this room and its threads, `games all` all that are public; `games over` those of yours that have ended, the newest first, `games over room` " +
				"those that this room has seen, `games over all` all that are public. They can be narrowed to a game, `games over all stockschach216`, and to a result, `games over won`: " +
				"who has won or lost is you. Further pages: `games page 2`, `games over page 2`.",
			Example: "games over mine variant stockschach216 page 1",
			Params: []Param{
				{Name: "which", Help: "Only games that have ended", Kind: Choice, Choices: []string{"over"}, Optional: true},
				{Name: "whose", Help: "Whose games: yours if you do not say", Kind: Choice, Choices: []string{"mine", "room", "all"}, Optional: true},
				{Name: "result", Help: "How they have ended, as you see it", Kind: Choice, Choices: []string{"won", "lost", "drawn", "aborted"}, Optional: true},
				{Name: "page", Help: "Which page of the list", Kind: Count, Optional: true},
				{Name: "variant", Help: "Only games of this kind, as variants lists them", Kind: VariantName, Optional: true}},
			Button: "My games", Cost: 2,
		},
		{
			Name:    "note",
			Brief:   "Note something on a game, for nobody else to see",
			Detail:  "Say it to the bot alone if others read the room. A game can have 20 notes of yours.",
			Example: "note the Stockbrook on vd1 is weak",
			Params:  []Param{gameParam, {Name: "text", Help: "What to note, up to 200 characters", Kind: Rest, Verbatim: true}},
			Needs:   NeedGame, Changes: true,
		},
		{
			Name:    "notes",
			Brief:   "Show your notes on a game, or forget them",
			Detail:  "`notes clear` forgets all on the game, `notes forget 2` the second.",
			Example: "notes",
			Params: []Param{gameParam,
				{Name: "what", Help: "Forget all notes on the game", Kind: Choice, Choices: []string{"clear"}, Optional: true},
				{Name: "forget", Help: "The number of the one note to forget", Kind: Count, Most: 20, Optional: true}},
			Button: "Notes", Needs: NeedGame, Changes: true,
		},
		{
			Name: "log", Aliases: []string{"history"},
			Brief: "List the moves of a game and what else happened in it",
			Detail: "A capture is written with x, a check with + and a mate with #. Of a long game it shows the newest page; `log page 1` begins with the first move. " +
				"`log dates` tells when each move was made.",
			Example: "log 1",
			Params: []Param{gameParam,
				{Name: "times", Help: "When each move was made", Kind: Choice, Choices: []string{"dates"}, Optional: true},
				{Name: "page", Help: "Which page of a long game", Kind: Count, Optional: true}, hereParam},
			Button: "Log", Needs: NeedGame, Cost: 2,
		},
		{
			Name:    "replay",
			Brief:   "Show the moves of a game in an animated picture",
			Detail:  "It shows up to 80 moves, counting both sides, from the start or from the one that you number: `replay from 31`.",
			Example: "replay 1",
			Params:  []Param{gameParam, {Name: "from", Help: "The move to begin with, counting those of both sides", Kind: Count, Optional: true}, hereParam},
			Button:  "Replay", Needs: NeedGame, Cost: 10,
		},
		{
			Name: "watch", Aliases: []string{"follow"},
			Brief: "Follow a game without playing it",
			Detail: "Each of its moves, and its end, come to you in private. Whether you may see the game is asked at each: one that is shown only where it is played is followed from there, for a week after you have last said so. " +
				"`watch 4 here` has this room follow a game that is played elsewhere and that all here may see; that is for its organisers, five games at once. You can follow twenty. The players are not told.",
			Example: "watch 4",
			Params: []Param{{Name: "id", Help: "The number of the game", Kind: Number},
				{Name: "where", Help: "Have this room follow it, as its organiser", Kind: Choice, Choices: []string{"here"}, Optional: true}},
			Needs: NeedGame, Changes: true, Cost: 2,
		},
		{
			Name: "unwatch", Aliases: []string{"unfollow"},
			Brief:   "Stop following a game",
			Detail:  "`unwatch 4 here` ends that this room follows it, for its organisers.",
			Example: "unwatch 4",
			Params: []Param{{Name: "id", Help: "The number of the game; without it, the only one that you follow", Kind: Number, Optional: true},
				{Name: "where", Help: "For this room, as its organiser", Kind: Choice, Choices: []string{"here"}, Optional: true}},
			Changes: true,
		},
		{
			Name:    "watching",
			Brief:   "List the games that you follow",
			Example: "watching",
			Button:  "Followed games",
		},
		{
			Name:  "export",
			Brief: "Write a game down for other programs, or all of yours",
			Detail: "Headers, the moves in canonical form and the result. `export all` writes down your games that have ended, for you alone: up to 500 in a file, " +
				"further ones with `export all page 2`.",
			Example: "export 1",
			Params: []Param{gameParam,
				{Name: "which", Help: "All games of yours that have ended", Kind: Choice, Choices: []string{"all"}, Optional: true, Instead: true},
				{Name: "page", Help: "Which part of all games", Kind: Count, Optional: true}},
			Button: "Export", Cost: 5,
		},
		{
			Name:  "import",
			Brief: "Keep the record of a finished game for your own study",
			Detail: "The record is as `export` writes it. Its moves are checked. Only you can see the game: `board`, `log`, `replay`, `note` and `try` work on it, and it counts for nobody. " +
				"You can import 200. The record can be attached as a file, too. If it brings along the rules of a game that the bot does not know, and the bot's operator lets organisers add games, they are kept for you.",
			Example: `import [Variant "stockschach216"] [White "Ada"] [Black "Ben"] 1. vc2-vc3 vc5-vc4 1-0`,
			Params: []Param{{Name: "attachment", Help: "A file with the record", Kind: FileValue, Optional: true},
				{Name: "record", Help: "Or the record itself, tags and moves", Kind: Rest, Verbatim: true, Optional: true}},
			Changes: true, Long: true, Cost: 5,
		},
	}
}

// hereParam shows the answer to everybody in the room.
var hereParam = Param{Name: "show", Help: "Show the answer to all in this room", Kind: Choice, Choices: []string{"here"}, Optional: true, Anywhere: true}

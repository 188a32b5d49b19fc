package command

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed glossary.txt
var glossaryLines string

// readGlossary returns a map from the words for the terms of glossary.txt to the terms' names.
var readGlossary = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for name, words := range readLists(glossaryLines) {
		for _, w := range words {
			all[w] = name
		}
	}
	return all
})

// Term is a term of chess, of these games or of the bot that is not a command, but that people ask
// about: "what is stalemate".
type Term struct {
	Name  string // as an argument of help: "en-passant"
	Title string // at the beginning of a sentence, a phrase
	Text  string // what it means, a phrase
}

// Definite reports whether a term needs "the", as "the fifty-move rule" does. Before other terms
// "the" refers to something in the game.
func (t Term) Definite() bool { return strings.HasPrefix(t.Title, "The ") }

// Terms returns the glossary, in the order in which help lists it.
func Terms() []Term {
	return []Term{
		{"check", "Check", "A King, or whatever royal piece a game has in his place, that could be taken by the next move is in check. His player has to get him out of it at once."},
		{"checkmate", "Checkmate", "Check out of which no legal move leads. The game is over, and whoever gives it has won."},
		{"stalemate", "Stalemate", "Whoever is to move has no legal move, and is not in check. The game is drawn."},
		{"drawn-game", "Draw", "Nobody wins: both agree to it (`draw` offers it), or it is stalemate, repetition or the fifty-move rule, or only the royal pieces are left."},
		{"castling", "Castling", "A move of the King and a piece beside him, mostly a Rook, in one, if neither has moved yet. Write the King's part of it. Not all games have it: `rules GAME` says with which pieces, and how."},
		{"en-passant", "En passant", "A Pawn that steps twice in one move can be taken on the cell that it passes, by another Pawn and by the very next move. Not all games have it: see `rules GAME`."},
		{"promotion", "Promotion", "A Pawn that gets to the far end of the board becomes another piece. Write which behind the move: `de5-ee5=Q`. `rules GAME` says where it happens, and what it may become."},
		{"royal", "Royal pieces", "Pieces whose capture would lose the game, so that they may not be left in check: the King, in many games the Emperor. `rules GAME` names them."},
		{"marriage", "Marriage", "In Blocschach whoever moves their Emperor beside their own Empress, not in check, has won."},
		{"repetition", "Repetition", "When a position has stood three times, with the same side to move, either player may claim a draw by `draw claim`. At the fifth time the game is drawn by itself."},
		{"fifty-move-rule", "The fifty-move rule", "After fifty moves of each side in which nothing was taken or promoted and no Pawn moved, either player may claim a draw by `draw claim`. After 75 the game is drawn by itself."},
		{"cells", "Levels, files and ranks", "A board is made of levels, each a board of its own. On it the ranks lie from White's side to Black's, and the files beside each other. In most games a cell is named by its level, its file and its rank: `cc3` is on level c, file c and rank 3."},
		{"triagonal", "Orthogonal, diagonal and triagonal", "An orthogonal step changes one of level, file and rank by one, as from cc3 to cc4 or dc3; a diagonal one changes two, as from cc3 to dc4; a triagonal one all three, as from cc3 to dd4. The Rook goes orthogonally, the Bishop diagonally, the Unicorn triagonally."},
		{"marks", "The coloured marks", "The marks at a piece in a picture say how it moves: each form and colour stands for one kind of direction, such as that of the Rook, the Bishop or the Unicorn. With a dot it goes one step only, and a white sign is a leap. The key below the picture names those that it has, and `piece NAME` shows where a piece goes."},
		{"ply", "Ply", "A move of one side. `board at 17` counts plies: it is the board after nine moves of White and eight of Black."},
		{"fork", "Fork", "A move by which one piece attacks two or more at once, of which only one can get away."},
		{"pin", "Pin", "A piece is pinned if it may not move, or had better not, because something more valuable behind it would be attacked. `attackers CELL` shows who attacks a cell."},
		{"zugzwang", "Zugzwang", "Every move makes things worse, and one has to be made."},
		{"blunder", "Blunders, mistakes and inaccuracies", "Moves that cost a good part of the chances to win: a blunder at least 30 in a hundred, a mistake 20, an inaccuracy 10. `analyse` finds them in a game that has ended."},
		{"accuracy", "Accuracy", "How near the moves of one side were to the best ones, from 0 to 100. Moves by which much was at stake count for more. `analyse` tells it of a game that has ended."},
		{"correspondence", "Correspondence chess", "Nobody has to be here at the same time: a move may take days. You are told when it is your turn, and `games` lists the games that wait for you."},
		{"pace", "Pace", "The time for each move: `3d` is three days, `12h` twelve hours. `5d+12h/10d` is a bank of five days, to which each move adds twelve hours, up to ten days. A game without a pace has no clock."},
		{"time-out", "Time that is up", "Whoever does not move in time loses the game. You are reminded before (`remind`), `vacation` stops your clock, and `game` tells how long you have. In a game without a clock nobody loses so, but one whose opponent is silent for weeks can be ended by `claim`."},
		{"platforms", "People elsewhere", "Discord, Matrix and the browser are one place for a bot that is on all of them: challenge somebody by their name, wherever they are, and each sees the game where they play it. `link` makes your own accounts one player."},
		{"organisers", "Organisers", "Those who may manage a room on its platform: on Discord those who may manage its channel or server, on Matrix its moderators. They set what holds in the room, decide games in a dispute and organise tournaments. `complain` reaches them."},
		{"rated", "Rated and casual", "A rated game changes the ratings of its players when it ends, a casual one does not. A game is casual unless its challenge says `rated`; those against the computer always are."},
		{"rating", "Rating", "A number that tells how well somebody plays a game, by the system Glicko-2. Beginners have 1500, and a question mark behind it says that it is not sure yet. `profile` shows yours, `leaders` the best."},
		{"swiss", "Swiss system", "A tournament in which nobody is out. In each round everybody meets somebody with about as many points, whom they have not met yet, and whoever has most points after the last round has won."},
		{"round-robin", "Round robin", "A tournament in which everybody plays everybody."},
		{"knockout", "Knockout", "A tournament in which whoever loses is out, until one is left. A level match is decided by one more game, in which a draw is enough for Black."},
		{"ladder", "Ladder", "A tournament without an end, in which everybody has a rung. `challenge NAME ladder` challenges somebody up to three rungs above you; if you win, you take theirs, and those between move down one."},
		{"tie-breaks", "Tie-breaks", "What decides between players with equal points. Buchholz adds up the points of one's opponents; Sonneborn-Berger those of the opponents one has beaten, and half of those one drew with. `tournament NUMBER` says which hold, in which order."},
	}
}

// FindTerm returns the term that words stand for, in any case: "en passant". ok is false if there
// is none.
func FindTerm(words string) (t Term, ok bool) {
	words = strings.Join(strings.Fields(strings.ToLower(words)), " ")
	name := cmp.Or(readGlossary()[words], words)
	terms := Terms()
	at := slices.IndexFunc(terms, func(t Term) bool { return t.Name == name })
	if at < 0 {
		return Term{}, false
	}
	return terms[at], true
}

package bot

import (
	"context"
	"errors"
	"time"
)

// Errors of a [Store] that retrying does not cure.
var (
	ErrDamaged = errors.New("the database is damaged")
	ErrFull    = errors.New("there is no room for the database")
	ErrDisk    = errors.New("the disk of the database reports errors")
	ErrGone    = errors.New("the file of the database has been deleted or replaced")
	ErrTaken   = errors.New("another raumbot has taken over the database")
)

// ErrAway is about a database on a server that cannot be reached. The store has tried for some seconds;
// the same may work later.
var ErrAway = errors.New("the server of the database cannot be reached")

// Store keeps everything that must survive the process.
type Store interface {
	// View runs fn on a snapshot that no Update changes. A view that meets with a
	// [Damage] may be run again.
	View(ctx context.Context, fn func(Tx) error) error
	// Update runs fn alone and keeps what it wrote, durably, before it
	// returns; if fn fails, nothing is kept and Update returns its error. fn may
	// be run more than once and must have no effect but through its Tx.
	Update(ctx context.Context, fn func(Tx) error) error
}

// Tx is a transaction on a [Store]. Records go in and out by value. Reading a
// record that is not there is [ErrNotFound]; writing in a View fails. Every
// list is complete and in the stated order within the transaction, what it
// wrote itself included.
type Tx interface {
	PlayerTx
	GameTx
	TournamentTx
	OutboxTx

	// Uptime returns the zero value in a new store.
	Uptime() (Uptime, error)
	PutUptime(Uptime) error

	// Room is what is known of a room, PutRoom changes it.
	Room(RoomID) (Room, error)
	PutRoom(Room) error

	// Memo returns what an adapter keeps under a key, PutMemo keeps it; an empty
	// value removes it. Memos returns up to limit keys that begin with a prefix, in
	// their order; a limit of zero is none.
	Memo(p Platform, key string) ([]byte, error)
	PutMemo(p Platform, key string, value []byte) error
	Memos(p Platform, prefix string, limit int) ([]string, error)

	// GameFiles returns the games that files have defined, by ID; PutGameFile keeps one.
	GameFiles() ([]GameFile, error)
	PutGameFile(GameFile) error

	// SetAside marks a record that is damaged. From then on lists, and what is due, leave
	// it out; reading it is a [*Damage] that is Aside, as is reading anything of its game.
	SetAside(*Damage, time.Time) error

	// Applied reports whether an event of a platform has been marked.
	Applied(Platform, EventID) (bool, error)
	// MarkApplied marks an event, and forgets marks from before a time.
	MarkApplied(p Platform, id EventID, now, forget time.Time) error
}

// PlayerTx is the part of a [Tx] about people.
type PlayerTx interface {
	Player(PlayerID) (Player, error)
	PlayerOf(UserID) (Player, error)
	// PlayersNamed returns the players whose name, or the name of one of
	// whose identities, is equal by [FoldName], by PlayerID.
	PlayersNamed(name string) ([]Player, error)
	// PlayersAlike returns the players one of whose identities has a name that is
	// equal by [Lookalike], by PlayerID.
	PlayersAlike(name string) ([]Player, error)
	// PlayerNames returns up to limit folded names from the first that
	// begins with prefix, in their order.
	PlayerNames(prefix string, limit int) ([]string, error)
	// AddPlayer stores a new player under a new ID, which it returns.
	AddPlayer(Player) (PlayerID, error)
	PutPlayer(Player) error

	Rating(p PlayerID, variant string) (Rating, error)
	PutRating(Rating) error
	DeleteRating(p PlayerID, variant string) error
	// RatingsOf returns the ratings of a player, by variant.
	RatingsOf(PlayerID) ([]Rating, error)
	// Leaders returns up to limit ranked ratings of a variant, the best first.
	Leaders(variant string, limit int) ([]Rating, error)

	// PuzzleRating returns the rating of a puzzle that somebody has tried.
	PuzzleRating(id string) (PuzzleRating, error)
	PutPuzzleRating(PuzzleRating) error
}

// GameTx is the part of a [Tx] about challenges and games.
type GameTx interface {
	// NextGame returns a number that no game or challenge has had.
	NextGame() (GameID, error)

	Challenge(GameID) (Challenge, error)
	PutChallenge(Challenge) error
	DeleteChallenge(GameID) error
	// ChallengesOf returns those from and to a player, oldest first.
	ChallengesOf(PlayerID) ([]Challenge, error)
	// OpenChallenges returns up to limit that anybody may accept, oldest first;
	// a limit of zero is none.
	OpenChallenges(limit int) ([]Challenge, error)

	Game(GameID) (Game, error)
	PutGame(Game) error
	// DeleteGame removes a game with its log, its plans and all notes on it.
	DeleteGame(GameID) error
	// GamesOf returns games of a player, and GamesIn those seen in a room or in
	// what is part of it, that are over or not, newest first.
	GamesOf(p PlayerID, over bool, page Page) ([]Game, error)
	GamesIn(r RoomID, over bool, page Page) ([]Game, error)
	// PlayersIn returns up to limit players after one who have games against
	// others in a room, or in what is part of it, by PlayerID.
	PlayersIn(r RoomID, after PlayerID, limit int) ([]PlayerID, error)
	// PlayersOf returns the players of a game or challenge, also of one that cannot be read.
	PlayersOf(GameID) ([]PlayerID, error)
	// GamesBefore returns games of all, going on or over, newest first.
	GamesBefore(Page) ([]Game, error)
	// GamesFrom returns games in the order of their numbers from one on.
	GamesFrom(first GameID, limit int) ([]Game, error)

	// Stands reports whether a game between people, which goes on and has at least so many moves, stands
	// at a diagram.
	Stands(d Diagram, moves int) (bool, error)

	// Log returns the log of a game or challenge, oldest entry first.
	Log(GameID) ([]Entry, error)
	AppendLog(GameID, Entry) error
	// RewriteLog replaces all entries of a log by as many others.
	RewriteLog(GameID, []Entry) error

	// Plan returns what a player has planned in a game, empty if nothing.
	Plan(GameID, PlayerID) (Plan, error)
	// PutPlan stores a plan, or removes it if it is empty.
	PutPlan(Plan) error

	// Notes returns what a player has noted on a game, empty if nothing.
	Notes(PlayerID, GameID) (Notes, error)
	// PutNotes stores notes, or removes them if they are empty.
	PutNotes(Notes) error
	// NotesOf returns all notes of a player, by GameID.
	NotesOf(PlayerID) ([]Notes, error)

	// Analysis returns what the engine thinks of a game. It goes with the game.
	Analysis(GameID) (Analysis, error)
	PutAnalysis(Analysis) error
	// WaitingAnalyses returns up to limit of those that somebody waits for, by GameID.
	WaitingAnalyses(limit int) ([]Analysis, error)

	// Due returns up to limit games and challenges whose Wake is not after m,
	// the earliest first.
	Due(m Moment, limit int) ([]GameID, error)
	// NextDue returns the earliest Wake, or zero if there is none.
	NextDue() (Moment, error)
}

// TournamentTx is the part of a [Tx] about tournaments.
type TournamentTx interface {
	// NextTournament returns a number that no tournament has had.
	NextTournament() (TournamentID, error)
	Tournament(TournamentID) (Tournament, error)
	PutTournament(Tournament) error
	// TournamentsOf returns up to limit tournaments, over or not, that have a
	// player among their [Tournament.People], and TournamentsIn those that have a room
	// among their [Tournament.Places], the newest first; a limit of zero is none.
	TournamentsOf(p PlayerID, over bool, limit int) ([]TournamentID, error)
	TournamentsIn(r RoomID, over bool, limit int) ([]TournamentID, error)
	// TournamentsFrom returns tournaments in the order of their numbers from one on.
	TournamentsFrom(first TournamentID, limit int) ([]Tournament, error)
	// UnpairedTournaments returns up to limit of those with a round to be paired, the oldest first.
	UnpairedTournaments(limit int) ([]Tournament, error)
	// DueTournaments returns up to limit tournaments whose Wake is not after m,
	// the earliest first.
	DueTournaments(m Moment, limit int) ([]Tournament, error)
	// NextTournamentDue returns the earliest Wake, or zero if there is none.
	NextTournamentDue() (Moment, error)
}

// OutboxTx is the part of a [Tx] about messages that wait for delivery.
type OutboxTx interface {
	// Enqueue stores a message under a new ID, greater than all before it.
	Enqueue(Message) (MessageID, error)
	// Waiting returns up to limit messages for a platform after an ID, oldest
	// first.
	Waiting(p Platform, after MessageID, limit int) ([]Message, error)
	Dequeue(Platform, MessageID) error
	// Depth returns how many messages wait for a platform.
	Depth(Platform) (int, error)
}

// Page chooses part of a list that is ordered by falling GameID.
type Page struct {
	Before GameID // only games with a smaller ID; zero for all
	Limit  int    // zero for all
}

// ErrNotFound is what a [Tx] answers when there is no such record.
var ErrNotFound = errors.New("no such record")

package bot

import (
	"cmp"
	"context"
	"errors"
	"time"

	"raumbot/bot/daily"
)

// Permanent errors of a [Store]. Retrying does not help.
var (
	ErrDamaged = errors.New("the database is damaged")
	ErrFull    = errors.New("there is no room for the database")
	ErrDisk    = errors.New("the disk of the database reports errors")
	ErrGone    = errors.New("the file of the database has been deleted or replaced")
	ErrTaken   = errors.New("another raumbot has taken over the database")
)

// ErrAway means that the database server cannot be reached. The store has already retried for some
// seconds; the same call may succeed later.
var ErrAway = errors.New("the server of the database cannot be reached")

// Store holds all persistent data.
type Store interface {
	// View runs fn on a read-only snapshot. After a [Damage] it may run fn again.
	View(ctx context.Context, fn func(Tx) error) error
	// Update runs fn while no other Update runs, and commits its writes durably before it returns. If
	// fn fails, nothing is written and Update returns its error. fn may be run more than once and must
	// have no side effects except through its Tx.
	Update(ctx context.Context, fn func(Tx) error) error
}

// Tx is a transaction on a [Store]. Records are passed by value. Reading a record that does not
// exist returns [ErrNotFound]. Writing in a View fails. Every list is complete, in the stated
// order, and includes what the transaction has written itself.
type Tx interface {
	PlayerTx
	GameTx
	TournamentTx
	OutboxTx

	// Uptime returns the zero value from a new store.
	Uptime() (Uptime, error)
	PutUptime(Uptime) error

	// Room returns the settings of a room, zero if it has none; PutRoom stores them.
	Room(RoomID) (Room, error)
	PutRoom(Room) error
	// DuePuzzles returns up to limit rooms, or all if it is zero, whose next puzzle is due at a time,
	// the earliest first.
	DuePuzzles(at time.Time, limit int) ([]Room, error)

	// Memo returns an adapter's value under a key. PutMemo stores a value, or deletes it if it is
	// empty. Memos returns up to limit keys with a prefix, in order; a limit of zero is none.
	Memo(p Platform, key string) ([]byte, error)
	PutMemo(p Platform, key string, value []byte) error
	Memos(p Platform, prefix string, limit int) ([]string, error)

	// GameFiles returns the stored game files, by ID; PutGameFile stores one.
	GameFiles() ([]GameFile, error)
	GameFile(id string) (GameFile, error)
	PutGameFile(GameFile) error
	DeleteGameFile(id string) error

	// SetAside marks a record as damaged. From then on it is left out of lists, including those of
	// what is due. Reading it, or any part of its game, returns a [*Damage] with Aside set.
	SetAside(*Damage, time.Time) error

	// Applied reports whether an event has been marked as applied.
	Applied(Platform, EventID) (bool, error)
	// MarkApplied marks an event as applied now, and deletes marks made before forget.
	MarkApplied(p Platform, id EventID, now, forget time.Time) error
}

// PlayerTx is the part of a [Tx] that deals with players.
type PlayerTx interface {
	Player(PlayerID) (Player, error)
	PlayerOf(UserID) (Player, error)
	// PlayersNamed returns the players who have the name, or an account with it, in order of PlayerID.
	// Names are compared by [FoldName].
	PlayersNamed(name string) ([]Player, error)
	// DailySolvers returns the players who have solved a puzzle of the day on one of the given
	// days, in order of PlayerID. Only the results that a [DailyRecord] keeps are known.
	DailySolvers(daily.Days) ([]Player, error)
	// PlayersAlike returns the players with an account whose name is equal by [Lookalike], in order of
	// PlayerID.
	PlayersAlike(name string) ([]Player, error)
	// PlayerNames returns up to limit folded names that begin with prefix,
	// in order.
	PlayerNames(prefix string, limit int) ([]string, error)
	// AddPlayer stores a new player and returns their new ID.
	AddPlayer(Player) (PlayerID, error)
	PutPlayer(Player) error

	Rating(p PlayerID, variant string) (Rating, error)
	PutRating(Rating) error
	DeleteRating(p PlayerID, variant string) error
	// RatingsOf returns a player's ratings, by variant.
	RatingsOf(PlayerID) ([]Rating, error)
	// Leaders returns up to limit ranked ratings in a variant, the highest first.
	Leaders(variant string, limit int) ([]Rating, error)

	// PuzzleRating returns a puzzle's rating, or [ErrNotFound] if nobody has tried it.
	PuzzleRating(id string) (PuzzleRating, error)
	// PuzzleRatings returns the ratings of the puzzles whose IDs begin with prefix, by ID.
	PuzzleRatings(prefix string) ([]PuzzleRating, error)
	PutPuzzleRating(PuzzleRating) error
}

// GameTx is the part of a [Tx] that deals with challenges and games.
type GameTx interface {
	// NextGame returns a number that has never been used for a game or challenge.
	NextGame() (GameID, error)

	Challenge(GameID) (Challenge, error)
	PutChallenge(Challenge) error
	DeleteChallenge(GameID) error
	// ChallengesOf returns the challenges from and to a player, oldest first.
	ChallengesOf(PlayerID) ([]Challenge, error)
	// OpenChallenges returns up to limit challenges that anybody may accept, oldest first; a limit of
	// zero is none.
	OpenChallenges(limit int) ([]Challenge, error)

	Game(GameID) (Game, error)
	PutGame(Game) error
	// DeleteGame deletes a game with its log, its plans and all notes on it.
	DeleteGame(GameID) error
	// GamesOf returns a page of a player's games, and GamesIn of those shown in a room or anything
	// inside it. The games are finished or ongoing, newest first.
	GamesOf(p PlayerID, over bool, page Page) ([]Game, error)
	GamesIn(r RoomID, over bool, page Page) ([]Game, error)
	// PlayersIn returns up to limit players who have games against others in a room or anything inside
	// it, in order of PlayerID and beginning after after.
	PlayersIn(r RoomID, after PlayerID, limit int) ([]PlayerID, error)
	// PlayersOf returns the players of a game or challenge, even if its record is damaged.
	PlayersOf(GameID) ([]PlayerID, error)
	// ListedGames returns a page of the games for which [Game.Listed] is true, either the finished
	// or the ongoing ones, the newest first.
	ListedGames(over bool, page Page) ([]Game, error)
	// GamesFrom returns up to limit games in order of their numbers, beginning with first.
	GamesFrom(first GameID, limit int) ([]Game, error)

	// Standing returns the ongoing games between people on boards of a shape that have at least moves
	// plies, by plies and GameID.
	Standing(shape uint64, moves int) ([]Standing, error)

	// Log returns the log of a game or challenge, oldest entry first.
	Log(GameID) ([]Entry, error)
	// LogLength returns the number of entries of a game's log, without reading them.
	LogLength(GameID) (int, error)
	AppendLog(GameID, Entry) error
	// RewriteLog replaces the entries of a log by as many others.
	RewriteLog(GameID, []Entry) error

	// Plan returns a player's plan in a game, empty if there is none.
	Plan(GameID, PlayerID) (Plan, error)
	// PutPlan stores a plan, or deletes it if it is empty.
	PutPlan(Plan) error

	// Notes returns a player's notes on a game, empty if there are none.
	Notes(PlayerID, GameID) (Notes, error)
	// PutNotes stores notes, or deletes them if they are empty.
	PutNotes(Notes) error
	// NotesOf returns all notes of a player, by GameID.
	NotesOf(PlayerID) ([]Notes, error)

	// Analysis returns the analysis of a game. It is deleted with the game.
	Analysis(GameID) (Analysis, error)
	PutAnalysis(Analysis) error
	// WaitingAnalyses returns up to limit of the analyses that a player waits for, by GameID.
	WaitingAnalyses(limit int) ([]Analysis, error)

	// Due returns up to limit games and challenges whose Wake is not after m, the earliest first.
	Due(m Moment, limit int) ([]GameID, error)
	// NextDue returns the earliest Wake, or zero if there is none.
	NextDue() (Moment, error)
}

// TournamentTx is the part of a [Tx] that deals with tournaments.
type TournamentTx interface {
	// NextTournament returns a number that has never been used for a tournament.
	NextTournament() (TournamentID, error)
	Tournament(TournamentID) (Tournament, error)
	PutTournament(Tournament) error
	// TournamentsOf returns the IDs of up to limit tournaments, finished or ongoing, with a player
	// among their [Tournament.People], and TournamentsIn of those with a room among their
	// [Tournament.Places], newest first; a limit of zero is none.
	TournamentsOf(p PlayerID, over bool, limit int) ([]TournamentID, error)
	TournamentsIn(r RoomID, over bool, limit int) ([]TournamentID, error)
	// TournamentsFrom returns up to limit tournaments in order of their numbers, beginning with first.
	TournamentsFrom(first TournamentID, limit int) ([]Tournament, error)
	// UnpairedTournaments returns up to limit tournaments that wait for a pairing, oldest first.
	UnpairedTournaments(limit int) ([]Tournament, error)
	// DueTournaments returns up to limit tournaments whose Wake is not after m,
	// the earliest first.
	DueTournaments(m Moment, limit int) ([]Tournament, error)
	// NextTournamentDue returns the earliest Wake, or zero if there is none.
	NextTournamentDue() (Moment, error)
}

// OutboxTx is the part of a [Tx] that deals with undelivered messages.
type OutboxTx interface {
	// Enqueue stores a message under a new ID, which is greater than all previous ones.
	Enqueue(Message) (MessageID, error)
	// Waiting returns up to limit messages for a platform whose IDs are greater than
	// after, oldest first.
	Waiting(p Platform, after MessageID, limit int) ([]Message, error)
	Dequeue(Platform, MessageID) error
	// Depth returns the number of undelivered messages for a platform.
	Depth(Platform) (int, error)
}

// Page selects part of a list in descending order of GameID.
type Page struct {
	Before GameID // only games with a smaller ID; zero for all
	Limit  int    // zero for all
}

// ErrNotFound means that there is no such record.
var ErrNotFound = errors.New("no such record")

// RoomRecord returns what is stored about a room or a server. It is empty if nothing is.
func RoomRecord(tx Tx, place RoomID) (Room, error) {
	r, err := tx.Room(place)
	if errors.Is(err, ErrNotFound) {
		err = nil
	}
	r.ID = place
	return r, err
}

// RoomSettings returns the settings that apply in a room. Each comes from the nearest place that
// has set it.
func RoomSettings(tx Tx, places []RoomID) (all Room, err error) {
	for i, place := range places {
		r, err := tx.Room(place)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return all, err
		}
		all.Variant = cmp.Or(all.Variant, r.Variant)
		all.Pace = cmp.Or(all.Pace, r.Pace)
		all.Look = all.Look.Or(r.Look)
		all.Language = cmp.Or(all.Language, r.Language)
		all.Locale = cmp.Or(r.Locale, all.Locale) // the widest place has the newest
		all.Zone = cmp.Or(all.Zone, r.Zone)
		all.Pictures = cmp.Or(all.Pictures, r.Pictures)
		all.Tournaments = cmp.Or(all.Tournaments, r.Tournaments)
		all.Events = cmp.Or(all.Events, r.Events)
		if i == 0 { // a puzzle is posted in the room itself, not in its threads
			all.Puzzle = r.Puzzle
		}
	}
	return all, nil
}

package storage_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/daily"
	"raumbot/bot/phrase"
	"raumbot/bot/rating"
	"raumbot/rules"
	"raumbot/storage"
	"raumbot/storage/storagetest"
)

// TestSimulation runs random transactions on the model and on every implementation
// of the store. Everything readable is compared now and then, and the indexes at the end.
func TestSimulation(t *testing.T) {
	t.Parallel()
	for kind, open := range stores {
		t.Run(kind, func(t *testing.T) {
			for seed := range uint64(4) {
				simulate(t, seed, open(t))
			}
		})
	}
}

func simulate(t *testing.T, seed uint64, store *storage.Store) {
	t.Helper()
	model := storagetest.NewModel()
	random := rand.New(rand.NewPCG(seed, 3))
	for step := range 80 {
		steps, fails := 1+random.IntN(12), random.IntN(5) == 0
		work := make([]operation, steps)
		for i := range work {
			work[i] = anyOperation(random)
		}
		run := func(s bot.Store) (said string) {
			err := s.Update(ctx, func(tx bot.Tx) error {
				said = ""
				for _, do := range work {
					said += do(tx) + "\n"
				}
				if fails {
					return errors.New("failed on purpose")
				}
				return nil
			})
			return said + fmt.Sprint(err)
		}
		if got, want := run(store), run(model); got != want {
			t.Fatalf("seed %d, step %d: the store says\n%s\nthe model\n%s", seed, step, got, want)
		}
		if step%10 == 9 {
			compare(t, fmt.Sprintf("seed %d, step %d", seed, step), store, model)
		}
	}
	mustBeSound(t, store)
}

// compare reads everything from a store and from the model, and compares it.
func compare(t *testing.T, when string, store, model bot.Store) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(reads)) {
		all := func(s bot.Store) (seen []string) {
			err := s.View(ctx, func(tx bot.Tx) error {
				seen = reads[name](tx)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			return seen
		}
		got, want := all(store), all(model)
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%s: read %d by %s: the store has\n%s\nthe model\n%s", when, i, name, got[i], want[i])
			}
		}
	}
}

// The IDs used by the simulation.
const (
	people, everything = 6, 60
	variantNames       = "a ab b"
)

var (
	places    = []bot.RoomID{{}, {Platform: "console", ID: "bar"}, {Platform: "console", ID: "ba"}, {Platform: "matrix", ID: "bar"}}
	platforms = []bot.Platform{"console", "matrix", "mat"}
	limits    = []int{0, 1, 3}
	callnames = []string{"Ann", "ann", "Ánn", "Аnn", "Bo", "bob", "Bob B"}
	eventIDs  = []bot.EventID{"e", "e1", "$x"}
	memoNames = []string{"card/1", "card/12", "cart", "x"}
)

// reads calls each reading method of [bot.Tx] with all possible arguments, and returns the results.
var reads = map[string]func(bot.Tx) []string{
	"Uptime": func(tx bot.Tx) []string { return []string{said(tx.Uptime())} },
	"Room":   func(tx bot.Tx) []string { return each(places, func(r bot.RoomID) string { return said(tx.Room(r)) }) },
	"GameFile": func(tx bot.Tx) []string {
		return each([]string{"tiny@1", "tiny@2", "small@1"}, func(id string) string { return said(tx.GameFile(id)) })
	},
	"GameFiles": func(tx bot.Tx) []string { return []string{said(tx.GameFiles())} },
	"Memo": func(tx bot.Tx) []string {
		return both(platforms, memoNames, func(p bot.Platform, n string) string { return said(tx.Memo(p, n)) })
	},
	"Memos": func(tx bot.Tx) []string {
		return both(platforms, []string{"", "car", "card/1", "y"}, func(p bot.Platform, n string) string { return said(tx.Memos(p, n, 0)) + said(tx.Memos(p, n, 2)) })
	},
	"Applied": func(tx bot.Tx) []string {
		return both(platforms, eventIDs, func(p bot.Platform, e bot.EventID) string { return said(tx.Applied(p, e)) })
	},
	"Player": func(tx bot.Tx) []string {
		return each(playerIDs(), func(p bot.PlayerID) string { return said(tx.Player(p)) })
	},
	"PlayerOf": func(tx bot.Tx) []string {
		return both(platforms, callnames, func(p bot.Platform, n string) string { return said(tx.PlayerOf(bot.UserID{Platform: p, ID: n})) })
	},
	"PlayersNamed": func(tx bot.Tx) []string {
		return each(callnames, func(n string) string { return said(tx.PlayersNamed(n)) })
	},
	"PlayersAlike": func(tx bot.Tx) []string {
		return each(callnames, func(n string) string { return said(tx.PlayersAlike(n)) })
	},
	"DailySolvers": func(tx bot.Tx) []string {
		return both([]daily.Day{3, 5}, []daily.Day{4, 5, 9}, func(from, through daily.Day) string {
			return said(tx.DailySolvers(daily.Days{From: from, Through: through}))
		})
	},
	"PlayerNames": func(tx bot.Tx) []string {
		return both([]string{"", "a", "B", "bob"}, []int{1, 9}, func(n string, l int) string { return said(tx.PlayerNames(n, l)) })
	},
	"Rating": func(tx bot.Tx) []string {
		return both(playerIDs(), strings.Fields(variantNames), func(p bot.PlayerID, v string) string { return said(tx.Rating(p, v)) })
	},
	"RatingsOf": func(tx bot.Tx) []string {
		return each(playerIDs(), func(p bot.PlayerID) string { return said(tx.RatingsOf(p)) })
	},
	"PuzzleRating": func(tx bot.Tx) []string {
		return each(strings.Fields(variantNames), func(id string) string { return said(tx.PuzzleRating(id)) })
	},
	"PuzzleRatings": func(tx bot.Tx) []string {
		return each(append(strings.Fields(variantNames), ""), func(prefix string) string { return said(tx.PuzzleRatings(prefix)) })
	},
	"Leaders": func(tx bot.Tx) []string {
		return both(strings.Fields(variantNames), limits, func(v string, l int) string { return said(tx.Leaders(v, l)) })
	},
	"DuePuzzles": func(tx bot.Tx) []string {
		return each(limits, func(l int) string { return said(tx.DuePuzzles(time.Unix(1002, 0), l)) })
	},
	"Analysis": func(tx bot.Tx) []string {
		return each(numbers(), func(id bot.GameID) string { return said(tx.Analysis(id)) })
	},
	"WaitingAnalyses": func(tx bot.Tx) []string {
		return each(limits, func(l int) string { return said(tx.WaitingAnalyses(l)) })
	},
	"Challenge": func(tx bot.Tx) []string {
		return each(numbers(), func(id bot.GameID) string { return said(tx.Challenge(id)) })
	},
	"ChallengesOf": func(tx bot.Tx) []string {
		return each(playerIDs(), func(p bot.PlayerID) string { return said(tx.ChallengesOf(p)) })
	},
	"OpenChallenges": func(tx bot.Tx) []string {
		return each(limits, func(l int) string { return said(tx.OpenChallenges(l)) })
	},
	"Game": func(tx bot.Tx) []string {
		return each(numbers(), func(id bot.GameID) string { return said(tx.Game(id)) })
	},
	"GamesOf": func(tx bot.Tx) []string {
		return both(playerIDs(), pages(), func(p bot.PlayerID, page bot.Page) string {
			return said(tx.GamesOf(p, false, page)) + said(tx.GamesOf(p, true, page))
		})
	},
	"GamesIn": func(tx bot.Tx) []string {
		return both(places, pages(), func(r bot.RoomID, page bot.Page) string {
			return said(tx.GamesIn(r, false, page)) + said(tx.GamesIn(r, true, page))
		})
	},
	"PlayersIn": func(tx bot.Tx) []string {
		return both(places, playerIDs(), func(r bot.RoomID, after bot.PlayerID) string {
			return said(tx.PlayersIn(r, after, 1)) + said(tx.PlayersIn(r, after, 4))
		})
	},
	"ListedGames": func(tx bot.Tx) []string {
		return each(pages(), func(page bot.Page) string {
			return said(tx.ListedGames(false, page)) + said(tx.ListedGames(true, page))
		})
	},
	"GamesFrom": func(tx bot.Tx) []string {
		return both(numbers(), []int{1, 4}, func(id bot.GameID, l int) string { return said(tx.GamesFrom(id, l)) })
	},
	"Standing": func(tx bot.Tx) []string {
		return both([]uint64{0, 1, 2}, []int{0, 1, 2}, func(shape uint64, moves int) string { return said(tx.Standing(shape, moves)) })
	},
	"Log": func(tx bot.Tx) []string {
		return each(numbers(), func(id bot.GameID) string { return said(tx.Log(id)) })
	},
	"LogLength": func(tx bot.Tx) []string {
		return each(numbers(), func(id bot.GameID) string { return said(tx.LogLength(id)) })
	},
	"Plan": func(tx bot.Tx) []string {
		return both(numbers(), playerIDs(), func(id bot.GameID, p bot.PlayerID) string { return said(tx.Plan(id, p)) })
	},
	"Notes": func(tx bot.Tx) []string {
		return both(playerIDs(), numbers(), func(p bot.PlayerID, id bot.GameID) string { return said(tx.Notes(p, id)) })
	},
	"NotesOf": func(tx bot.Tx) []string {
		return each(playerIDs(), func(p bot.PlayerID) string { return said(tx.NotesOf(p)) })
	},
	"Due": func(tx bot.Tx) []string {
		return both([]bot.Moment{0, 100, 150, 1 << 40}, []int{1, 3, 100}, func(m bot.Moment, l int) string { return said(tx.Due(m, l)) })
	},
	"PlayersOf": func(tx bot.Tx) []string {
		return each(numbers(), func(id bot.GameID) string { return said(tx.PlayersOf(id)) })
	},
	"NextDue": func(tx bot.Tx) []string { return []string{said(tx.NextDue())} },
	"Tournament": func(tx bot.Tx) []string {
		return each(numbers(), func(id bot.GameID) string { return said(tx.Tournament(bot.TournamentID(id))) })
	},
	"TournamentsOf": func(tx bot.Tx) []string {
		return both(playerIDs(), limits, func(p bot.PlayerID, l int) string {
			return said(tx.TournamentsOf(p, false, l)) + said(tx.TournamentsOf(p, true, l))
		})
	},
	"TournamentsIn": func(tx bot.Tx) []string {
		return both(places, limits, func(r bot.RoomID, l int) string {
			return said(tx.TournamentsIn(r, false, l)) + said(tx.TournamentsIn(r, true, l))
		})
	},
	"TournamentsFrom": func(tx bot.Tx) []string {
		return both(numbers(), []int{1, 4}, func(id bot.GameID, l int) string { return said(tx.TournamentsFrom(bot.TournamentID(id), l)) })
	},
	"UnpairedTournaments": func(tx bot.Tx) []string {
		return each(limits, func(l int) string { return said(tx.UnpairedTournaments(l)) })
	},
	"DueTournaments": func(tx bot.Tx) []string {
		return both([]bot.Moment{100, 1 << 40}, []int{1, 100}, func(m bot.Moment, l int) string { return said(tx.DueTournaments(m, l)) })
	},
	"NextTournamentDue": func(tx bot.Tx) []string { return []string{said(tx.NextTournamentDue())} },
	"Waiting": func(tx bot.Tx) []string {
		return both(platforms, []bot.MessageID{0, 5, 40}, func(p bot.Platform, after bot.MessageID) string {
			return said(tx.Waiting(p, after, 1)) + said(tx.Waiting(p, after, 100))
		})
	},
	"Depth": func(tx bot.Tx) []string {
		return each(platforms, func(p bot.Platform) string { return said(tx.Depth(p)) })
	},
}

// TestSimulationReadsAll checks that every reading method of [bot.Tx], including new ones, is
// compared.
func TestSimulationReadsAll(t *testing.T) {
	for i := range reflect.TypeFor[bot.Tx]().NumMethod() {
		name := reflect.TypeFor[bot.Tx]().Method(i).Name
		if _, ok := reads[name]; !ok && !slices.ContainsFunc(writing, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
			t.Errorf("%s is not compared", name)
		}
	}
}

// writing lists the prefixes of writing methods.
var writing = []string{"Put", "Add", "Delete", "Append", "Rewrite", "Mark", "Enqueue", "Dequeue", "NextGame", "NextTournament", "SetAside"}

// operation does something in a transaction, and returns the results as text.
type operation func(bot.Tx) string

// anyOperation returns a random operation that is deterministic given the store's contents.
func anyOperation(r *rand.Rand) operation {
	player, other := bot.PlayerID(1+r.IntN(people)), bot.PlayerID(1+r.IntN(people))
	platform, name := pick(r, platforms), pick(r, callnames)
	id := bot.GameID(1 + r.IntN(everything))
	at := start.Add(time.Duration(r.IntN(500)) * time.Second)
	moment := bot.Moment(100 + r.IntN(100))
	does := func(do func(bot.Tx) error) operation {
		return func(tx bot.Tx) string { return fmt.Sprint(kindOf(do(tx))) }
	}
	switch r.IntN(25) {
	case 0:
		p := bot.Player{Name: name, Users: someUsers(r)}
		return func(tx bot.Tx) string { return said(tx.AddPlayer(p)) }
	case 1:
		p := bot.Player{ID: player, Name: name, Users: someUsers(r), Forgotten: r.IntN(4) == 0}
		for d := range daily.Day(r.IntN(5)) {
			p.Puzzles.Days = p.Puzzles.Days.Put(bot.DailyResult{Day: 3 + d, ID: "a-1", Solved: r.IntN(2) == 0})
		}
		return does(func(tx bot.Tx) error { return tx.PutPlayer(p) })
	case 2:
		record := bot.Rating{Player: player, Variant: pick(r, strings.Fields(variantNames)), At: at,
			Rating: rating.Rating{Value: float64(1500 + r.IntN(5)), Deviation: pick(r, []float64{50, 300})}}
		return does(func(tx bot.Tx) error { return tx.PutRating(record) })
	case 3:
		if r.IntN(2) == 0 {
			record := bot.PuzzleRating{ID: pick(r, strings.Fields(variantNames)), Solved: r.IntN(5)}
			return does(func(tx bot.Tx) error { return tx.PutPuzzleRating(record) })
		}
		variant := pick(r, strings.Fields(variantNames))
		return does(func(tx bot.Tx) error { return tx.DeleteRating(player, variant) })
	case 24:
		a := bot.Analysis{Game: pick(r, numbers()), Wanted: 2, Positions: make([]bot.Judged, r.IntN(3)), Followers: make([]bot.Follower, r.IntN(2))}
		return does(func(tx bot.Tx) error {
			if _, err := tx.Game(a.Game); err != nil { // it goes with its game
				return err
			}
			return tx.PutAnalysis(a)
		})
	case 4, 5, 6: // a challenge and a game never have the same number
		g := someGame(r)
		return func(tx bot.Tx) string {
			number, err := tx.NextGame()
			g.ID = number
			return said(number, errors.Join(err, tx.PutGame(g)))
		}
	case 7, 8:
		g := someGame(r)
		return func(tx bot.Tx) string {
			if _, err := tx.Game(id); err != nil {
				return fmt.Sprint(kindOf(err))
			}
			g.ID = id
			return fmt.Sprint(tx.PutGame(g))
		}
	case 9, 10:
		c := bot.Challenge{From: bot.Seat{Player: player}, To: bot.Seat{Player: pick(r, []bot.PlayerID{0, other})}, Expires: moment}
		return func(tx bot.Tx) string {
			number, err := tx.NextGame()
			c.ID = number
			return said(number, errors.Join(err, tx.PutChallenge(c)))
		}
	case 11:
		return does(func(tx bot.Tx) error { return tx.DeleteChallenge(id) })
	case 12:
		return does(func(tx bot.Tx) error { return tx.DeleteGame(id) })
	case 13, 14:
		e := bot.Entry{At: at, By: player, What: bot.Moved, Move: fmt.Sprint("m", r.IntN(9))}
		return does(func(tx bot.Tx) error { return tx.AppendLog(id, e) })
	case 15:
		move := fmt.Sprint("n", r.IntN(9))
		return does(func(tx bot.Tx) error {
			log, err := tx.Log(id)
			log = slices.Clone(log)
			for i := range log {
				log[i].Move = move
			}
			return errors.Join(err, tx.RewriteLog(id, log))
		})
	case 16:
		plan := bot.Plan{Game: id, Player: player, Lines: [][]string{{name}}[:r.IntN(2)]}
		return does(func(tx bot.Tx) error { return tx.PutPlan(plan) })
	case 17:
		notes := bot.Notes{Player: player, Game: id, Lines: []bot.Note{{At: at, Text: name}}[:r.IntN(2)]}
		return does(func(tx bot.Tx) error { return tx.PutNotes(notes) })
	case 18:
		room := bot.Room{ID: pick(r, places), Variant: name}
		if r.IntN(2) == 0 {
			room.Puzzle = &bot.DailyPuzzle{Next: time.Unix(1000+r.Int64N(5), 0).UTC()}
		}
		file := bot.GameFile{ID: fmt.Sprint("tiny@", r.IntN(3)), Text: name, Added: at}
		gone := fmt.Sprint("tiny@", r.IntN(6))
		return does(func(tx bot.Tx) error {
			return errors.Join(tx.PutRoom(room), tx.PutGameFile(file), tx.DeleteGameFile(gone))
		})
	case 19:
		memo, value := pick(r, memoNames), []byte(name)[:r.IntN(2)]
		return does(func(tx bot.Tx) error { return tx.PutMemo(platform, memo, value) })
	case 20:
		event, forget := pick(r, eventIDs), at.Add(-time.Duration(r.IntN(500))*time.Second)
		return does(func(tx bot.Tx) error { return tx.MarkApplied(platform, event, at, forget) })
	case 21:
		record := someTournament(r)
		return func(tx bot.Tx) string {
			number, err := tx.NextTournament()
			record.ID = number
			return said(number, errors.Join(err, tx.PutTournament(record)))
		}
	case 22:
		record := someTournament(r)
		return func(tx bot.Tx) string {
			if _, err := tx.Tournament(bot.TournamentID(id)); err != nil {
				return fmt.Sprint(kindOf(err))
			}
			record.ID = bot.TournamentID(id)
			return fmt.Sprint(tx.PutTournament(record))
		}
	default:
		message, dequeued := bot.Message{Platform: platform, Text: phrase.Said(name)}, bot.MessageID(1+r.IntN(everything))
		return func(tx bot.Tx) string {
			return said(tx.Enqueue(message)) + fmt.Sprint(tx.Dequeue(platform, dequeued), tx.PutUptime(bot.Uptime{Beat: at}))
		}
	}
}

func someUsers(r *rand.Rand) (all []bot.User) {
	for range r.IntN(3) {
		all = append(all, bot.User{UserID: bot.UserID{Platform: pick(r, platforms), ID: pick(r, callnames)}, Name: pick(r, callnames)})
	}
	return all
}

func someSeat(r *rand.Rand) bot.Seat {
	s := bot.Seat{Player: bot.PlayerID(1 + r.IntN(people)), Room: pick(r, places)}
	for range r.IntN(3) {
		if place := pick(r, places[1:]); place != s.Room && !slices.Contains(s.Within, place) {
			s.Within = append(s.Within, place)
		}
	}
	return s
}

func someGame(r *rand.Rand) bot.Game {
	g := bot.Game{Variant: "a", Seats: [2]bot.Seat{someSeat(r), someSeat(r)}, Imported: r.IntN(6) == 0, Turn: rules.Side(r.IntN(2)),
		Deadline: bot.Moment(r.IntN(2) * (100 + r.IntN(100))), Since: bot.Moment(r.IntN(50))}
	g.Board, g.Moves = []bot.Board{nil, {0, 0, 0, 0, 0, 0, 0, 1, 5}, {0, 0, 0, 0, 0, 0, 0, 1, 7}, {0, 0, 0, 0, 0, 0, 0, 2, 0}}[r.IntN(4)], r.IntN(3)
	if r.IntN(3) == 0 {
		g.Remind = []bot.Moment{bot.Moment(100 + r.IntN(100))}
	}
	if r.IntN(2) == 0 {
		g.Pace.PerMove = time.Hour
	}
	if r.IntN(3) == 0 {
		g.Result = &bot.Result{At: start, Aborted: true}
	}
	return g
}

func someTournament(r *rand.Rand) bot.Tournament {
	t := bot.Tournament{Phase: pick(r, []bot.Phase{bot.Drafted, bot.Entering, bot.Running, bot.Running, bot.Completed, bot.CalledOff}),
		Home: pick(r, places), Server: pick(r, places), Made: bot.Moment(100 + r.IntN(100)), Awaits: r.IntN(2) == 0, Paused: bot.Moment(r.IntN(2) * 100)}
	t.System, t.Scope = pick(r, []bot.System{bot.Swiss, bot.Ladder}), pick(r, []bot.Scope{bot.ThisRoom, bot.ThisServer, bot.Everywhere})
	t.Starts, t.Ends = bot.Moment(r.IntN(2)*(100+r.IntN(100))), bot.Moment(r.IntN(2)*(100+r.IntN(100)))
	for range r.IntN(4) {
		t.Entrants = append(t.Entrants, bot.Entrant{Player: bot.PlayerID(1 + r.IntN(people))})
	}
	for _, list := range []*[]bot.PlayerID{&t.Organisers, &t.Asked, &t.Barred} {
		if r.IntN(3) == 0 {
			*list = []bot.PlayerID{bot.PlayerID(1 + r.IntN(people))}
		}
	}
	return t
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

func playerIDs() (all []bot.PlayerID) {
	for id := range bot.PlayerID(people + 2) {
		all = append(all, id)
	}
	return all
}

func numbers() (all []bot.GameID) {
	for id := range bot.GameID(everything) {
		all = append(all, id)
	}
	return all
}

func pages() []bot.Page { return []bot.Page{{}, {Limit: 2}, {Before: 7}, {Before: 20, Limit: 3}} }

func each[A any](all []A, say func(A) string) (lines []string) {
	for _, a := range all {
		lines = append(lines, fmt.Sprint(a, ": ", say(a)))
	}
	return lines
}

func both[A, B any](all []A, others []B, say func(A, B) string) (lines []string) {
	for _, a := range all {
		for _, b := range others {
			lines = append(lines, fmt.Sprint(a, " ", b, ": ", say(a, b)))
		}
	}
	return lines
}

// said formats a result. A nil list equals an empty one.
func said(v any, err error) string {
	if list := reflect.ValueOf(v); list.Kind() == reflect.Slice && list.Len() == 0 {
		v = nil
	}
	text, _ := json.Marshal(v)
	return fmt.Sprintf("%s %v", text, kindOf(err))
}

// kindOf returns the sentinel error that an error wraps.
func kindOf(err error) error {
	switch {
	case errors.Is(err, bot.ErrNotFound):
		return bot.ErrNotFound
	case err != nil && !errors.Is(err, context.Canceled):
		return errors.New("refused")
	}
	return err
}

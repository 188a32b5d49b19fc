package service_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// counted is a store that counts how many tournaments are read from it.
type counted struct {
	bot.Store
	read int
}

func (s *counted) View(ctx context.Context, fn func(bot.Tx) error) error {
	return s.Store.View(ctx, func(tx bot.Tx) error { return fn(countedTx{tx, s}) })
}

func (s *counted) Update(ctx context.Context, fn func(bot.Tx) error) error {
	return s.Store.Update(ctx, func(tx bot.Tx) error { return fn(countedTx{tx, s}) })
}

type countedTx struct {
	bot.Tx
	store *counted
}

func (t countedTx) Tournament(id bot.TournamentID) (bot.Tournament, error) {
	t.store.read++
	return t.Tx.Tournament(id)
}

func (t countedTx) TournamentsFrom(first bot.TournamentID, limit int) ([]bot.Tournament, error) {
	all, err := t.Tx.TournamentsFrom(first, limit)
	t.store.read += len(all)
	return all, err
}

// withTournaments returns a service whose store has n tournaments that are over,
// all but three of them in other rooms, and the store.
func withTournaments(t testing.TB, n int) (*service.Service, *counted) {
	t.Helper()
	file, err := storage.Open(filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	store := &counted{Store: file}
	err = store.Update(t.Context(), func(tx bot.Tx) error {
		for id := 1; id <= n; id++ {
			tournament := bot.Tournament{ID: bot.TournamentID(id), Phase: bot.Completed, Home: bot.RoomID{Platform: "console", ID: fmt.Sprint("room", id%97)}}
			tournament.Name, tournament.System, tournament.Scope = fmt.Sprint("Cup ", id), bot.Swiss, bot.ThisRoom
			if id <= 3 {
				tournament.Home.ID = "lobby"
			}
			for p := range 32 {
				tournament.Entrants = append(tournament.Entrants, bot.Entrant{Player: bot.PlayerID(1000 + id + p), User: bot.User{Name: "somebody"}})
			}
			if err := tx.PutTournament(tournament); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	s := service.New(service.Ports{Store: store})
	if err := s.Start(t.Context(), platforms...); err != nil {
		t.Fatal(err)
	}
	return s, store
}

// ask has a user complete a tournament's number, omit it, and list the tournaments that are over.
func ask(t testing.TB, s *service.Service, n int) {
	t.Helper()
	r := saying(fmt.Sprint("ann", n), "standings") // a new user each time, because of the limits
	all, err := s.Suggest(t.Context(), r, "id", "cup")
	if err != nil || len(all) != 3 {
		t.Errorf("suggested are %v, %v", all, err)
	}
	for i, text := range []string{"tournament", "tournaments over"} {
		r.Text, r.Event = text, bot.EventID(fmt.Sprint(n, i))
		if _, err := s.Handle(t.Context(), r); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestManyTournaments reads as few tournaments of thousands as of dozens.
func TestManyTournaments(t *testing.T) {
	var reads []int
	for _, n := range []int{30, 3000} {
		service, store := withTournaments(t, n)
		store.read = 0
		ask(t, service, 0)
		reads = append(reads, store.read)
	}
	if reads[0] != reads[1] || reads[0] == 0 {
		t.Errorf("of 30 and of 3,000 tournaments, %v are read", reads)
	}
}

// BenchmarkTournaments measures what TestManyTournaments does: it costs the same whatever their
// number.
func BenchmarkTournaments(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			service, _ := withTournaments(b, n)
			i := 0
			for b.Loop() {
				i++
				ask(b, service, i)
			}
		})
	}
}

package discord

import (
	"log/slog"
	"testing"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestOrigin looks up the origin of a thread of this version, of a thread of an earlier version,
// and of a channel that is not a thread.
func TestOrigin(t *testing.T) {
	store := storage.Memory()
	defer store.Close()
	svc := service.New(service.Ports{Store: store})
	d := New(Options{Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
	d.service = svc
	if err := d.keepThread(t.Context(), svc, "12", "10", 7); err != nil {
		t.Fatal(err)
	}
	if err := svc.Keep(t.Context(), Platform, parentMemo+"13", []byte("10")); err != nil {
		t.Fatal(err)
	}
	for thread, want := range map[string]bot.GameID{"12": 7, "13": 0} {
		within, game := d.placesAround(t.Context(), thread, "1")
		if game != want || len(within) != 2 || within[0] != channelRoom("10") {
			t.Errorf("thread %s is that of game %d, in %v", thread, game, within)
		}
	}
}

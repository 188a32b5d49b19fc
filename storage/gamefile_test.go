package storage_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/storage"
)

func gameFileContract(t *testing.T, s *storage.Store) {
	at := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	one := bot.GameFile{ID: "tiny@2", Text: "format = 1\nname = \"tiny\"\n", Added: at}
	two := bot.GameFile{ID: "tiny@1", Text: "format = 1\n", RatedAs: "tiny@2", Added: at}
	update(t, s, func(tx bot.Tx) {
		for _, f := range []bot.GameFile{one, two, one} {
			if err := tx.PutGameFile(f); err != nil {
				t.Error(err)
			}
		}
	})
	view(t, s, func(tx bot.Tx) {
		want(t, "files", must[[]bot.GameFile](t)(tx.GameFiles()), []bot.GameFile{two, one})
		want(t, "file", must[bot.GameFile](t)(tx.GameFile("tiny@2")), one)
		if _, err := tx.GameFile("tiny@3"); !errors.Is(err, bot.ErrNotFound) {
			t.Errorf("a file that does not exist: %v", err)
		}
	})
	local := bot.GameFile{ID: "tiny@2", Text: "format = 1\n", Added: at, Place: bot.RoomID{Platform: "discord", ID: "server/1"}, Used: true, Removed: true}
	update(t, s, func(tx bot.Tx) {
		if err := errors.Join(tx.PutGameFile(local), tx.DeleteGameFile("tiny@1"), tx.DeleteGameFile("tiny@1")); err != nil {
			t.Error(err)
		}
	})
	view(t, s, func(tx bot.Tx) {
		want(t, "files", must[[]bot.GameFile](t)(tx.GameFiles()), []bot.GameFile{local})
	})
}

// TestExportCarriesGameFiles checks that an export contains game files, and that an import restores
// them.
func TestExportCarriesGameFiles(t *testing.T) {
	s := storage.Memory()
	file := bot.GameFile{ID: "tiny@1", Text: "format = 1\nname = \"tiny\" # <&>\n", Added: time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)}
	update(t, s, func(tx bot.Tx) {
		if err := tx.PutGameFile(file); err != nil {
			t.Error(err)
		}
	})
	var text bytes.Buffer
	if err := s.Export(&text); err != nil {
		t.Fatal(err)
	}
	copied := storage.Memory()
	if err := copied.Import(&text); err != nil {
		t.Fatal(err)
	}
	view(t, copied, func(tx bot.Tx) {
		want(t, "files", must[[]bot.GameFile](t)(tx.GameFiles()), []bot.GameFile{file})
	})
}

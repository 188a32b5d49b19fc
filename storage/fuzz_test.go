package storage_test

import (
	"bytes"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// FuzzImport imports arbitrary text. Whatever is accepted must pass the checks without a panic and
// be exported unchanged.
func FuzzImport(f *testing.F) {
	var whole bytes.Buffer
	store := storage.Memory()
	s := service.New(service.Ports{Store: store})
	for _, r := range []bot.Request{heard("alice", "challenge bob raumschach white 1d"), heard("bob", "accept"), heard("alice", "ab2-ab3"), heard("bob", "note x")} {
		if _, err := s.Handle(f.Context(), r); err != nil {
			f.Fatal(err)
		}
	}
	if err := store.Export(&whole); err != nil {
		f.Fatal(err)
	}
	lines := bytes.SplitAfter(whole.Bytes(), []byte("\n"))
	f.Add(whole.Bytes())
	body := bytes.Join(lines[:len(lines)-2], nil)
	if err := storage.Memory().Import(strings.NewReader(sealed(string(body)))); err != nil {
		f.Fatalf("a counted body is not taken: %v", err)
	}
	f.Add(body)
	f.Add(lines[0])
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		store := storage.Memory()
		if err := store.Import(bytes.NewReader(data)); err != nil {
			store = storage.Memory()
			if err := store.Import(strings.NewReader(sealed(string(data)))); err != nil {
				return
			}
		}
		if _, err := store.Check(t.Context()); err != nil {
			return // reports damage without panicking
		}
		var out bytes.Buffer
		if err := store.Export(&out); err != nil {
			t.Fatal(err)
		}
		again := storage.Memory()
		if err := again.Import(bytes.NewReader(out.Bytes())); err != nil {
			t.Fatalf("what was exported is not taken: %v", err)
		}
		_, _ = service.Check(t.Context(), again)
	})
}

// heard returns a request from the lobby.
func heard(name, text string) bot.Request {
	return bot.Request{From: bot.User{UserID: bot.UserID{Platform: "console", ID: name}, Name: name},
		Room: bot.RoomID{Platform: "console", ID: "lobby"}, Text: text, OpenNames: true}
}

package service_test

import (
	"testing"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestForgottenStudy forgets somebody while a message about their study waits for delivery: it goes
// with the game, whose board could not be drawn any more.
func TestForgottenStudy(t *testing.T) {
	store := storage.Memory()
	s := service.New(service.Ports{Store: store})
	room := bot.RoomID{Platform: "console", ID: "hall"}
	waiting := func() (all []bot.Message) {
		err := store.View(t.Context(), func(tx bot.Tx) (err error) {
			all, err = tx.Waiting("console", 0, 100)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	for i, text := range []string{"study raumschach", "ab2-ab3", "forget me confirm"} {
		if i == 2 && len(waiting()) == 0 {
			t.Fatal("nothing waits for delivery")
		}
		r := bot.Request{From: bot.User{UserID: bot.UserID{Platform: "console", ID: "alice"}, Name: "alice"}, Room: room, Text: text}
		if reply := s.Respond(t.Context(), r); reply.Outcome != bot.Done {
			t.Fatalf("%s: %v", text, reply)
		}
	}
	for _, m := range waiting() {
		if m.Game != 0 {
			t.Errorf("a message about game %d waits: %s", m.Game, m.Text)
		}
	}
}

package service_test

import (
	"testing"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/bot/throttle"
	"raumbot/storage"
)

// TestRespond checks the outcomes of requests: only what was carried out is done, and a problem
// becomes an answer.
func TestRespond(t *testing.T) {
	s := service.New(service.Ports{Store: storage.Memory()})
	alice := bot.User{UserID: bot.UserID{Platform: "console", ID: "alice"}, Name: "alice"}
	room := bot.RoomID{Platform: "console", ID: "den"}
	for i, c := range []struct {
		request bot.Request
		outcome bot.Outcome
		answers int
	}{
		{bot.Request{From: alice, Text: "games"}, bot.Done, 1},
		{bot.Request{From: alice, Room: room, Text: "nice weather", Overheard: true}, bot.Ignored, 0},
		{bot.Request{From: alice, Room: room, Event: "1", Text: "seek raumschach"}, bot.Done, 0},
		{bot.Request{From: alice, Room: room, Event: "1", Text: "seek raumschach"}, bot.Repeated, 0},
		{bot.Request{From: alice, Text: "dance"}, bot.Refused, 1},
	} {
		got := s.Respond(t.Context(), c.request)
		if got.Outcome != c.outcome || len(got.Answer) != c.answers {
			t.Errorf("%d, %q: %s with %d answers, want %s with %d", i, c.request.Text, got.Outcome, len(got.Answer), c.outcome, c.answers)
		}
	}
	s = service.New(service.Ports{Store: storage.Memory(), Limits: throttle.Limits{User: 1}})
	for i, want := range []bot.Outcome{bot.Done, bot.Refused, bot.Refused, bot.Refused, bot.Refused, bot.Refused, bot.Refused} {
		got := s.Respond(t.Context(), bot.Request{From: alice, Text: "games"})
		if got.Outcome != want || len(got.Answer) != 1 {
			t.Errorf("%d of a flood: %+v, want it to be %s", i, got, want)
		}
	}
}

// TestAnswerLater leaves the answer to one event twice, as two processes may, and that to another:
// each waits once, for the user alone, with its picture.
func TestAnswerLater(t *testing.T) {
	store := storage.Memory()
	s := service.New(service.Ports{Store: store})
	alice := bot.User{UserID: bot.UserID{Platform: "matrix", ID: "alice"}, Name: "alice"}
	room := bot.RoomID{Platform: "matrix", ID: "den"}
	for _, event := range []bot.EventID{"1", "1", "2"} {
		r := bot.Request{From: alice, Room: room, Event: event, Text: "piece raumschach unicorn"}
		if err := s.AnswerLater(t.Context(), event, alice, s.Respond(t.Context(), r).Answer); err != nil {
			t.Fatal(err)
		}
	}
	var heard []bot.RenderedMessage
	if err := s.Deliver(t.Context(), hearer(func(m bot.RenderedMessage) { heard = append(heard, m) })); err != nil {
		t.Error(err)
	}
	if len(heard) != 2 {
		t.Errorf("%d messages are delivered", len(heard))
	}
	for _, m := range heard {
		if m.Room != (bot.RoomID{}) || len(m.To) != 1 || m.To[0].UserID != alice.UserID || m.Text == "" || (m.Picture == nil) != (m.Drawing == nil) {
			t.Errorf("delivered is %+v", m)
		}
	}
}

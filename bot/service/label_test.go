package service_test

import (
	"sync/atomic"

	"raumbot/bot"
	"raumbot/bot/command"
)

// typeLabels has each person on a stage type the label of each button that they are shown, and
// counts the labels. A label must stand for the command that the button sends, or be a move. Below
// a message that nobody asked for, it may also be the bare name of the command, which then finds
// the game itself.
func typeLabels(s *stage, typed *atomic.Int64) {
	var notices []bot.RenderedMessage
	typeLabel := func(r bot.Request, b bot.RenderedButton, asked bool) {
		r.Text, r.Event, r.Params, r.File = b.Label, "", nil, nil
		said, err := s.service.Meant(s.t.Context(), r)
		typed.Add(1)
		if said == b.Command && err == nil || command.FromTo(b.Label) || !asked && sameCommand(s.service.Commands(), r, b.Command) {
			return
		}
		s.t.Errorf("%s types %q, which stands for %q, not %q: %v", r.From.Name, b.Label, said, b.Command, err)
	}
	s.asked = func(r bot.Request, m bot.RenderedMessage) {
		for _, b := range m.Buttons {
			typeLabel(r, b, true)
		}
		if m.Menu != nil {
			for _, b := range m.Menu.Options {
				typeLabel(r, b, true)
			}
		}
	}
	s.heard = func(m bot.RenderedMessage) {
		if m.ID != 0 { // it is no answer
			notices = append(notices, m)
		}
	}
	s.after = func() {
		for _, m := range notices {
			for _, u := range m.To {
				for _, b := range m.Buttons {
					typeLabel(bot.Request{From: u, Room: m.Room, OpenNames: u.Platform == "console"}, b, false)
				}
			}
		}
		notices = nil
	}
}

// sameCommand reports whether a text is read as the command that a button sends.
func sameCommand(table command.Table, r bot.Request, sends string) bool {
	typed, _, err := table.Read(r)
	r.Text = sends
	sent, _, unread := table.Read(r)
	return err == nil && unread == nil && typed.Name == sent.Name
}

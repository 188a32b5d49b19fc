package service_test

import (
	"bytes"
	"context"
	"fmt"
	"image/gif"
	"math/rand/v2"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/rules"
)

// TestReplay plays a long game and checks its animations: they come
// in parts, and each has the positions that it should.
func TestReplay(t *testing.T) {
	s := newStage(t, "")
	s.say("alice: challenge bob raumschach white")
	s.say("bob: accept")
	const plies = 90
	playRandomly(t, s, plies)
	ask := func(text string) bot.RenderedMessage {
		t.Helper()
		reply, err := s.service.Handle(context.Background(), saying("carol", text))
		if err != nil {
			t.Fatal(err)
		}
		return reply.Answer[0]
	}
	if m := ask("replay 1"); len(m.Drawing.Film) != 81 || m.Buttons[0].Command != "board 1 at 1" || m.Buttons[1].Command != "replay 1 from 81" {
		t.Errorf("%d positions, then %v", len(m.Drawing.Film), m.Buttons)
	}
	m := ask("replay 1 from 81")
	if len(m.Buttons) != 1 || m.Buttons[0].Command != "board 1 at 81" || strings.Contains(m.Text, "goes on") {
		t.Errorf("after the last part: %s", m.Text)
	}
	data, err := m.Drawing.GIF(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	film, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil || len(film.Image) != plies-80+1 {
		t.Errorf("%d frames, %v", len(film.Image), err)
	}
}

// playRandomly plays legal moves in game 1 of a stage.
func playRandomly(t *testing.T, s *stage, plies int) {
	t.Helper()
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	p := v.Start()
	for ply := range plies {
		legal := p.Legal()
		m := legal[r.IntN(len(legal))]
		who := []string{"alice", "bob"}[ply%2]
		if _, err := s.service.Handle(context.Background(), saying(who, fmt.Sprintf("move 1 %s", p.Text(m)))); err != nil {
			t.Fatal(err)
		}
		if p, err = p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
}

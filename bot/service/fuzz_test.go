package service_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/service"
	"raumbot/storage"
)

// script is a source of randomness that reads bytes, so that a fuzzer can steer it. After their end
// it continues with a fixed sequence.
type script struct {
	left   []byte
	behind uint64
}

func (s *script) Uint64() uint64 {
	if len(s.left) == 0 {
		s.behind += 0x9e3779b97f4a7c15 // rand could reject a constant forever
		return s.behind
	}
	b := s.left[0]
	s.left = s.left[1:]
	s.behind++
	return uint64(b)*0x0101010101010101 + s.behind // rand/v2 uses the top bits first
}

// FuzzChaos is TestChaos steered by a fuzzer: random people say random things while time passes.
// The store is checked after each.
func FuzzChaos(f *testing.F) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 7))
		data := make([]byte, 200)
		for i := range data {
			data[i] = byte(r.Uint64())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		source := &script{left: data[:min(len(data), 400)]}
		r := rand.New(source)
		s := &stage{t: t, now: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)}
		s.open()
		defer s.store.Close()
		s.say("alice: challenge bob stockschach216 white 1d")
		s.say("bob: accept")
		for n := 0; len(source.left) > 0; n++ {
			if r.IntN(20) == 0 {
				if err := s.direct([]string{"wait 1h", "wait 1d", "down 2d", "late 5h"}[r.IntN(4)]); err != nil {
					t.Fatal(err)
				}
			}
			request := randomRequest(r, s)
			request.Event = bot.EventID(fmt.Sprint("chaos ", n))
			s.now = s.now.Add(time.Second)
			if _, err := s.service.Handle(context.Background(), request); isInternal(err) {
				t.Fatalf("%s says %q: %v", request.From.Name, request.Text, err)
			}
			s.deliver()
			mustBeSound(t, s.store, request.Text)
		}
	})
}

// isInternal reports whether an error is the bot's own fault.
func isInternal(err error) bool {
	var p *bot.Problem
	return err != nil && (!errors.As(err, &p) || p.Kind == bot.Internal)
}

// FuzzSay says any text, which may be a button's command, as a player of two games and as a
// stranger, in a room and in private. The answer must be safe to show, and the store consistent.
func FuzzSay(f *testing.F) {
	for _, c := range service.New(service.Ports{}).Commands() {
		f.Add(c.Example)
		f.Add(c.Name + " 1 " + poison)
	}
	for _, text := range []string{"vc2-vc3!", "move 1 vc2-vc3", "vacation until 2026-13-40", "quiet 25-7 +99:99", "remind 99999999999", "board ١", "\xff", "accept -1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		store := storage.Memory()
		svc := service.New(service.Ports{Store: store, Clock: &settableClock{time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)}, Dice: func(int) int { return 0 }})
		for _, line := range []string{"challenge bob stockschach216 white", "challenge bob raumschach white 1d"} {
			if _, err := svc.Handle(t.Context(), saying("alice", line)); err != nil {
				t.Fatal(err)
			}
		}
		for _, line := range []string{"accept 1", "accept 2"} {
			if _, err := svc.Handle(t.Context(), saying("bob", line)); err != nil {
				t.Fatal(err)
			}
		}
		private := saying("alice", text)
		private.Room = bot.RoomID{}
		for _, r := range []bot.Request{saying("alice", text), private, saying("mallory", text)} {
			reply, err := svc.Handle(t.Context(), r)
			if isInternal(err) {
				t.Fatalf("%q: %v", text, err)
			}
			if err != nil {
				reply = bot.Complain(r, err)
			}
			for _, m := range append(reply.Answer, reply.Notices...) {
				mustBePlain(t, text, m)
			}
		}
		mustBeSound(t, store, text)
	})
}

// FuzzFormat formats any text for a platform. Every part of it must pass through exactly one of the
// style's functions, so that all of it is escaped.
func FuzzFormat(f *testing.F) {
	for _, text := range []string{"a `b` c <t:1> d", "``", "`a\nb`", "<t:99999999999999999999>", "<t:-1>`", "`<t:1>`", "\u2068a `b\u2068c\u2069` <t:x\u2068>", "` c <s:1>", poison} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var plain, code strings.Builder
		times := 0
		got := bot.Format(text, bot.Style{
			Plain: func(s string) string { plain.WriteString(s); return s },
			Code: func(s string) string {
				if strings.ContainsAny(s, "`\n") {
					t.Errorf("%q has a code %q", text, s)
				}
				code.WriteString(s)
				return "`" + s + "`"
			},
			Time:    func(at time.Time) string { times++; return "<t:" },
			Spoiler: func(s string) string { return "<s:" + s + ">" },
		})
		if want := bot.Markup.ReplaceAllStringFunc(text, phrase.Unisolated); times == 0 && got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
		if strings.Count(plain.String(), "`")+2*strings.Count(got, "`") < strings.Count(text, "`") || len(plain.String())+len(code.String()) > len(text) {
			t.Errorf("%q is taken apart into %q and %q", text, plain.String(), code.String())
		}
	})
}

// FuzzRead looks for texts that break the parser, or that it answers with something
// other than a problem.
func FuzzRead(f *testing.F) {
	all := service.New(service.Ports{}).Commands()
	for _, c := range all {
		f.Add(c.Example)
		f.Add(strings.ToUpper(c.Usage()))
	}
	for _, text := range []string{"", "ve2-ve4", "move 1", "challenge \x00 blocschach", "m\xff", "draw claim claim"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		said, args, err := all.Read(bot.Request{Text: text})
		if err == nil {
			if said == nil {
				t.Fatal("neither a command nor a problem")
			}
			pressed := said.Button != "" && reflect.DeepEqual(args, command.Args{Words: map[string]string{}}) // a text is the label of its button
			for _, p := range said.Params {
				if !pressed && !p.Optional && p.Kind != command.VariantName && args.Word(p.Name) == "" && args.Game == 0 && args.Tournament == 0 {
					t.Fatalf("%s was read without %s", said.Name, p.Name)
				}
			}
			return
		}
		if errors.As(err, new(*command.Talk)) {
			return
		}
		problem, ok := err.(*bot.Problem)
		if !ok || problem.Text == "" || len(problem.Text) > 1000 {
			t.Fatalf("not a problem to show: %v", err)
		}
		shown := bot.Format(phrase.English(problem.Text), bot.Style{})
		if strings.ContainsAny(shown, "\x00\x1b\r") {
			t.Fatalf("a problem carries control characters: %q", shown)
		}
	})
}

package service_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

var codeForm = regexp.MustCompile("`link ([A-Z0-9]+-[A-Z0-9]+)`")

// linked has victim confirm a link code of thief, after starting a game with bob.
func linked(t *testing.T) *stage {
	t.Helper()
	s := newStage(t, "")
	for _, line := range []string{
		"victim: challenge bob raumschach white rated", "bob: accept", "victim: ab2-ab3", "bob: eb4-eb3", "victim: ac2-ac3", "bob: ec4-ec3",
		"thief/matrix@: link",
	} {
		s.said = nil
		s.say(line)
	}
	code := codeForm.FindStringSubmatch(strings.Join(s.said, "\n"))[1]
	s.said = nil
	s.say("victim@: link " + code + " confirm")
	shown := strings.Join(s.said, "\n")
	for _, word := range []string{"thief on matrix", "since 5 Jan 12:00:07", "0 games", "confirm"} {
		if !strings.Contains(shown, word) {
			t.Errorf("whose code it is lacks %q: %s", word, shown)
		}
	}
	if strings.Contains(shown, "will be one player at") {
		t.Errorf("confirmed without having seen whose code it is: %s", shown)
	}
	s.say("victim@: link " + code + " confirm")
	return s
}

// TestLinkTakesNothing has a thief talk somebody into a link, and try everything during the day in
// which it can be undone.
func TestLinkTakesNothing(t *testing.T) {
	s := linked(t)
	before := decidable(t, s)
	for _, line := range []string{
		"thief/matrix@: resign 1 confirm", "thief/matrix@: draw 1", "thief/matrix@: move 1 ad2-ad3", "thief/matrix@: abort 1", "thief/matrix@: takeback 1",
		"thief/matrix@: forget me", "thief/matrix@: link", "eve/matrix@: link", "thief/matrix@: profile", "thief/matrix@lobby!: adjudicate 1 black confirm because",
	} {
		s.say(line)
	}
	if after := decidable(t, s); after != before {
		t.Errorf("the game was\n%s\nand is\n%s", before, after)
	}
	s.said = nil
	s.say("victim@: link undo")
	if said := strings.Join(s.said, "\n"); !strings.Contains(said, "=> victim: You and thief on matrix stay two players.") || !strings.Contains(said, "bot/matrix => thief: victim on console has undone the link") {
		t.Errorf("undone: %s", said)
	}
	if err := s.direct("wait 2d"); err != nil {
		t.Fatal(err)
	}
	s.say("thief/matrix@: resign 1 confirm")
	if after := decidable(t, s); after != before {
		t.Errorf("after the link was undone the game is\n%s", after)
	}
	s.said = nil
	s.say("thief/matrix@: link undo")
	if said := strings.Join(s.said, "\n"); !strings.Contains(said, "No link of yours can be undone") {
		t.Errorf("undone twice: %s", said)
	}
}

// TestLinkEitherUndoes has the author of the code undo the link, and checks that forgetting an
// account cancels its link.
func TestLinkEitherUndoes(t *testing.T) {
	for _, end := range []string{"thief/matrix@: link undo", "thief/matrix@: forget me confirm", "victim@: forget me confirm"} {
		s := linked(t)
		s.say(end)
		s.said = nil
		if err := s.direct("wait 2d"); err != nil {
			t.Fatal(err)
		}
		if said := strings.Join(s.said, "\n"); strings.Contains(said, "one player") {
			t.Errorf("%s: %s", end, said)
		}
	}
	s := linked(t)
	s.said = nil
	if err := s.direct("wait 1d"); err != nil {
		t.Fatal(err)
	}
	if said := strings.Join(s.said, "\n"); strings.Count(said, "You are now one player: thief on matrix, victim on console.") != 2 {
		t.Errorf("a link that nobody undoes: %s", said)
	}
}

// TestLinkMeetsAfterwards starts a game between two players while they are being linked: they are
// not linked, and are told.
func TestLinkMeetsAfterwards(t *testing.T) {
	s := linked(t)
	s.say("victim: challenge thief raumschach")
	s.say("thief/matrix@: accept 2")
	s.said = nil
	if err := s.direct("wait 1d"); err != nil {
		t.Fatal(err)
	}
	if said := strings.Join(s.said, "\n"); strings.Count(said, "could not be made one player") != 2 || strings.Contains(said, "You are now one") {
		t.Errorf("they play against each other: %s", said)
	}
}

// TestLinkOfOrganiser has an organiser decide and publish a game of an account that is being linked
// with theirs.
func TestLinkOfOrganiser(t *testing.T) {
	s := linked(t)
	s.said = nil
	s.say("thief/matrix@: games")
	for _, line := range []string{"carol: challenge victim raumschach", "victim: accept 2", "victim: games"} {
		s.say(line)
	}
	for _, text := range []string{"adjudicate 2 black confirm because", "publish 2"} {
		r := bot.Request{From: bot.User{UserID: bot.UserID{Platform: "matrix", ID: "thief"}, Name: "thief"}, Room: bot.RoomID{Platform: "console", ID: "lobby"}, Organiser: true, Text: text}
		if _, err := s.service.Handle(t.Context(), r); err == nil || !strings.Contains(err.Error(), "You play in game 2 yourself") {
			t.Errorf("%s was answered with %v", text, err)
		}
	}
}

// TestLinkOfTournamentOrganiser has the organiser of a tournament decide there for and against an
// account that is being linked with hers, and for and against her own.
func TestLinkOfTournamentOrganiser(t *testing.T) {
	const (
		partial = "You take part in tournament 1, Round robin of Raumschach yourself"
		tied    = "are being linked: another organiser has to"
		playing = "yourself: another organiser has to end the tournament"
		himself = "yourself: another organiser has to decide it"
	)
	linking := []string{"erik/matrix@: link", "olga@: link 22222-22222", "olga@: link 22222-22222 confirm"}
	for _, c := range []struct {
		entrant string // the one whose game with bob is game 1 or 2
		lines   []string
		refusal string
	}{
		{"erik/matrix@den", []string{"olga@club: expel 1 bob confirm"}, ""},
		{"erik/matrix@den", slices.Concat(linking, []string{"olga@club: expel 1 bob confirm"}), partial},
		{"erik/matrix@den", slices.Concat(linking, []string{"olga@club: expel 1 erik confirm"}), tied},
		{"erik/matrix@den", slices.Concat(linking, []string{"olga@club: adjudicate 1 black confirm reason"}), himself},
		{"erik/matrix@den", slices.Concat(linking, []string{"olga@club: adjudicate 1 abort confirm reason"}), himself},
		{"erik/matrix@den", slices.Concat(linking, []string{"olga@club: tournament 1 cancel confirm"}), playing},
		{"erik/matrix@den", slices.Concat(linking, []string{"olga@: link undo", "olga@club: expel 1 bob confirm"}), ""},
		{"erik/matrix@den", slices.Concat(linking, []string{"olga@: link undo", "olga@club: tournament 1 cancel confirm"}), ""},
		{"erik/matrix@den", slices.Concat(linking, []string{"oscar@club!: expel 1 bob confirm"}), ""},
		{"erik/matrix@den", slices.Concat([]string{"oscar@club!: expel 1 bob confirm"}, linking, []string{"olga@club: readmit 1 bob"}), partial},
		{"erik/matrix@den", slices.Concat([]string{"oscar@club!: expel 1 erik confirm"}, linking, []string{"olga@club: readmit 1 erik"}), tied},
		{"erik/matrix@den", slices.Concat([]string{"oscar@club!: adjudicate 1 white confirm reason"}, linking, []string{"olga@club: adjudicate 1 undo"}), himself},
		{"olga@club", []string{"olga@club: expel 1 bob confirm"}, partial},
		{"olga@club", []string{"olga@club: expel 1 carol confirm"}, partial},
		{"olga@club", []string{"olga@club: adjudicate 2 draw confirm reason"}, partial},
		{"olga@club", []string{"olga@club: leave 1 confirm", "olga@club: adjudicate 2 draw confirm reason"}, ""},
		{"olga@club", []string{"olga@club: tournament 1 cancel confirm"}, playing},
		{"olga@club", []string{"oscar@club!: tournament 1 cancel confirm"}, ""},
		{"olga@club", []string{"oscar@club!: expel 1 olga confirm", "olga@club: readmit 1 olga"}, "You have been removed from tournament 1"},
		{"olga@club", []string{"oscar@club!: expel 1 olga confirm", "oscar@club!: readmit 1 olga"}, ""},
		{"olga@club", []string{"oscar@club!: expel 1 bob confirm", "olga@club: readmit 1 bob"}, partial},
		{"olga@club", []string{"oscar@club!: expel 1 bob confirm", "oscar@club!: readmit 1 bob"}, ""},
	} {
		t.Run(c.entrant+" "+c.lines[len(c.lines)-1], func(t *testing.T) {
			t.Parallel()
			s := newStage(t, "")
			for _, line := range []string{"olga@club!: create roundrobin raumschach everywhere", "olga@club: tournament 1 open", c.entrant + ": join 1", "carol: join 1", "gwen: join 1", "bob: join 1", "olga@club: tournament 1 start"} {
				s.say(line)
			}
			if err := s.direct("wait 1h"); err != nil { // until the round has been paired
				t.Fatal(err)
			}
			for _, line := range c.lines[:len(c.lines)-1] {
				s.say(line)
			}
			before := decidable(t, s)
			s.said = nil
			s.say(c.lines[len(c.lines)-1])
			said := strings.Join(s.said, "\n")
			if changed := decidable(t, s) != before; changed != (c.refusal == "") || !strings.Contains(said, c.refusal) {
				t.Errorf("%q: changed: %v: %s", c.lines, changed, said)
			}
		})
	}
}

// TestLinkWithinPlatform links two accounts of one platform only if the operator allows it.
func TestLinkWithinPlatform(t *testing.T) {
	for _, allowed := range []bool{false, true} {
		svc := service.New(service.Ports{Store: storage.Memory(), LinksWithin: allowed})
		code := codeForm.FindStringSubmatch(answered(t, svc, "alice", "link"))
		if code == nil {
			t.Fatal("no code")
		}
		answer := answered(t, svc, "bob", "link "+code[1])
		if refused := strings.Contains(answer, "two accounts of one platform cannot be linked"); refused == allowed {
			t.Errorf("allowed: %v: %s", allowed, answer)
		}
	}
}

// answered returns the answer to a text that a user says in private.
func answered(t *testing.T, svc *service.Service, name, text string) string {
	t.Helper()
	r := saying(name, text)
	r.Room = bot.RoomID{}
	reply := svc.Respond(context.Background(), r)
	var all []string
	for _, m := range reply.Answer {
		all = append(all, m.Text)
	}
	return string(reply.Outcome) + ": " + strings.Join(all, "\n")
}

// TestLinkCodes checks that codes cannot be guessed: they have 50 bits from no predictable seed,
// and few wrong ones may be tried.
func TestLinkCodes(t *testing.T) {
	svc := service.New(service.Ports{Store: storage.Memory(), LinksWithin: true, Dice: func(int) int { return 0 }})
	seen := map[string]bool{}
	for i := range 50 {
		code := codeForm.FindStringSubmatch(answered(t, svc, fmt.Sprintf("p%d", i), "link"))
		if code == nil || len(code[1]) != 11 || seen[code[1]] {
			t.Fatalf("code %d is %q", i, code)
		}
		seen[code[1]] = true
	}
	for i := range 7 {
		answer := answered(t, svc, "mallory", "link ABCDE-FGHJ"+string("23456789"[i]))
		if many := strings.Contains(answer, "Too many codes were wrong"); many != (i >= 5) || !strings.HasPrefix(answer, string(bot.Refused)) {
			t.Errorf("try %d: %s", i+1, answer)
		}
	}
	// After too many guesses the right code does not help, but it still works for the user whom it is
	// for.
	for code := range seen {
		if answer := answered(t, svc, "mallory", "link "+code); !strings.Contains(answer, "Too many") {
			t.Errorf("mallory: %s", answer)
		}
		if answer := answered(t, svc, "other", "link "+code); !strings.Contains(answer, "The code is of") {
			t.Errorf("other: %s", answer)
		}
		break
	}
}

// TestLinkWaits goes through the day in which a link can be undone: which codes still work, who can
// undo it, which time counts, and that until then neither account has anything of the other's.
func TestLinkWaits(t *testing.T) {
	const (
		one  = "You are now one player"
		stay = "stay two players"
	)
	for name, c := range map[string]struct {
		lines []string
		want  string // in the answer to the last line
		never string // in anything said during the two days after that
	}{
		"both undo it":                   {[]string{"thief/matrix@: link undo", "victim@: link undo"}, "No link of yours can be undone", one},
		"undone in the last minute":      {[]string{"@ wait 23h", "victim@: link undo"}, stay, one},
		"too late":                       {[]string{"@ wait 1d", "victim@: link undo"}, "No link of yours can be undone", stay},
		"the bot is down for two days":   {[]string{"@ down 2d", "victim@: link undo"}, stay, one}, // which do not count as time to undo it
		"a stranger undoes it":           {[]string{"eve@: link undo"}, "No link of yours can be undone", stay},
		"a third links with the thief":   {[]string{"eve/matrix@: link", "thief/matrix@: link 33333-33333"}, "`link undo` stops it", ""},
		"a third says the victim's code": {[]string{"eve/matrix@: link 22222-22222", "eve/matrix@: link 22222-22222 confirm"}, "That is no code", ""},
		"the victim asks for a code":     {[]string{"victim@: link"}, "`link undo` stops it", ""},
		"the thief asks for a code":      {[]string{"thief/matrix@: link"}, "`link undo` stops it", ""},
		"a code from before the link":    {[]string{"victim@: link undo", "carol@: link", "dora/matrix@: link 33333-33333", "dora/matrix@: link 33333-33333 confirm", "victim@: link 33333-33333"}, "That is no code", "victim on console."},
		"the third has confirmed first":  {[]string{"carol@: link", "dora/matrix@: link 33333-33333", "dora/matrix@: link 33333-33333 confirm", "dora/matrix@: link undo", "carol@: link", "thief/matrix@: link undo", "thief/matrix@: link 44444-44444"}, "The code is of carol", one},
		"with oneself":                   {[]string{"victim@: link undo", "victim@: link", "victim@: link 33333-33333"}, "You are one player already", one},
		"with oneself, afterwards":       {[]string{"@ wait 1d", "victim@: link", "thief/matrix@: link 33333-33333"}, "You are one player already", ""},
		"forgotten meanwhile":            {[]string{"thief/matrix@: forget me confirm"}, stay, one},
	} {
		t.Run(name, func(t *testing.T) {
			s := linked(t)
			for _, line := range c.lines {
				s.said = nil
				if direction, ok := strings.CutPrefix(line, "@ "); !ok {
					s.say(line)
				} else if err := s.direct(direction); err != nil {
					t.Fatal(err)
				}
			}
			said := strings.Join(s.said, "\n")
			if !strings.Contains(said, c.want) {
				t.Errorf("it is answered with %s", said)
			}
			s.said = nil
			for range 2 {
				if err := s.direct("wait 1d"); err != nil {
					t.Fatal(err)
				}
			}
			if said := strings.Join(s.said, "\n"); c.never != "" && strings.Contains(said, c.never) {
				t.Errorf("two days later: %s", said)
			}
		})
	}
}

// TestLinkIsBlind has the thief, before the link is complete, ask for and do what only the victim
// may: the victim's records must not change, and nothing private may be shown.
func TestLinkIsBlind(t *testing.T) {
	s := linked(t)
	for _, line := range []string{
		"victim: note 1 SECRETNOTE", "victim@: if 1 ab3-ab4 eb3-eb2 ac3-ac4", "victim@: block erik", "victim: challenge carol raumschach private white", "carol@: accept 2",
		"bob: draw 1", "victim@: challenge dora raumschach",
	} {
		s.say(line)
	}
	records := func() string {
		t.Helper()
		var all []string
		for line := range strings.Lines(exported(t, s.store)) {
			for _, table := range []string{"games", "logs", "plans", "notes", "ratings", "challenges", "tournaments"} {
				if strings.Contains(line, `{"table":"`+table+`"`) {
					all = append(all, line)
				}
			}
		}
		return strings.Join(all, "")
	}
	before := records()
	for _, text := range []string{
		"draw 1", "accept 1", "yes", "resign 1", "resign 1 confirm", "abort 1", "takeback 1", "claim 1", "nudge 1", "say 1 hello", "publish 1", "publish 2",
		"note 1", "notes", "if 1", "if 1 clear", "export 2", "export all", "game 2", "board 2", "log 2", "moves 2", "replay 2", "block", "cancel 3", "accept 3", "decline 3",
		"games", "games over", "prefer", "rematch 1", "ab3-ab4", "move 1 ab3-ab4 confirm", "link 22222-22222 confirm",
	} {
		for _, where := range []string{"@", "@lobby"} {
			s.said = nil
			s.say("thief/matrix" + where + ": " + text)
			said := strings.Join(s.said, "\n")
			for _, secret := range []string{"SECRETNOTE", "blocked erik.", "ac3-ac4", "Game 2,", "carol ("} {
				if strings.Contains(said, secret) {
					t.Errorf("%s%s shows %s: %s", where, text, secret, said)
				}
			}
			if strings.Contains(said, "Done") {
				t.Errorf("%s%s: %s", where, text, said)
			}
		}
	}
	if after := records(); after != before {
		t.Errorf("the records were\n%s\nand are\n%s", before, after)
	}
}

package service_test

import (
	"slices"
	"strings"
	"testing"
)

// organisedLines create games that organisers of one room, of two or of none can see, and
// tournaments with entrants from everywhere.
var organisedLines = []string{
	// 1: both players sit in the lobby.
	"alice: challenge bob raumschach white rated", "bob: accept 1",
	// 2: alice in the lobby, dora in the hall of another platform.
	"alice: seek raumschach white rated", "dora/matrix@hall: accept 2",
	// 3: mallory has lured bob into a game of the lair, where bob has never been.
	"mallory@lair: seek raumschach white rated", "bob@: accept 3",
	// 4: the same with a challenge by name.
	"mallory@lair: challenge carol raumschach white rated", "carol: accept 4",
	// 5: bob plays in private, alice in the lobby, from two platforms.
	"alice: challenge bob raumschach white private", "bob: accept 5",
	// 6: of tournament 1, which anybody may enter from anywhere.
	"olga@club!: create knockout raumschach everywhere", "olga@club: tournament 1 open",
	"mallory@lair: join 1", "alice: join 1", "bob: join 1", "carol: join 1", "olga@club: tournament 1 start",
	// Tournament 2 takes entries, tournament 3 is a draft.
	"olga@club!: create swiss raumschach everywhere", "olga@club: tournament 2 open", "alice: join 2",
	"olga@club!: create swiss raumschach",
	// ivan organises tournament 4 with olga, and has left it since.
	"olga@club!: create swiss raumschach everywhere", "olga@club: tournament 4 open",
	"olga@club: set 4 organiser ivan", "ivan: tournament 4 accept", "ivan: tournament 4 quit", "alice: join 4",
}

// TestWhoDecides is the table of what an organiser may decide, and from where. A line without a
// refusal must change something; a line with one must change nothing, and be refused with it.
func TestWhoDecides(t *testing.T) {
	t.Parallel()
	const (
		notHere         = "is not played in this room, so its organisers do not decide it."
		notSeen         = "There is no game 5 that you may see."
		elsewhere       = "Only the organisers of tournament 1"
		notYours        = "Only its organisers can do that in tournament"
		unseen          = "has never spoken in the room where"
		alone           = "in private, where nobody is an organiser"
		himself         = "yourself: another organiser has to decide it."
		noOfficial      = "Only an organiser of this room can decide its games."
		secret          = "There is no tournament 3."
		foreign         = "is for those who are where it is played"
		noFiles         = "Only an organiser of this room adds and removes games."
		noGame          = "There is no game called"
		noServer        = "Only those who organise the whole server"
		unentitledToBar = "Only an organiser of this room decides who plays in it."
		unentitled      = "Only its players together, or an organiser of the room in which both play"
	)
	for _, c := range []struct{ line, refusal string }{
		// Organisers of a room decide games whose players share it.
		{"carol!: adjudicate 1 white confirm reason", ""},
		{"carol!: adjudicate 1 abort confirm reason", ""},
		{"carol: adjudicate 1 white confirm reason", noOfficial},
		{"alice!: adjudicate 1 white confirm reason", himself},
		{"carol@den!: adjudicate 1 white confirm reason", notHere},
		{"carol@den.lobby!: adjudicate 1 white confirm reason", notHere},
		{"carol/matrix@lobby!: adjudicate 1 white confirm reason", notHere},
		{"carol@!: adjudicate 1 white confirm reason", "A game is decided in the room where it is played. Say it there."},
		// A game seen in two rooms needs an organiser of each: see TestBothSidesAgree.
		{"mallory@lair!: adjudicate 2 black confirm reason", notHere},
		{"alice!: adjudicate 2 white confirm reason", himself},
		// The organisers of a room cannot decide games of a player who has never spoken there.
		{"mallory@lair!: adjudicate 3 white confirm reason", "bob " + unseen},
		{"minion@lair!: adjudicate 3 white confirm reason", "bob " + unseen},
		{"minion@lair!: adjudicate 3 abort confirm reason", "bob " + unseen},
		{"minion@lair!: adjudicate 4 white confirm reason", "carol " + unseen},
		{"carol!: adjudicate 4 white confirm reason", notHere},
		{"carol!: adjudicate 5 white confirm reason", notSeen},
		// Organisers of a tournament decide its games, from any room.
		{"olga@club: adjudicate 6 black confirm reason", ""},
		{"olga@: adjudicate 6 black confirm reason", ""},
		{"olga@den: adjudicate 6 black confirm reason", ""},
		{"oscar@club!: adjudicate 6 black confirm reason", ""},
		{"oscar@club: adjudicate 6 black confirm reason", elsewhere},
		{"oscar@den!: adjudicate 6 black confirm reason", elsewhere},
		{"mallory@lair!: adjudicate 6 white confirm reason", elsewhere},
		{"minion@lair!: adjudicate 6 white confirm reason", elsewhere},
		{"minion@lair!: adjudicate 6 abort confirm reason", elsewhere},
		{"carol!: adjudicate 6 abort confirm reason", elsewhere},
		{"olga/matrix@club!: adjudicate 6 white confirm reason", elsewhere},
		// The same holds for decisions about the tournament itself.
		{"olga@: expel 1 bob confirm reason", ""},
		{"oscar@club!: expel 1 bob confirm reason", ""},
		{"mallory@lair!: expel 1 bob confirm reason", notYours},
		{"minion@lair!: expel 1 alice confirm reason", notYours},
		{"carol!: expel 1 mallory confirm reason", notYours},
		{"olga/matrix@club!: expel 1 bob confirm reason", notYours},
		{"ivan: expel 4 alice confirm reason", notYours},
		{"mallory@lair!: readmit 1 bob", notYours},
		{"olga@den: set 2 least 3", ""},
		{"mallory@lair!: set 2 least 3", notYours},
		{"olga@den: set 2 bye computer", ""},
		{"alice!: set 2 bye computer", notYours},
		{"alice!: set 2 name Mine", notYours},
		{"olga@: set 2 dates 2026-03-04", ""},
		{"alice!: set 2 dates 2026-03-04", notYours},
		{"ivan: set 4 city Rome", notYours},
		{"mallory@lair!: tournament 1 pause", notYours},
		{"alice!: set 2 organiser alice", notYours},
		{"ivan: set 4 organiser ivan", notYours},
		{"mallory@lair!: set 3 least 3", secret},
		{"olga@: tournament 2 cancel confirm", ""},
		{"oscar@club!: tournament 2 cancel confirm", ""},
		{"mallory@lair!: tournament 2 cancel confirm", notYours},
		{"mallory@lair!: tournament 1 pause", notYours},
		{"mallory@lair!: tournament 1 accept", "Nobody has asked you to organise tournament 1"},
		{"ivan: tournament 4 cancel confirm", notYours},
		{"alice: tournament 4 start", notYours},
		{"mallory@lair!: tournament 3 open", secret},
		{"carol@den!: create swiss raumschach", ""},
		{"carol@den: create swiss raumschach", "Only organisers of this room can set up a tournament here."},
		{"carol@: create swiss raumschach", "A tournament has a room. Say it there."},
		// Settings of a room are for its organisers.
		{"carol!: room puzzle 18:00", ""},
		{"carol: room puzzle 18:00", "Only an organiser of this room changes what holds in it."},
		{"carol!: room puzzle 18:00 Berlin raumschach", ""},
		{"mallory: room puzzle 18:00 Berlin", "Only an organiser of this room changes what holds in it."},
		{"mallory: room time Berlin", "Only an organiser of this room changes what holds in it."},
		{"alice: room puzzle off", "Only an organiser of this room changes what holds in it."},
		{"carol@!: room puzzle 18:00", "There is no room here."},
		// The same people may publish a game; its players can forbid it.
		{"carol!: publish 1", ""},
		{"carol: publish 1", unentitled},
		{"carol@den!: publish 1", foreign},
		{"carol@den.lobby!: publish 1", notHere},
		{"carol/matrix@lobby!: publish 1", foreign},
		{"carol@!: publish 1", foreign},
		{"mallory@lair!: publish 1", foreign},
		{"carol!: publish 2", ""}, // for one side: see TestPublishBySides
		{"mallory@lair!: publish 2", foreign},
		{"minion@lair!: publish 3", "bob " + unseen},
		{"minion@lair!: publish 4", "carol " + unseen},
		{"mallory@lair: publish 4", ""}, // asks carol
		{"carol!: publish 5", "There is no game 5 that you may see"},
		{"olga@club: publish 6", ""},
		{"olga@: publish tournament 1", ""},
		{"oscar@club!: publish tournament 1", ""},
		{"oscar@club: publish tournament 1", notYours},
		{"mallory@lair!: publish tournament 1", notYours},
		{"mallory@lair!: publish 6", ""}, // plays in it, and asks
		{"minion@lair!: publish 6", elsewhere},
		{"alice!: publish 6", elsewhere},
		{"ivan: publish tournament 4", notYours},
		{"mallory@lair!: publish tournament 3", secret},
		{"carol!: publish 1 off", "Only a player of game 1"},
		{"alice: publish 1 off", ""},
		{"carol@lair: publish 6 off", "anybody may see it"},
		// So is what it follows, among what all in it may see.
		{"erik@lobby!: watch 3 here", foreign},
		{"carol: watch 6 here", "Only an organiser of this room has it follow a game."},
		{"carol@!: watch 6 here", "There is no room here."},
		{"mallory@lair!: watch 1 here", foreign},
		// So is who plays in it; nobody bars another organiser of the room, or anybody elsewhere.
		{"carol!: bar bob confirm", ""},
		{"carol: bar bob confirm", unentitledToBar},
		{"alice: bar bob confirm", unentitledToBar},
		{"carol@!: bar bob confirm", "There is no room here."},
		{"carol!: bar carol confirm", "You cannot bar yourself."},
		{"olga@club!: bar alice confirm", ""},
		{"mallory@lair!: bar bob confirm", ""}, // holds there alone: see the transcript
		{"carol: unbar bob", unentitledToBar},
		{"carol!: unbar bob", "is not barred from this room"},
		// The games of a whole server are for those who organise all of it, not one of its rooms.
		{"carol@den.lobby!!: bar bob server confirm", ""},
		{"carol@den.lobby!: bar bob server confirm", noServer},
		{"carol@den.lobby: bar bob server confirm", noServer},
		{"carol@den.lobby!: bar server", noServer},
		{"carol!: bar bob server confirm", "This room is in no server"},
		{"carol!!: bar bob server confirm", "This room is in no server"},
		{"carol@!!: bar bob server confirm", "There is no room here."},
		{"carol@den.lobby!!: bar carol server confirm", "You cannot bar yourself."},
		{"carol@den.lobby!!: unbar bob server", "is not barred from this whole server"},
		{"carol@den.lobby!: unbar bob server", noServer},
		{"carol!: room theme dark", ""},
		{"carol: room theme dark", "Only an organiser of this room changes what holds in it."},
		{"carol@!: room theme dark", "There is no room here."},
		// Games of a place are for those who organise all of it; pondcube is one of the club.
		{"carol!: variant add", ""},
		{"carol@den.lobby!!: variant add", ""},
		{"carol@den.lobby!: variant add", noServer},
		{"carol@den.lobby: variant add", noServer},
		{"carol: variant add", noFiles},
		{"carol@!: variant add", "Games are added to a room or a server."},
		{"mallory@lair!: variant add", ""},
		{"olga@club!: variant remove pondcube confirm", ""},
		{"oscar@bar.club!!: variant remove pondcube confirm", ""},
		{"oscar@bar.club!: variant remove pondcube confirm", noServer},
		{"oscar@club: variant remove pondcube confirm", noFiles},
		{"oscar@!: variant remove pondcube confirm", noGame},
		{"mallory@lair!: variant remove pondcube confirm", noGame},
		{"olga/matrix@club!: variant remove pondcube confirm", noGame},
		{"olga@club!: variant remove raumschach confirm", "is no game of this place"},
	} {
		t.Run(c.line, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, "")
			for _, line := range organisedLines {
				s.say(line)
			}
			mustAttach(t, s, "olga@club!: variant add")
			before := decidable(t, s)
			s.said = nil
			if mustAttach(t, s, ""); !strings.Contains(c.line, "variant add") {
				s.attach = nil
			}
			s.say(c.line)
			said := strings.Join(s.said, "\n")
			changed := decidable(t, s) != before
			switch {
			case c.refusal == "" && !changed:
				t.Errorf("nothing has changed: %s", said)
			case c.refusal != "" && changed:
				t.Errorf("it was done: %s", said)
			case c.refusal != "" && !strings.Contains(said, c.refusal):
				t.Errorf("the refusal is %q, without %q", said, c.refusal)
			}
		})
	}
}

// mustAttach says a line, if it is not empty, with the file of a game; else the next line has it.
func mustAttach(t *testing.T, s *stage, line string) {
	t.Helper()
	if err := s.direct("attach testdata/games/pond.toml"); err != nil {
		t.Fatal(err)
	}
	if line != "" {
		s.say(line)
	}
}

// decidable returns all records of games, tournaments, rooms and games of places as text.
func decidable(t *testing.T, s *stage) string {
	t.Helper()
	var all []string
	for line := range strings.Lines(exported(t, s.store)) {
		for _, table := range []string{"games", "tournaments", "rooms", "game-files"} {
			if strings.Contains(line, `"`+table+`"`) {
				all = append(all, line)
			}
		}
	}
	return strings.Join(all, "")
}

// linkedErik links erik on the console with erik on matrix, which is complete a day later.
var linkedErik = []string{"erik/matrix@: link", "erik@: link 22222-22222", "erik@: link 22222-22222 confirm"}

// TestBothSidesAgree checks that a game seen in two rooms is decided only by an organiser of each
// together.
func TestBothSidesAgree(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  string // the last line's answer
		over  bool
	}{
		{[]string{"carol!: adjudicate 2 draw confirm reason"}, "carol proposes, as an organiser of the room of alice, that the game is drawn.", false},
		{[]string{"carol!: adjudicate 2 draw confirm reason", "carol!: adjudicate 2 draw confirm reason"}, "proposed for this room already", false},
		{[]string{"carol!: adjudicate 2 draw confirm reason", "oscar!: adjudicate 2 draw confirm reason"}, "proposed for this room already", false},
		{[]string{"carol!: adjudicate 2 draw confirm reason", "erik/matrix@hall!: adjudicate 2 black confirm reason"}, "erik proposes", false},
		{[]string{"carol!: adjudicate 2 draw confirm reason", "erik/matrix@hall: adjudicate 2 draw confirm reason"}, "Only an organiser of this room", false},
		{[]string{"carol!: adjudicate 2 draw confirm reason", "erik/matrix@den!: adjudicate 2 draw confirm reason"}, "is not played in this room", false},
		{[]string{"carol!: adjudicate 2 draw confirm reason", "@ wait 8d", "erik/matrix@hall!: adjudicate 2 draw confirm reason"}, "erik proposes", false},
		{[]string{"carol!: adjudicate 2 draw confirm reason", "erik/matrix@hall!: adjudicate 2 draw confirm reason"}, "carol and erik decide the game as organisers of both rooms, because: reason.", true},
		{[]string{"carol!: adjudicate 2 white confirm reason", "erik/matrix@hall!: adjudicate 2 black confirm reason", "carol!: adjudicate 2 black confirm reason"}, "erik and carol decide", true},
		// One person who organises both rooms, by accounts that are linked, or about to be.
		{slices.Concat(linkedErik, []string{"@ wait 1d", "erik!: adjudicate 2 draw confirm reason", "erik/matrix@hall!: adjudicate 2 draw confirm reason"}), "somebody else who organises this one has to agree", false},
		{slices.Concat(linkedErik, []string{"erik!: adjudicate 2 draw confirm reason", "erik/matrix@hall!: adjudicate 2 draw confirm reason"}), "somebody else who organises this one has to agree", false},
		{slices.Concat([]string{"erik!: adjudicate 2 draw confirm reason"}, linkedErik, []string{"erik/matrix@hall!: adjudicate 2 draw confirm reason"}), "somebody else who organises this one has to agree", false},
		{slices.Concat([]string{"erik!: adjudicate 2 draw confirm reason"}, linkedErik, []string{"@ wait 1d", "erik/matrix@hall!: adjudicate 2 draw confirm reason"}), "somebody else who organises this one has to agree", false},
		// One who has proposed, and has become the hand of a player since.
		{[]string{"erik/matrix@hall!: adjudicate 2 white confirm reason", "erik/matrix@: link", "alice@: link 22222-22222", "alice@: link 22222-22222 confirm", "carol!: adjudicate 2 white confirm reason"}, "carol proposes", false},
		{slices.Concat(linkedErik, []string{"erik@: link undo", "erik!: adjudicate 2 draw confirm reason", "erik/matrix@hall!: adjudicate 2 draw confirm reason"}), "erik and erik decide", true}, // two again
	} {
		s := newStage(t, "")
		for _, line := range organisedLines[:4] {
			s.say(line)
		}
		for _, line := range c.lines {
			s.said = nil
			if strings.HasPrefix(line, "@ ") {
				if err := s.direct(line[2:]); err != nil {
					t.Fatal(err)
				}
				continue
			}
			s.say(line)
		}
		said := strings.Join(s.said, "\n")
		if !strings.Contains(said, c.want) {
			t.Errorf("%q: %s", c.lines, said)
		}
		if over := strings.Contains(decidable(t, s), `"Reason":"ruling"`); over != c.over {
			t.Errorf("%q: decided: %v", c.lines, over)
		}
		if told := strings.Contains(said, "-> alice") && strings.Contains(said, "-> dora"); !strings.Contains(said, "~>") && !told {
			t.Errorf("%q: not both are told: %s", c.lines, said)
		}
	}
}

// TestLadderOfOrganiser has an organiser who stands on her ladder remove others and finish it:
// neither may bring her up, nor crown her.
func TestLadderOfOrganiser(t *testing.T) {
	const above, first = "stands above you in tournament 1", "You stand first in tournament 1"
	for _, c := range []struct{ line, refusal string }{
		{"olga@club: expel 1 alice confirm", above},
		{"olga@club: expel 1 bob confirm", ""},
		{"oscar@club!: expel 1 alice confirm", ""},
		{"olga@club: tournament 1 finish confirm", ""},
		{"alice@club!: tournament 1 finish confirm", first},
		{"oscar@club!: tournament 1 finish confirm", ""},
	} {
		s := newStage(t, "")
		for _, line := range []string{"olga@club!: create ladder raumschach", "olga@club: tournament 1 open", "alice@club: join 1", "olga@club: join 1", "bob@club: join 1", "olga@club: tournament 1 start"} {
			s.say(line)
		}
		before := decidable(t, s)
		s.said = nil
		s.say(c.line)
		said := strings.Join(s.said, "\n")
		if changed := decidable(t, s) != before; changed != (c.refusal == "") || !strings.Contains(said, c.refusal) {
			t.Errorf("%s: changed: %v: %s", c.line, changed, said)
		}
	}
}

// TestReasonsArePlain gives reasons that would notify people, contain links, or reach a user who
// has blocked their author.
func TestReasonsArePlain(t *testing.T) {
	s := newStage(t, "")
	for _, line := range organisedLines {
		s.say(line)
	}
	s.said = nil
	s.say("carol!: adjudicate 1 white confirm see https://evil.example/x or discord.gg/x, @everyone, @bob:evil.example, #room:evil.example")
	said := strings.Join(s.said, "\n")
	for _, bad := range []string{"://", "evil.example", "discord.gg", "@everyone", "@bob", "#room"} {
		if strings.Contains(said, bad) {
			t.Errorf("a reason has %q: %s", bad, said)
		}
	}
	if !strings.Contains(said, "evil") {
		t.Errorf("the reason is missing: %s", said)
	}
	for _, line := range []string{"bob@: block olga", "olga@club: expel 1 bob confirm RUDEWORDS", "alice: challenge bob raumschach", "bob: accept 8", "bob@: block carol", "carol!: adjudicate 8 draw confirm RUDEWORDS", "bob: log 8", "bob: game 8", "bob: export 8"} {
		s.said = nil
		if s.say(line); strings.Contains(strings.Join(s.said, "\n"), "RUDEWORDS") {
			t.Errorf("%s: who has blocked somebody reads their words: %s", line, s.said)
		}
	}
	if !strings.Contains(strings.Join(s.said, ""), "Termination") {
		t.Errorf("no such game: %s", s.said)
	}
}

// TestReasonsPassNoBlock looks wherever a reason may be shown, as a third person who has blocked
// the organiser, and as others.
func TestReasonsPassNoBlock(t *testing.T) {
	s := newStage(t, "")
	hears := func(line string, words bool) {
		t.Helper()
		s.said = nil
		s.say(line)
		if said := strings.Join(s.said, "\n"); strings.Contains(said, "RUDEWORDS") != words {
			t.Errorf("%s: %s", line, said)
		}
	}
	for _, line := range []string{
		"eve@club: challenge fay raumschach white", "fay@club: accept 1", "eve@: block olga", // eve reads what is said in the club
		"alice: challenge bob raumschach white", "bob: accept 2", "dora@den: challenge erik raumschach white", "erik@den: accept 3",
		"alice@club: challenge bob raumschach white", "bob@club: accept 4",
		"olga@club!: create swiss raumschach everywhere", "olga@club: tournament 1 open", "gwen/matrix@hall: join 1", "alice: join 1", "bob@: join 1",
	} {
		s.say(line)
	}
	hears("olga!: adjudicate 2 white confirm RUDEWORDS", true)       // eve does not play there
	hears("olga@club!: adjudicate 4 white confirm RUDEWORDS", false) // she does here
	hears("olga@club: expel 1 bob confirm RUDEWORDS", true)          // bob, in private
	if said := s.said; len(said) != 2 || strings.Contains(said[0], "RUDEWORDS") || !strings.Contains(said[1], "=> bob: ") {
		t.Errorf("it is told: %q", said)
	}
	for _, game := range []string{"2", "4"} {
		room := map[string]string{"2": ": ", "4": "@club: "}[game]
		for _, command := range []string{"game ", "log ", "export ", "moves ", "hint "} {
			hears("eve"+room+command+game, false)
			hears("fay"+room+command+game, true)
		}
		hears("fay"+room+"game "+game+" here", game == "2")
		hears("eve"+room+"games over room", false)
		hears("fay"+room+"games over room", true)
		hears("alice: resign "+game+" confirm", true)
		hears("eve: adjudicate "+game+" draw RUDE", false)
	}
	// A player who has blocked the organiser is told no reason; all others are.
	s.say("erik@: block carol")
	s.said = nil
	hears("carol@den!: adjudicate 3 draw confirm RUDEWORDS", false)
	hears("erik@den: game 3", false)
	hears("dora@den: game 3", true)
	hears("carol@den: game 3", true)
	hears("erik@den: unblock carol", false)
	hears("erik@den: game 3", true)
	// The block still holds after the author has become another player, or is forgotten.
	hears("olga@: forget me confirm", false)
	hears("eve: game 2", false)
	hears("fay: game 2", true)
}

// TestWhoTakesBack is the table of who may take a decision back: whoever may decide.
func TestWhoTakesBack(t *testing.T) {
	const noTournament = "Only the organisers of tournament 1"
	for _, c := range []struct{ done, line, refusal string }{
		{"carol!: adjudicate 1 white confirm reason", "carol!: adjudicate 1 undo", ""},
		{"carol!: adjudicate 1 white confirm reason", "carol: adjudicate 1 undo", "Only an organiser of this room can decide its games."},
		{"carol!: adjudicate 1 white confirm reason", "alice!: adjudicate 1 undo", "yourself: another organiser has to decide it."},
		{"carol!: adjudicate 1 white confirm reason", "carol@den!: adjudicate 1 undo", "is not played in this room"},
		{"carol!: adjudicate 1 white confirm reason", "mallory@lair!: adjudicate 1 undo", "is not played in this room"},
		{"carol!: adjudicate 1 white confirm reason", "carol!: adjudicate 5 undo", "There is no game 5 that you may see."},
		{"olga@club: adjudicate 6 white confirm reason", "olga@: adjudicate 6 undo", ""},
		{"olga@club: adjudicate 6 white confirm reason", "oscar@club!: adjudicate 6 undo", ""},
		{"olga@club: adjudicate 6 white confirm reason", "oscar@club: adjudicate 6 undo", noTournament},
		{"olga@club: adjudicate 6 white confirm reason", "mallory@lair!: adjudicate 6 undo", noTournament},
		{"olga@club: adjudicate 6 white confirm reason", "olga@club: adjudicate 7 undo", "No organiser has decided game 7"},
		{"olga@club: expel 1 bob confirm reason", "olga@club: readmit 1 bob", ""},
		{"olga@club: expel 1 bob confirm reason", "mallory@lair!: readmit 1 bob", "Only its organisers can do that in tournament"},
		{"olga@club: expel 1 bob confirm reason", "bob: readmit 1 bob", "Only its organisers can do that in tournament"},
	} {
		t.Run(c.line, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, "")
			for _, line := range organisedLines {
				s.say(line)
			}
			s.say(c.done)
			mustAttach(t, s, "olga@club!: variant add")
			before := decidable(t, s)
			s.said = nil
			if mustAttach(t, s, ""); !strings.Contains(c.line, "variant add") {
				s.attach = nil
			}
			s.say(c.line)
			said := strings.Join(s.said, "\n")
			switch changed := decidable(t, s) != before; {
			case changed != (c.refusal == ""):
				t.Errorf("something has changed: %v; %s", changed, said)
			case !strings.Contains(said, c.refusal):
				t.Errorf("the refusal is %q, without %q", said, c.refusal)
			}
		})
	}
}

// TestEngineWaitsForOrganisers has a friendly organiser decide a game, so that a player can ask the
// engine about it, and take that back: for the day in which it can be, the engine says nothing of
// the position, nor of it as a record or a study.
func TestEngineWaitsForOrganisers(t *testing.T) {
	const silent = "People are playing from this position"
	s := newStage(t, "")
	says := func(line string, quiet bool) {
		t.Helper()
		s.said = nil
		s.say(line)
		if said := strings.Join(s.said, "\n"); strings.Contains(said, silent) != quiet {
			t.Errorf("%s: %s", line, said)
		}
	}
	for _, line := range []string{"alice: challenge bob raumschach white", "bob: accept 1", "alice: ab1-ac3", "bob: eb5-ec3", "alice: ad1-cc1", "bob: ed5-cc5", "alice: bc2-bc3", "bob: dd4-dd3", "alice: bb2-cb2", "bob: dc4-dc3",
		`alice@: import [Variant "raumschach"] [White "X"] [Black "Y"] 1. ab1-ac3 eb5-ec3 2. ad1-cc1 ed5-cc5 3. bc2-bc3 dd4-dd3 4. bb2-cb2 dc4-dc3 1-0`} {
		s.say(line)
	}
	says("alice@: evaluate 2", true)
	says("carol!: adjudicate 1 white confirm reason", false)
	for _, line := range []string{"alice@: evaluate 1", "alice@: analyse 1"} {
		s.said = nil
		if s.say(line); !strings.Contains(strings.Join(s.said, "\n"), "Organisers have ended game 1 and can reopen it until 6 Jan") {
			t.Errorf("%s: %s", line, s.said)
		}
	}
	says("alice@: evaluate 2", true)
	says("carol!: adjudicate 1 undo", false)
	says("alice@: evaluate 2", true)
	says("carol!: adjudicate 1 draw confirm reason", false)
	if err := s.direct("wait 25h"); err != nil {
		t.Fatal(err)
	}
	says("alice@: evaluate 1", false)
	says("alice@: evaluate 2", false)
}

// TestPrivateSideIsNotJudged has an organiser of the room of one side decide a game whose other
// side is played in private.
func TestPrivateSideIsNotJudged(t *testing.T) {
	s := newStage(t, "")
	for _, line := range []string{"frida/matrix@: seek raumschach white", "dora@hall: accept 1"} {
		s.say(line)
	}
	before := decidable(t, s)
	for _, line := range []string{"oscar@hall!: adjudicate 1 black confirm reason", "oscar@hall!: publish 1"} {
		s.said = nil
		if s.say(line); !strings.Contains(strings.Join(s.said, "\n"), "frida plays game 1 in private, where nobody is an organiser") || decidable(t, s) != before {
			t.Errorf("%s: %s", line, s.said)
		}
	}
}

package service_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"raumbot/bot"
)

// TestWhoKnows is the table of who knows a game of a place, and from where: the place's own, and by
// its ID whoever reads about it.
func TestWhoKnows(t *testing.T) {
	s := newStage(t, "")
	mustAttach(t, s, "olga@hall.club!!: variant add")
	mustAttach(t, s, "olga@lair!: variant add")
	all := variantIDs(t, s)
	if len(all) != 2 || all[0] == all[1] {
		t.Fatalf("the same file in two places: %v", all)
	}
	club, lair := all[0], all[1]
	if !strings.Contains(said(s, "bob@hall.club: variant"), club[len("pondcube@"):]) {
		club, lair = lair, club
	}
	const unknown, notHere = "There is no game called", "is a game of another place"
	for _, c := range []struct{ line, want string }{
		{"bob@hall.club: rules pondcube", "Pond Cube"},
		{"bob@bar.club: piece pondcube rook", "Rook (ROO)"},
		{"bob@club: variants pond", "Pond Cube"},
		{"bob@bar.club: variants teich", "Pond Cube"},
		{"bob@bar.club: study pondcube", "studies Pond Cube"},
		{"bob@bar.club: help pondcube", "Pond Cube"},
		{"bob@bar.club: start pondcube", "Pond Cube"},
		{"bob@bar.club: learn pondcube", "Pond Cube"},
		{"bob@hall.club: variant show pondcube", "pondcube.toml"},
		{"bob@den: rules pondcube", unknown},
		{"bob@den: variant show pondcube", unknown},
		{"bob@: study pondcube", unknown},
		{"bob/matrix@club: challenge alice pondcube", unknown},
		{"bob@den.hall: seek pondcube", unknown},
		// Who knows the ID reads, and begins nothing.
		{"bob@: rules " + club, "Pond Cube"},
		{"bob@: piece " + club + " rook", "Rook (ROO)"},
		{"bob@den: study " + club, notHere},
		{"bob@: challenge alice " + club, notHere},
		{"bob@den: seek " + club, notHere},
		{"bob@lair: seek " + club, notHere},
		{"bob@den: leaders " + club, notHere},
		{"bob@den!: room variant " + club, notHere},
		{"bob@den!: create swiss " + club, notHere},
		{"bob@hall.club: seek " + lair, notHere},
		{"bob@den: variant show " + club, notHere},
		// A tournament of one place gets no game of another.
		{"olga@den!: create swiss raumschach", "drafted tournament"},
		{"olga@den!: set 1 variants " + club, notHere},
	} {
		if got := said(s, c.line); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", c.line, got)
		}
	}
	for room, want := range map[string]int{"hall": 1, "den": 0} {
		s.last = bot.Request{From: bot.User{UserID: bot.UserID{Platform: "console", ID: "bob"}, Name: "bob"}, Room: bot.RoomID{Platform: "console", ID: room}}
		if room == "hall" {
			s.last.Within = []bot.RoomID{{Platform: "console", ID: "club"}}
		}
		if found, err := s.suggest("challenge", "variant", "teich"); err != nil || len(found) != want {
			t.Errorf("%s: suggested: %v, %v", room, found, err)
		}
		views, err := s.service.ViewVariants(context.Background(), s.last)
		n := 0
		for _, v := range views {
			if v.Title == "Pond Cube" {
				n++
			}
		}
		if err != nil || n != 1 { // bob has a study of it, so his pages show it
			t.Errorf("%s: pages show %d, %v", room, n, err)
		}
	}
	s.last.From = bot.User{UserID: bot.UserID{Platform: "console", ID: "carol"}, Name: "carol"}
	s.last.Room, s.last.Within = bot.RoomID{}, nil
	views, err := s.service.ViewVariants(context.Background(), s.last)
	for _, v := range views {
		if err != nil || v.Title == "Pond Cube" {
			t.Errorf("who plays it nowhere: %v, %v", v, err)
		}
	}
}

// said says a line and returns the answers.
func said(s *stage, line string) string {
	s.said = nil
	s.say(line)
	return strings.Join(s.said, "\n")
}

// variantIDs returns the IDs of the stored games.
func variantIDs(t *testing.T, s *stage) (all []string) {
	t.Helper()
	err := s.store.View(context.Background(), func(tx bot.Tx) error {
		files, err := tx.GameFiles()
		for _, f := range files {
			all = append(all, f.ID)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestRecordBringsRules exports a game of a place and imports it where the game is unknown: the
// record brings its rules along, for the importer alone, until they are forgotten.
func TestRecordBringsRules(t *testing.T) {
	here := newStage(t, "")
	mustAttach(t, here, "olga@hall!: variant add")
	for _, line := range []string{"alice@hall: challenge bob pondcube white", "bob@hall: accept 1", "alice@hall: ac2-ac3", "bob@hall: resign 1 confirm"} {
		said(here, line)
	}
	said(here, "alice@: export 1")
	if here.file == nil || !strings.Contains(here.file.Text, "[Rules ") {
		t.Fatalf("no record with rules: %v", here.file)
	}
	text := here.file.Text
	there := newStage(t, "")
	// Both stages share what the program knows; the other bot does not know this version.
	stranger := strings.Replace(text, "@", "@0", 1)
	if got := said(there, "carol@den: import "+strings.ReplaceAll(stranger, "\n", " ")); !strings.Contains(got, "Pond Cube") {
		t.Fatalf("imported: %s", got)
	}
	there.attach = &bot.Attachment{Name: "game.txt", Read: func(context.Context, int) ([]byte, error) { return []byte(stranger), nil }}
	if got := said(there, "carol@den: import"); !strings.Contains(got, "Game 2") {
		t.Fatalf("from a file: %s", got)
	}
	if got := said(there, "carol@: board 1"); !strings.Contains(got, "picture game 1") {
		t.Errorf("its board: %s", got)
	}
	there.open() // a restart
	if got := said(there, "carol@: log 1"); !strings.Contains(got, "ac2") {
		t.Errorf("its moves: %s", got)
	}
	ids := variantIDs(t, there)
	if len(ids) != 1 {
		t.Fatalf("stored: %v", ids)
	}
	for _, line := range []string{"carol@den: study pondcube", "carol@den: study " + ids[0]} {
		if got := said(there, line); !strings.Contains(got, "There is no game called") && !strings.Contains(got, "is a game of another place") {
			t.Errorf("%s: %s", line, got)
		}
	}
	bad := strings.Replace(stranger, `ride = \"rook\"`, `ride = \"rok\"`, 1)
	if got := said(there, "dora@den: import "+strings.ReplaceAll(bad, "\n", " ")); !strings.Contains(got, "have mistakes") {
		t.Errorf("with mistakes: %s", got)
	}
	said(there, "carol@: forget me confirm")
	if ids := variantIDs(t, there); len(ids) != 0 {
		t.Errorf("after carol is forgotten: %v", ids)
	}
}

// TestMostLocalGames adds games until there is no room: for games, then for versions that something
// is played by.
func TestMostLocalGames(t *testing.T) {
	s := newStage(t, "")
	add := func(name, blurb string) string {
		mustAttach(t, s, "")
		read := s.attach.Read
		s.attach.Read = func(ctx context.Context, most int) ([]byte, error) {
			text, err := read(ctx, most)
			changed := strings.NewReplacer("pondcube", name, "Pond Cube", strings.ToUpper(name), "acht Figuren", blurb).Replace(string(text))
			return []byte(changed), err
		}
		return said(s, "olga@hall!: variant add")
	}
	add("pondcube", "8")
	add("weiher", "8")
	if got := add("tuempel", "8"); !strings.Contains(got, "has 2 games of its own, and that is the most") {
		t.Errorf("a third game: %s", got)
	}
	for i := range 20 { // versions that nothing is played by are not kept
		if got := add("pondcube", fmt.Sprintf("Fassung %d", i)); !strings.Contains(got, "by a new version") {
			t.Fatalf("version %d: %s", i, got)
		}
	}
	if ids := variantIDs(t, s); len(ids) != 2 {
		t.Errorf("kept: %v", ids)
	}
	refused := ""
	for i := 0; i < 20 && refused == ""; i++ {
		if got := said(s, string(rune('a'+i))+"nna@hall: study pondcube"); !strings.Contains(got, "studies") {
			t.Fatal(got)
		}
		if got := add("pondcube", fmt.Sprintf("gespielt %d", i)); !strings.Contains(got, "by a new version") {
			refused = got
		}
	}
	if !strings.Contains(refused, "has had 10 versions of games that are still kept") {
		t.Errorf("versions without end: %s", refused)
	}
}

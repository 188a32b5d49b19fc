package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
)

// sightLines create everything in the table of pages in docs/security.md. "NAME@ROOM!: TEXT" is a
// message of an organiser of a room of one server, "NAME@: TEXT" one in private. Everybody can read
// "lobby", only some people "staff".
var sightLines = []string{
	"alice@lobby: challenge bob raumschach white", "bob@lobby: accept 1",
	"alice@lobby: challenge bob raumschach white private", "bob@: accept 2",
	"alice@: challenge bob raumschach white public", "bob@: accept 3",
	"alice@lobby: study raumschach",
	`alice@: import [Variant "raumschach"] [White "X"] [Black "Y"] 1. ab2-ab3 eb4-eb3 1-0`,
	"alice@lobby!: create roundrobin raumschach room", "alice@lobby: tournament 1 open", "alice@lobby: join 1", "bob@lobby: join 1", "alice@lobby: tournament 1 start",
	"alice@lobby!: create roundrobin raumschach server", "alice@lobby: tournament 2 open", "alice@lobby: join 2", "bob@lobby: join 2", "alice@lobby: tournament 2 start",
	"alice@lobby!: create roundrobin raumschach everywhere", "alice@lobby: tournament 3 open", "alice@lobby: join 3", "bob@lobby: join 3", "alice@lobby: tournament 3 start",
	"alice@lobby!: create roundrobin raumschach everywhere",
	"alice@lobby: challenge bob raumschach white", "bob@lobby: accept 9", "alice@lobby: publish 9", "bob@lobby: publish 9",
	"alice@: challenge bob raumschach white public", "bob@: accept 10", "bob@: publish 10 off",
	"alice@lobby!: create roundrobin raumschach room", "alice@lobby: tournament 5 open", "alice@lobby: join 5", "bob@lobby: join 5", "alice@lobby: tournament 5 start",
	"erik@lobby!: publish tournament 5",
	"alice@staff: challenge bob raumschach white", "bob@staff: accept 12",
	"dora@lobby: challenge finn raumschach white", "finn@lobby: accept 13",
	"gina@lobby: challenge hugo raumschach white public", "hugo@lobby: accept 14",
	"alice@: puzzle dragonchess",
	"alice@lobby: vote challenge computer raumschach white 1d known 0", "alice@lobby: ab2-ab3",
	"alice@hall: vote challenge computer raumschach white 1d known 0", "alice@hall: ab2-ab3", "erik@hall!: publish 16",
	"alice@lobby!: league create raumschach room", "alice@lobby: league 1 join", "alice@lobby!: league create raumschach server", "alice@lobby: league 2 join",
	"alice@lobby!: league create raumschach everywhere", "alice@lobby: league 3 join",
}

// sights are the rows of the table, each with the path of a page. Players 1 and 2 are alice
// and bob.
var sights = map[string]string{
	"game played in a room": "/game/1", "game in a private thread, or a channel that not all of its server see": "/game/12", "`private` game": "/game/2", "`public` game": "/game/3",
	"game published by its players": "/game/9", "`public` game that a player has taken back": "/game/10", "study in a room": "/game/4", "imported record": "/game/5",
	"game of a tournament of scope `room`": "/game/6", "game of a tournament of scope `server`": "/game/7", "game of a tournament of scope `everywhere`": "/game/8",
	"game of a tournament of scope `room` whose organisers have published its games": "/game/11",
	"game that a room plays by vote, for those who have voted in it":                 "/game/15",
	"tournament of scope `room`": "/tournament/1", "tournament of scope `server`": "/tournament/2", "tournament of scope `everywhere`": "/tournament/3", "draft of a tournament": "/tournament/4",
	"the lessons": "/learn", "the list of puzzles": "/puzzles", "a puzzle that somebody has open or has finished": "/puzzle/OPEN",
	"league of scope `room`": "/league/1", "league of scope `server`": "/league/2", "league of scope `everywhere`": "/league/3",
	"somebody who has a public game": "/player/GINA", "somebody who has no public game": "/player/DORA",
}

// listings are the rows of the table about people in lists, each with the path of the list and what
// it has about them.
var listings = map[string][2]string{
	"somebody in a ranking who has a public game":                            {"/leaders", `href="/player/GINA"`},
	"somebody in a ranking who has no public game":                           {"/leaders", `href="/player/DORA"`},
	"that somebody who has signed in is on the site":                         {"/", `href="/player/ALICE"`},
	"proposals and votes in such a game, also if everybody may see the game": {"/game/16", "ab2-ab3"},
}

// speaks sends the message of a line in sightLines.
func (h *hall) speaks(line string) {
	h.t.Helper()
	who, text, _ := strings.Cut(line, ": ")
	who, organiser := strings.CutSuffix(who, "!")
	name, room, _ := strings.Cut(who, "@")
	r := bot.Request{From: bot.User{UserID: bot.UserID{Platform: "chat", ID: name}, Name: name}, Text: text, OpenNames: true, Organiser: organiser}
	if room != "" {
		r.Room, r.Within = bot.RoomID{Platform: "chat", ID: room}, []bot.RoomID{{Platform: "chat", ID: "inn"}}
	}
	if room == "staff" {
		r.Reach = 1
	}
	if _, err := h.service.Handle(context.Background(), r); err != nil {
		h.t.Fatalf("%s: %v", line, err)
	}
	if strings.HasSuffix(text, " start") {
		if err := h.service.PairRounds(context.Background()); err != nil {
			h.t.Fatal(err)
		}
	}
	h.clock.Advance(10 * time.Second)
}

// opens requests a path. It ends a stream after its beginning.
func (h *hall) opens(path string) *httptest.ResponseRecorder {
	h.t.Helper()
	ctx, end := context.WithCancel(context.Background())
	defer end()
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	h.opened++
	// Many addresses are used, so that none reaches a limit.
	r.RemoteAddr = fmt.Sprintf("198.51.%d.%d:1234", h.opened/250, h.opened%250)
	if strings.HasSuffix(path, "/events") {
		w := &streamRecorder{httptest.NewRecorder(), end}
		h.respond(w, r)
		return w.ResponseRecorder
	}
	return h.do(r)
}

// streamRecorder records the beginning of a stream, and then ends it.
type streamRecorder struct {
	*httptest.ResponseRecorder
	end context.CancelFunc
}

func (w *streamRecorder) Flush() {
	w.ResponseRecorder.Flush()
	w.end()
}

// TestWhoSeesPages checks the table of pages in docs/security.md. It opens all addresses of each
// row as each visitor, and checks the lists.
func TestWhoSeesPages(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	h := openToGuests(t, bot.GuestsAlone)
	for _, name := range []string{"alice", "bob", "carol", "dora", "erik", "finn", "gina", "hugo"} {
		h.speaks(name + "@lobby: hi")
	}
	for _, line := range sightLines {
		h.speaks(line)
	}
	puzzles, err := h.service.ViewPuzzles(t.Context(), bot.Request{From: bot.User{UserID: bot.UserID{Platform: "chat", ID: "alice"}}})
	if err != nil || puzzles.Current == "" {
		t.Fatalf("alice has no puzzle: %v", err)
	}
	ids := strings.NewReplacer("DORA", "4", "GINA", "7", "ALICE", "1", "OPEN", puzzles.Current) // in the order in which they first spoke
	h.rank(4, 1900)
	h.rank(7, 1800)
	_, table, _ := strings.Cut(string(page), "| a visitor nobody knows |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for column, visitor := range []string{"alice", "carol", "a guest", ""} {
		h.cookies = nil
		switch visitor {
		case "":
		case "a guest":
			h.comesAs("ana")
		default:
			if w := h.signIn(h.link(visitor)); w.Code != http.StatusSeeOther {
				t.Fatalf("%s cannot sign in: %d", visitor, w.Code)
			}
		}
		lists := h.page("/") + h.page("/games") + h.page("/games?over=1") + h.page("/tournaments")
		search, profile := h.page("/search?state=ongoing")+h.page("/search"), h.page(ids.Replace("/player/ALICE?game="))
		rows := 0
		for line := range strings.Lines(table) {
			cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
			thing, known := sights[strings.TrimSpace(cells[0])]
			if at, ok := listings[strings.TrimSpace(cells[0])]; ok {
				rows++
				if listed := strings.Contains(h.page(at[0]), ids.Replace(at[1])); listed != (strings.TrimSpace(cells[column+1]) == "yes") {
					t.Errorf("%s, %q: listed: %v", cells[0], visitor, listed)
				}
				continue
			}
			switch {
			case strings.HasPrefix(line, "|--"):
				continue
			case !known || len(cells) != 5:
				t.Errorf("nothing is known of %q", line)
				continue
			}
			rows++
			thing = ids.Replace(thing)
			paths, seen := []string{thing}, strings.TrimSpace(cells[column+1]) == "yes"
			if strings.HasPrefix(thing, "/game/") {
				for _, part := range []string{"?ply=0", "?cell=ab2", "/board.json", "/cell.json?cell=ab2", "/picture.png", "/thumbnail.svg", "/events"} {
					paths = append(paths, thing+part)
				}
			}
			if strings.HasPrefix(thing, "/puzzle/") {
				paths = append(paths, thing+"/board.json", thing+"/cell.json?cell=ga1")
			}
			if strings.HasPrefix(thing, "/tournament/") || strings.HasPrefix(thing, "/league/") {
				paths = append(paths, thing+"/events")
			}
			want := http.StatusNotFound
			if seen {
				want = http.StatusOK
			}
			for _, path := range paths {
				if w := h.opens(path); w.Code != want {
					t.Errorf("%s, %q: %s: %d", cells[0], visitor, path, w.Code)
				}
			}
			if strings.HasPrefix(thing, "/game/") {
				// All find the same.
				if found := strings.Contains(search, fmt.Sprintf("%q", thing)); found != (strings.TrimSpace(cells[len(cells)-1]) == "yes") {
					t.Errorf("%s, %q: found: %v", cells[0], visitor, found)
				}
				seated := !strings.Contains(cells[0], "by vote") // alice's profile lists no games of her team
				if found := strings.Contains(profile, fmt.Sprintf("%q", thing)); found != (seen && seated) {
					t.Errorf("%s, %q: on the profile: %v", cells[0], visitor, found)
				}
			}
			if listed := strings.Contains(lists, fmt.Sprintf("%q", thing)); listed != seen && !strings.HasPrefix(thing, "/player/") && !strings.HasPrefix(thing, "/puzzle/") {
				t.Errorf("%s, %q: listed: %v", cells[0], visitor, listed)
			}
		}
		if rows != len(sights)+len(listings) {
			t.Errorf("the table has %d of %d rows", rows, len(sights))
		}
	}
}

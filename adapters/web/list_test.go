package web_test

import (
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

// collect returns a channel of the future events of a stream.
func collect(next func() string) chan string {
	all := make(chan string, 100)
	go func() {
		for event := ""; event != "nothing more"; all <- event {
			event = next()
		}
	}()
	return all
}

// TestListEvents plays fast while one visitor looks at a list of games and another at the game. The
// list is loaded again once in each pause, the game at each move.
func TestListEvents(t *testing.T) {
	h := open(t).enter()
	h.begin("raumschach", "")
	h.site.SetListPause(time.Hour)
	server := h.serve()
	next, leave := h.listen(server+"/as/carol/events", "", "event: games")
	defer leave()
	if event := next(); !strings.Contains(event, "games") {
		t.Fatalf("at the beginning: %s", event)
	}
	told := collect(next)
	ofGame, leaveGame := h.listen(server+"/as/carol/game/1/events", "", "event: log")
	defer leaveGame()
	ofGame()
	for i, move := range []string{"ab2-ab3", "eb4-eb3", "bb2-bb3", "db4-db3", "ac2-ac3", "ec4-ec3", "bc2-bc3", "dc4-dc3"} {
		h.says([]string{"ana", "ben"}[i%2], "move 1 "+move)
		if event := ofGame(); !strings.Contains(event, fmt.Sprintf(`"ply":%d`, i+1)) {
			t.Fatalf("after move %d: %s", i+1, event)
		}
	}
	if n := len(told); n > 1 {
		t.Errorf("a list is loaded anew %d times within one pause", n)
	}
}

// TestListEventsOfSeenGames plays a private game and a public one while visitors look at lists of
// games. Unknown visitors, and users who do not play, get events only of the public game.
func TestListEventsOfSeenGames(t *testing.T) {
	h := openPublic(t)
	h.chats("carol", "hi")
	h.chats("bob", "hi")
	for _, sight := range []string{"private", "public"} { // games 1 and 2
		h.chats("alice", "challenge bob raumschach white "+sight)
		h.chats("bob", "accept")
	}
	h.site.SetListPause(0)
	server := h.serve()
	listens := func(who string) func() string {
		h.cookies = nil
		if who != "" {
			h.signIn(h.link(who))
		}
		next, leave := h.listen(server+"/events", "", "event: games")
		t.Cleanup(leave)
		if event := next(); !strings.Contains(event, "games") {
			t.Fatalf("%q at the beginning: %s", who, event)
		}
		return next
	}
	alice := listens("alice")
	told := map[string]chan string{}
	for _, who := range []string{"carol", ""} {
		told[who] = collect(listens(who))
	}
	knights := []string{"ad1-ac3", "eb5-ec3", "ac3-ad1", "ec3-eb5"}
	// When alice gets the event of a move, the others have been woken for the move before it.
	for i := range 12 {
		said := h.chats([]string{"alice", "bob"}[i%2], "move 1 "+knights[i%4]+"!")
		if event := alice(); !strings.Contains(event, "games") {
			t.Fatalf("alice is not told of move %d, which is answered by %q: %s", i+1, said, event)
		}
	}
	for who, all := range told {
		if n := len(all); n > 0 {
			t.Errorf("%q is told %d times of moves in a private game", who, n)
		}
	}
	h.chats("alice", "move 2 ab2-ab3!")
	for who, all := range told {
		if event := <-all; !strings.Contains(event, "games") {
			t.Errorf("%q is not told of a move in a public game: %s", who, event)
		}
	}
}

// TestPagesOfLists turns the pages of the lists of a user with more games than fit on a page, and
// of an unknown visitor. Each game that they may see is on one page, and private games are only in
// the lists of their players.
func TestPagesOfLists(t *testing.T) {
	t.Parallel()
	h := openPublic(t)
	h.chats("bob", "hi")
	const public, private = 2*50 + 3, 2
	for n := range public + private {
		sight := "public"
		if n%60 == 20 {
			sight = "private"
		}
		h.chats("alice", fmt.Sprintf("challenge bob raumschach white %s", sight))
		h.chats("bob", fmt.Sprintf("accept %d", n+1))
	}
	listed := func(pattern string) (pages int, games map[string]int) {
		t.Helper()
		games = map[string]int{}
		next := regexp.MustCompile(`href="(/games\?` + pattern + `[^"]*)"`)
		for address := "/games"; address != ""; pages++ {
			page := h.page(address)
			for _, game := range regexp.MustCompile(`href="/game/(\d+)"`).FindAllStringSubmatch(page, -1) {
				games[game[1]]++
			}
			address = ""
			if found := next.FindStringSubmatch(page); found != nil {
				address = html.UnescapeString(found[1])
			}
		}
		return pages, games
	}
	once := func(who string, games map[string]int, want int) {
		t.Helper()
		if len(games) != want {
			t.Errorf("%s sees %d games, not %d", who, len(games), want)
		}
		for game, n := range games {
			if n != 1 {
				t.Errorf("%s sees game %s %d times", who, game, n)
			}
		}
	}
	pages, games := listed("before=")
	once("a stranger", games, public)
	if pages != 3 {
		t.Errorf("a stranger turns %d pages", pages)
	}
	h.signIn(h.link("alice"))
	pages, games = listed("mine=")
	once("alice", games, public+private)
	if pages != 3 {
		t.Errorf("alice turns %d pages", pages)
	}
}

// TestHiddenGameLeavesLists has the players of a public game hide it and show it again while an
// unknown visitor looks at the lists. The game is listed exactly as long as the visitor may see it.
func TestHiddenGameLeavesLists(t *testing.T) {
	h := hasPublicGame(t, "raumschach")
	looks := func(when string, listed bool) {
		t.Helper()
		for _, path := range []string{"/", "/games"} {
			if has := strings.Contains(h.page(path), `href="/game/1"`); has != listed {
				t.Errorf("%s: %s lists the game: %v", when, path, has)
			}
		}
		if code := h.get("/game/1").Code; (code == http.StatusOK) != listed {
			t.Errorf("%s: the page of the game is answered with %d", when, code)
		}
	}
	looks("at first", true)
	looks("when the list is known", true)
	h.chats("alice", "publish 1 off")
	looks("hidden", false)
	h.chats("alice", "publish 1")
	h.chats("bob", "publish 1")
	looks("public again", true)
}

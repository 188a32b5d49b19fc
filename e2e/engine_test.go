//go:build goolm

package e2e

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// edits returns what a message was edited to, oldest first, as its room decrypts it.
func (c *client) edits(room id.RoomID, of id.EventID) (texts []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.events {
		m, ok := e.Content.Parsed.(*event.MessageEventContent)
		if ok && e.RoomID == room && m.RelatesTo.GetReplaceID() == of && m.NewContent != nil {
			texts = append(texts, m.NewContent.Body)
		}
	}
	return texts
}

// unreadable checks that the homeserver holds a word in none of a room's last events.
func (c *client) unreadable(room id.RoomID, word string) {
	c.t.Helper()
	resp, err := c.Messages(c.t.Context(), room, "", "", 'b', nil, 50)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, e := range resp.Chunk {
		if strings.Contains(string(e.Content.VeryRaw), word) {
			c.t.Errorf("the homeserver can read %s", e.Content.VeryRaw)
		}
	}
}

// TestComputerByReactions plays against the computer in an encrypted room. Its level and each move
// are chosen by reactions.
func TestComputerByReactions(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice, bob := newClient(t, home, "alice"), newClient(t, home, "bob")
	chat := alice.directChat(r, true)
	alice.say(chat, "", "confirm on")
	alice.reads(chat, "You see each move")
	room := alice.room(true, "Den", r.id, bob)
	alice.say(room, "", "!challenge computer raumschach white")
	asked := alice.reads(room, "At which level")
	alice.press(asked, "2️⃣")
	g := &game{t: t, people: [2]*client{alice, alice}, room: room, root: alice.reads(room, "begins:").ID}
	alice.reads(room, "Computer, level 2")
	for _, m := range []string{"ab1-ac3", "ac3-ab1"} {
		g.press([]string{m})
		g.made() // the computer's answer
	}
	waitFor(t, "the game", bob, room, func() bool { return g.told(bob) == g.plies && g.pictures(bob) == g.plies+1 })
	if told := g.told(alice); told != g.plies {
		t.Errorf("%d moves have been told, of %d", told, g.plies)
	}
	bob.picture(room, true)
	alice.unreadable(room, "plays")
}

// TestAnalysisIsEdited has a game analysed in an encrypted chat. One message shows the progress and
// is edited until all moves have been analysed; each edit is encrypted. The result is a message
// with a picture.
func TestAnalysisIsEdited(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice, bob := newClient(t, home, "alice"), newClient(t, home, "bob")
	chat := alice.directChat(r, true)
	room := alice.room(true, "Den", r.id, bob)
	variant, moves := script(t, "gutenschach-06")
	g := begin(t, room, alice, bob, variant, false)
	g.play(moves)
	g.over("wins")
	alice.say(chat, "", "analyse 1")
	all := fmt.Sprintf("%d of %d moves", len(moves), len(moves))
	first := alice.await(chat, "how far it has come", says(fmt.Sprintf("of %d moves", len(moves))))
	waitFor(t, all, alice, chat, func() bool {
		texts := alice.edits(chat, first.ID)
		return len(texts) > 0 && strings.Contains(texts[len(texts)-1], all)
	})
	// It never goes back, and nothing of it is readable to the homeserver.
	came, count := regexp.MustCompile(`(\d+) of \d+ moves`), -1
	for _, text := range alice.edits(chat, first.ID) {
		match := came.FindStringSubmatch(text)
		if match == nil {
			t.Fatalf("an edit says %q", text)
		}
		n, err := strconv.Atoi(match[1])
		if err != nil || n < count {
			t.Errorf("after %d moves, %q", count, text)
		}
		count = n
	}
	alice.unreadable(chat, "moves")
	alice.reads(chat, "accuracy")
	alice.await(chat, "the picture of the analysis", isPicture)
}

// TestRoomPuzzle posts the puzzle of the day in an encrypted room, within the minute in which it
// is due. Only organisers can turn it on. Users solve it in private, and the room sees nothing of
// the solution.
func TestRoomPuzzle(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice, bob := newClient(t, home, "alice"), newClient(t, home, "bob")
	chat := bob.directChat(r, true)
	room := alice.room(true, "Den", r.id, bob)
	due := time.Now().UTC().Truncate(time.Minute).Add(time.Minute)
	if time.Until(due) < 10*time.Second {
		due = due.Add(time.Minute)
	}
	set := fmt.Sprintf("!room puzzle %s UTC raumschach", due.Format("15:04"))
	bob.say(room, "", set)
	bob.await("", "that only organisers may", says("Only an organiser"))
	alice.say(room, "", set)
	time.Sleep(time.Until(due)) // what is awaited has its whole time from then on
	task := bob.reads(room, "The puzzle of the day is raumschach-")
	if early := due.Sub(time.UnixMilli(task.Timestamp)); early > 0 {
		t.Errorf("the puzzle came %v too early", early)
	}
	bob.picture(room, true)
	name := regexp.MustCompile(`raumschach-\d+`).FindString(task.Content.AsMessage().Body)
	bob.say(room, "", "!puzzle "+name)
	bob.reads(chat, "Puzzle "+name)
	bob.say(chat, "", "puzzle solution")
	bob.reads(chat, "You have given up "+name)
	if said := bob.find(room, says("The solution of")); said != nil {
		t.Errorf("all can read %s", said.Content.VeryRaw)
	}
}

package service_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"raumbot/bot"
)

// TestManyRoomsSeek has more rooms look for another room to play than one player may have
// challenges.
func TestManyRoomsSeek(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	for n := range 60 {
		s.said = nil
		who := string([]rune{'p', rune('a' + n/26), rune('a' + n%26)})
		s.say(fmt.Sprintf("%s@%s: vote challenge room raumschach 1d known 0", who, who))
		if want := fmt.Sprintf("Challenge %d of this room is open", n+1); len(s.said) == 0 || !strings.Contains(s.said[0], want) {
			t.Fatalf("room %d: %s", n+1, s.said)
		}
	}
}

// TestOverheardQuestion has people discuss moves among themselves in the room of a team. A move
// with a question mark is no vote, and one without is.
func TestOverheardQuestion(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	s.say("alice@den: vote challenge computer raumschach white 1d known 0")
	for n, c := range []struct{ text, want string }{
		{"ab2-ab3?", ""}, {"ab2-ab3!?", ""}, {"pawn ab3?", ""}, {"ab2-ab3, perhaps", ""}, {"resign", ""}, {"draw", ""},
		{"ab2-ab3", "alice proposes Pawn ab2-ab3"}, {"ac2-ac3?", ""}, {"ac2-ac3!", "alice proposes Pawn ac2-ac3"},
	} {
		s.said = nil
		s.last.Text, s.last.Event, s.last.Overheard = c.text, bot.EventID(fmt.Sprint("talk", n)), true
		s.request()
		if said := strings.Join(s.said, "\n"); said == "" && c.want != "" || c.want == "" && said != "" || !strings.Contains(said, c.want) {
			t.Errorf("%s: %s", c.text, said)
		}
	}
}

// movedDen is a platform on which the room "den" has been replaced by the room "club".
type movedDen struct{ listener }

func (l movedDen) Deliver(ctx context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	receipt, err := l.listener.Deliver(ctx, m)
	if m.Room.ID == "den" {
		receipt.Thread = bot.RoomID{Platform: "console", ID: "club"}
	}
	return receipt, err
}

// TestRoomOfTwoTeams has a room replaced by another one that has a team, too. The team of the
// latter goes on to play there, and the other one gives up.
func TestRoomOfTwoTeams(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	for _, line := range []string{"alice@club: vote challenge computer raumschach white 1d known 0", "bob@den: vote challenge computer raumschach white 1d known 0"} {
		s.say(line)
	}
	s.last.Text, s.last.Event = "room pace 2d", "pace"
	s.last.Organiser = true
	if _, err := s.service.Handle(context.Background(), s.last); err != nil {
		t.Fatal(err)
	}
	if err := s.service.Deliver(context.Background(), movedDen{listener{s, "console"}}); err != nil {
		t.Fatal(err)
	}
	if err := s.direct("wait 1h"); err != nil {
		t.Fatal(err)
	}
	if first, second := mustGame(t, s, 1), mustGame(t, s, 2); first.Over() || !second.Over() {
		t.Errorf("the games of the teams of the new and the old room are over: %v, %v", first.Over(), second.Over())
	}
	s.said = nil
	if s.say("carol@club: ab2-ab3"); len(s.said) == 0 || !strings.Contains(s.said[0], "Game 1: carol proposes") {
		t.Error(s.said)
	}
}

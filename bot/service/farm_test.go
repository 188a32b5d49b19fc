package service_test

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"raumbot/bot"
)

// TestFarming has cheats arrange many rated games in several ways, and checks how far that
// changes anybody's rating.
func TestFarming(t *testing.T) {
	t.Parallel()
	const most = 60.0
	games := 40
	if *long {
		games = 100
	}
	plies := []string{"ab2-ab3", "eb4-eb3", "ac2-ac3", "ec4-ec3", "ad2-ad3", "ed4-ed3"}
	for name, farm := range map[string]func(*farmer, int){
		"two accounts":            func(f *farmer, i int) { f.game("cheat", "sockaa", plies) },
		"two accounts, every day": func(f *farmer, i int) { f.game("cheat", "sockaa", plies); f.wait("1d") },
		"twenty accounts":         func(f *farmer, i int) { f.game("cheat", sock(i%20), plies) },
		"the loser is forgotten": func(f *farmer, i int) {
			f.game("cheat", "sockaa", plies)
			f.say("sockaa@: forget me confirm")
		},
		"a game that is short, and one that is aborted": func(f *farmer, i int) {
			f.game("cheat", sock(i%20), plies[:5])
			f.say("cheat: challenge sockaa raumschach white rated")
			f.n++
			f.say(fmt.Sprintf("sockaa: accept %d", f.n))
			f.say(fmt.Sprintf("cheat: abort %d", f.n))
			f.say(fmt.Sprintf("sockaa: abort %d", f.n))
		},
		"accounts are linked into the winner's": func(f *farmer, i int) {
			f.game("cheat", sock(i), plies)
			if i == games/2 {
				f.say("loser/matrix: games") // known there
				f.game("helper/matrix", "loser/matrix", plies)
				f.link("helper/matrix@", "cheat@")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &farmer{stage: newStage(t, "")}
			worst := 0.0
			for i := range games {
				farm(f, i)
				worst = max(worst, f.worst())
			}
			if worst > most {
				t.Errorf("%d games have moved a rating by %.0f points, more than %.0f", games, worst, most)
			}
			if name != "a game that is short, and one that is aborted" && worst < 5 {
				t.Errorf("nothing has happened: the most is %.1f points", worst)
			} else if name == "a game that is short, and one that is aborted" && worst > 0 {
				t.Errorf("games that are too short count %.1f points", worst)
			}
		})
	}
}

// sock returns the name of a sock puppet.
func sock(i int) string { return "sock" + string([]rune{rune('a' + i/26), rune('a' + i%26)}) }

// farmer arranges games on a stage, and counts them in n.
type farmer struct {
	*stage
	n int
}

func (f *farmer) wait(span string) {
	if err := f.direct("wait " + span); err != nil {
		f.t.Fatal(err)
	}
}

// game has white win a rated game: the given plies are played, then black resigns.
func (f *farmer) game(white, black string, plies []string) {
	f.n++
	room := "@den" // a room that both can use from any platform
	name, _, _ := strings.Cut(black, "/")
	f.said = nil
	f.say(fmt.Sprintf("%s%s: challenge %s raumschach white rated", white, room, name))
	f.say(fmt.Sprintf("%s%s: accept %d", black, room, f.n))
	for i, ply := range plies {
		f.say(fmt.Sprintf("%s%s: move %d %s", []string{white, black}[i%2], room, f.n, ply))
	}
	f.say(fmt.Sprintf("%s%s: resign %d confirm", black, room, f.n))
	if all := strings.Join(f.said, "\n"); !strings.Contains(all, "wins against") {
		f.t.Fatalf("game %d has not been won: %s", f.n, all)
	}
}

// link links two accounts to one player.
func (f *farmer) link(one, other string) {
	f.said = nil
	f.say(one + ": link")
	code := regexp.MustCompile("`link ([A-Z0-9-]+)`").FindStringSubmatch(fmt.Sprint(f.said))
	if code == nil {
		f.t.Fatalf("there is no code in %s", f.said)
	}
	f.say(other + ": link " + code[1])
	f.said = nil
	f.say(other + ": link " + code[1] + " confirm")
	f.wait("25h")
	if all := strings.Join(f.said, "\n"); !strings.Contains(all, "one player") {
		f.t.Fatalf("they are not linked: %s", all)
	}
}

// worst returns the largest difference of any rating from 1500.
func (f *farmer) worst() (most float64) {
	err := f.store.View(f.t.Context(), func(tx bot.Tx) error {
		for id := bot.PlayerID(1); ; id++ {
			if _, err := tx.Player(id); err != nil {
				return nil
			}
			ratings, err := tx.RatingsOf(id)
			if err != nil {
				return err
			}
			for _, r := range ratings {
				most = max(most, math.Abs(r.Value-1500))
			}
		}
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return most
}

// TestGamesAgainstOneself links two accounts that have played each other: their games are no longer
// rated.
func TestGamesAgainstOneself(t *testing.T) {
	for _, way := range [][2]string{{"cheat@", "sock/matrix@"}, {"sock/matrix@", "cheat@"}} {
		f := &farmer{stage: newStage(t, "")}
		f.say("sock/matrix@: games") // known there
		f.say("cheat@den: seek raumschach white rated")
		f.say("sock/matrix@hall: accept 1")
		for i, ply := range []string{"ab2-ab3", "eb4-eb3", "ac2-ac3", "ec4-ec3", "ad2-ad3", "ed4-ed3"} {
			f.say(fmt.Sprintf("%s: move 1 %s", []string{"cheat@den", "sock/matrix@hall"}[i%2], ply))
		}
		f.say("sock/matrix@hall: resign 1 confirm")
		f.say("cheat@den: seek raumschach white")
		f.say("sock/matrix@hall: accept 2")
		f.say("cheat@den: move 2 ab2-ab3")
		f.say("sock/matrix@hall: move 2 eb4-eb3")
		f.say("sock/matrix@hall: resign 2 confirm")
		f.said = nil
		f.say("cheat@den: profile")
		if all := strings.Join(f.said, "\n"); !strings.Contains(all, "all won") || !strings.Contains(all, "1525") {
			t.Fatalf("before they are linked: %s", all)
		}
		f.link(way[0], way[1])
		f.said = nil
		f.say("cheat@den: profile")
		if all := strings.Join(f.said, "\n"); strings.Contains(all, "The last") || strings.Contains(all, "Played most") || !strings.Contains(all, "not finished a rated game") {
			t.Errorf("%v: games against oneself count: %s", way, all)
		}
	}
}

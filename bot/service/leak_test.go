package service_test

import (
	"fmt"
	"strings"
	"testing"
)

// secretLines make a game, a private game and two tournaments of zelda and yorick, in a channel
// that only the staff sees.
var secretLines = []string{
	"zelda@staff.inn: challenge yorick raumschach white", "yorick@staff.inn: accept 1", "zelda@staff.inn: ab2-ab3",
	"zelda@staff.inn: challenge yorick raumschach white private", "yorick@: accept 2", "zelda@: move 2 ac2-ac3",
	"zelda@staff.inn!: create roundrobin raumschach room SecretCup", "zelda@staff.inn: tournament 1 open", "zelda@staff.inn: join 1", "yorick@staff.inn: join 1", "zelda@staff.inn: tournament 1 start",
	"yorick@staff.inn: resign 3 confirm", // which begins the next round, game 4, or ends it
	"zelda@staff.inn!: create swiss raumschach room SecretCup", "zelda@staff.inn: tournament 2 open", "zelda@staff.inn: join 2",
	"zelda@staff.inn: challenge yorick raumschach white", "yorick@staff.inn: accept 4", "yorick@staff.inn: resign 4 confirm",
	"zelda@staff.inn: challenge yorick gutenschach", // 5
}

// TestStrangersLearnNothing has a stranger, who organises a room elsewhere, say every command about
// every number: neither the answers nor the refusals tell who plays there, what it is called, or
// what has been played. Without -long, they say each command in private or in one of two rooms.
func TestStrangersLearnNothing(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	for _, line := range secretLines {
		s.said = nil
		if s.say(line); len(s.said) == 0 {
			t.Fatalf("%s: nothing is said", line)
		}
	}
	for i, c := range s.service.Commands() {
		for n, form := range []string{"%d", "%d confirm", "%d white confirm reason", "%d NOBODY confirm", "tournament %d", "%d off", "%d undo", "%d accept", "%d start", "%d name Mine", "%d organiser stranger", "%d ab2-ab3", "%d here", "%d zelda", "%d yorick confirm"} {
			for number := range 5 {
				text := c.Name + " " + fmt.Sprintf(form, number+1)
				places := []string{[]string{"stranger@den!: ", "stranger@hall.inn!: "}[number%2], "stranger@: "}
				if !*long {
					places = places[(i+n+number)%2:][:1]
				}
				for _, where := range places {
					s.said = nil
					s.say(where + text)
					said := strings.Join(s.said, "\n")
					for _, secret := range []string{"SecretCup", "zelda", "yorick", "ab2-ab3.", "ac2-ac3"} {
						if strings.Contains(said, secret) && !strings.Contains(text, strings.TrimSuffix(secret, ".")) {
							t.Errorf("%s%s tells %s: %s", where, text, secret, said)
						}
					}
				}
			}
		}
	}
	for _, text := range []string{"profile zelda", "games all", "games over all", "tournaments", "leaders raumschach", "help"} {
		for _, where := range []string{"stranger@den: ", "stranger@: "} {
			s.said = nil
			s.say(where + text)
			if said := strings.Join(s.said, "\n"); strings.Contains(said, "SecretCup") || strings.Contains(said, "yorick") {
				t.Errorf("%s: %s", text, said)
			}
		}
	}
}

package command_test

import (
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/rules"
)

// TestMovesAreRead writes legal moves of every game as the bot does, with all signs, and alone:
// each is a move, and arrives as it was written.
func TestMovesAreRead(t *testing.T) {
	for _, v := range rules.Variants() {
		p := v.Start()
		for ply := 0; ply < 12 && len(p.Legal()) > 0; ply++ {
			for _, text := range p.LegalTexts() {
				for _, written := range []string{text, text + "!"} {
					c, args, err := table.Read(bot.Request{Text: written})
					if err != nil || c.Name != "move" || args.Word("move") != written {
						t.Errorf("%s: %s is read as %v %v, %v", v.Name, written, c, args.Words, err)
					}
				}
			}
			legal := p.Legal()
			p, _ = p.Play(legal[(ply*37+11)%len(legal)])
		}
	}
}

func TestMoveWithOffer(t *testing.T) {
	for text, want := range map[string]string{
		"ab2-ab3 draw":                       "ab2-ab3",
		"ab2-ab3, draw?":                     "ab2-ab3?",
		"Knight cc1 and I offer a draw":      "Knight cc1",
		"ab2-ab3 (=)":                        "ab2-ab3",
		"move 1 ab2-ab3! draw":               "ab2-ab3!",
		"move 1 ab2-ab3? draw":               "ab2-ab3?",
		"1 ab2-ab3 draw":                     "ab2-ab3",
		"wd5-wd6=SBK with a draw offer":      "wd5-wd6=SBK",
		"ab2-ab3 remis":                      "ab2-ab3",
		"ab2-ab3, ich biete remis":           "ab2-ab3",
		"draw claim ab2-ab3":                 "",
		"try ab2-ab3 draw":                   "",
		"no draw":                            "",
		"ab2-ab3":                            "",
		"i think that ab2-ab3 leads to draw": "",
	} {
		c, args, err := table.Read(bot.Request{Text: text})
		offers := err == nil && c.Name == "move" && args.Word("offer") == "draw"
		switch {
		case offers != (want != ""):
			t.Errorf("%q: offers a draw with a move: %v (%v)", text, offers, err)
		case offers && args.Word("move") != want:
			t.Errorf("%q is the move %q, want %q", text, args.Word("move"), want)
		}
	}
}

// TestQuestionsAboutMoves tries moves that somebody asks about: if they are read as a move at all,
// the question mark stays, so that nothing is played.
func TestQuestionsAboutMoves(t *testing.T) {
	for _, text := range []string{"dd4-dd3?", "dd4-dd3 ?", "dd4-dd3??", "dd4-dd3?!", "dd4dd3?", "1 dd4-dd3?", "move dd4-dd3?", "play dd4-dd3 ?", "Knight cc1?", "cc1?", "what about dd4-dd3?",
		"can I play dd4-dd3?", "should i play dd4-dd3?", "is dd4-dd3 good?", "dd4-dd3 or dd4-dd5?", "O-O?", "castle?", "please dd4-dd3?"} {
		for _, overheard := range []bool{false, true} {
			c, args, err := table.Read(bot.Request{Text: text, Overheard: overheard})
			if err == nil && c.Name == "move" && !strings.Contains(args.Word("move"), "?") {
				t.Errorf("%q (overheard: %v) plays %q", text, overheard, args.Word("move"))
			}
		}
	}
}

// TestAskedMove makes sure that a move with a question mark keeps it, in whichever words the piece
// is named, so that it is shown and not played.
func TestAskedMove(t *testing.T) {
	for _, said := range []string{"knight cc1?", "Springer cc1?", "horse cc1?"} {
		c, args, err := table.Read(bot.Request{Text: said})
		if err != nil || c.Name != "move" || !strings.HasSuffix(args.Word("move"), "?") {
			t.Errorf("%q is %v %q, %v", said, c, args.Words, err)
		}
	}
}

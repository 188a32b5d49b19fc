package talk

import (
	"strings"
	"testing"

	"raumbot/bot"
)

// TestExplained asks what words mean: the page of help on a word of chess, or on a command,
// answers.
func TestExplained(t *testing.T) {
	u := New(table)
	for _, c := range []struct{ said, means string }{
		{"what is stalemate?", "help stalemate"},
		{"What's a fork", "help fork"},
		{"was ist ein Patt?", "help stalemate"},
		{"can you explain castling please", "help castling"},
		{"what does “zugzwang” mean?", "help zugzwang"},
		{"what is the meaning of elo", "help rating"},
		{"what is a file?", "help cells"},
		{"what is a draw", "help drawn-game"},
		{"was ist ein Remis?", "help drawn-game"},
		{"what is the fifty-move rule", "help fifty-move-rule"},
		{"what is the rating", ""},
		{"what is the ladder", ""},
		{"what is a takeback?", "help takeback"},
		{"what does undo mean", "help takeback"},
		{"what is my rating", ""},
		{"what is the rules", ""},
		{"what is stalemate in raumschach", ""},
		{"explain the rules", ""},
		{"what is a", ""},
		{"zugzwang", "help zugzwang"},
		{"is my data safe?", "help privacy"},
		{"how long does a game take?", "help correspondence"},
	} {
		if got := u.explained(dictionaryOf(table).readSentence(c.said, nil)); got != c.means {
			t.Errorf("%q means %q, not %q", c.said, got, c.means)
		}
	}
}

// TestArguments makes sure that the dictionary knows the words of sentences that fill arguments.
func TestArguments(t *testing.T) {
	u := New(table)
	for _, x := range readSayings(t, "testdata/arguments.txt") {
		now := Situation{Facts: situations[x.situation], People: []string{"bob"}}
		s := dictionaryOf(table).readSentence(x.text, nil)
		s.now = now
		name, _, _ := strings.Cut(x.commands[0], " ")
		if got := u.complete(u.table.Find(name), s, now); got != x.commands[0] {
			t.Errorf("%q is %q, not %q", x.text, got, x.commands[0])
		}
	}
}

// TestMeaningIsComplete makes sure that what is suggested of any saying can be run as it stands,
// and that there are at most three.
func TestMeaningIsComplete(t *testing.T) {
	u := New(table)
	for i, x := range readSayings(t, "testdata/held/*.txt") {
		if i%5 != 0 {
			continue
		}
		all := u.Meaning(x.text, Situation{Facts: situations[x.situation]})
		if len(all) > mostOffered {
			t.Errorf("%q has %d meanings", x.text, len(all))
		}
		for _, m := range all {
			if _, _, err := u.table.Read(bot.Request{Text: m.Command}); err != nil && !ambiguous(err) {
				t.Errorf("%q may mean %q, which cannot be run: %v", x.text, m.Command, err)
			}
		}
	}
}

func BenchmarkMeaning(b *testing.B) {
	u := New(table)
	u.Meaning("warm up", Situation{})
	for b.Loop() {
		u.Meaning("could you please show me where all of my knights are on level c", Situation{Facts: Known | Playing})
	}
}

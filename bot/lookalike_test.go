package bot

import "testing"

// TestLookalike compares names that look alike to readers, and others that do not.
func TestLookalike(t *testing.T) {
	for _, alike := range [][]string{
		{"Alice", "alice", "ALICE", "\u0410lice", "Al\u0456ce", "AIice", "A1ice", "A|ice", "\uff21\uff4c\uff49\uff43\uff45", "\U0001d400\U0001d425\U0001d422\U0001d41c\U0001d41e", "Al\u200bice", "\u202eAlice", "A\u0301lice", "\u00c1lice",
			"Ali\u0327ce", "Alice\u0338", "Al\u00adice", "Al\u034fice", "Alice (alice)", "Alice (@alice:example.org)", "Alice\uff08alice\uff09", "Alice (x) (alice)", "  Alice ", "\u13aalice", "\u24b6lice"},
		{"Bob", "B0b", "\u0412ob", "\u0392\u03bfb", "BOB"},
		{"Tom", "Torn", "T\u043em", "TOM"},
		{"\u0418\u0432\u0430\u043d", "\u0418\u0432a\u043d"},
		{"Jürgen", "Ju\u0308rgen", "Jurgen"},
	} {
		for _, other := range alike {
			if a, b := Lookalike(alike[0]), Lookalike(other); a != b {
				t.Errorf("%q (%+q) and %q (%+q) are told apart: %q, %q", alike[0], alike[0], other, other, a, b)
			}
		}
	}
	names := []string{"Alice", "Alicia", "Bob", "Rob", "Tom", "Tim", "Иван", "王", "玉", "محمد", "(alice)", "Ana", "Anna", "A B", "🙂", "🙃", "🇩🇪", "🇫🇷"}
	for i, a := range names {
		for _, b := range names[:i] {
			if Lookalike(a) == Lookalike(b) {
				t.Errorf("%q and %q are taken for each other: %q", a, b, Lookalike(a))
			}
		}
	}
	for name, poses := range map[string]bool{"Computer, level 3": true, "С\u043emputer": true, "computer": true, "Someone": true, "s\u043emeone": true, "Alice": false, "Some": false} {
		if PosesAs(name) != poses {
			t.Errorf("%q poses: %v", name, !poses)
		}
	}
}

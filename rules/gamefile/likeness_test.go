package gamefile_test

import (
	"bytes"
	"hash/crc32"
	"strings"
	"testing"

	"raumbot/rules"
	"raumbot/rules/gamefile"
)

// mustRead reads the text of a game in which some words are replaced by others.
func mustRead(t *testing.T, text string, words ...string) *rules.Variant {
	t.Helper()
	changed := strings.NewReplacer(words...).Replace(text)
	if changed == text {
		t.Fatalf("nothing is replaced by %q", words)
	}
	g, err := gamefile.Read("copy.toml", []byte(changed))
	if err != nil {
		t.Fatal(err)
	}
	return g.Variant
}

// TestSameRules writes Raumschach under other names, and with other rules.
func TestSameRules(t *testing.T) {
	original, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	text := string(gamefile.Write(&gamefile.Game{Variant: original}))
	renamed := []string{`"raumschach"`, `"hall"`, `"Raumschach"`, `"Hall Chess"`, "KNI", "AAA", "BIS", "ZZZ", `"Knight"`, `"Jumper"`}
	if sum := crc32.ChecksumIEEE(original.Start().Men()); original.Shape() != 0xb7f3468a4ff8d57a || sum != 0x51d46fd5 {
		t.Errorf("the boards of databases are others: the shape is %#x, the checksum of the array %#x", original.Shape(), sum)
	}
	levels := []string{`"edcba"`, `"vwxyz"`, `level = "e"`, `level = "v"`, "\na  ", "\nz  ", "\nb  ", "\ny  "}
	for name, words := range map[string][]string{"under other names": renamed, "with other names of levels": levels} {
		other := mustRead(t, text, words...)
		if !other.SameRules(original) || !original.SameRules(other) {
			t.Errorf("Raumschach %s is another game", name)
		}
		if other.Shape() != original.Shape() || !bytes.Equal(other.Start().Men(), original.Start().Men()) {
			t.Errorf("Raumschach %s has another array", name)
		}
	}
	promotes := mustRead(t, text, `["QUE", "ROO", "BIS", "UNI", "KNI"]`, `["QUE"]`)
	if promotes.SameRules(original) || !bytes.Equal(promotes.Start().Men(), original.Start().Men()) {
		t.Error("with other promotions it is the same game, or has other men")
	}
	leaps := mustRead(t, text, `leap = ["knight"]`, `leap = ["sexton"]`)
	differ := 0
	for i, man := range leaps.Start().Men() {
		if man != original.Start().Men()[i] {
			differ++
		}
	}
	if leaps.SameRules(original) || differ != 4 {
		t.Errorf("with Knights that leap otherwise it is the same game, or %d men are others", differ)
	}
	for _, v := range rules.Variants() {
		if v != original && v.SameRules(original) {
			t.Errorf("%s has the rules of Raumschach", v.Name)
		}
	}
}

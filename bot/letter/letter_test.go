package letter_test

import (
	"fmt"
	"testing"

	"raumbot/bot/letter"
)

func ascii(r rune) bool { return r >= ' ' && r <= '~' }

func Example() {
	fmt.Println(letter.Fit("Žofia 🎉", ascii))
	// Output: Zofia true
}

func TestTruncate(t *testing.T) {
	for text, want := range map[string]struct {
		fitted string
		whole  bool
	}{
		"Ada":               {"Ada", true},
		"Jürgen Groß":       {"Jurgen Gross", true},
		"Nguyễn":            {"Nguyen", true},
		"Nguyê\u0303n":      {"Nguyen", true}, // with a combining accent
		"Bjørn Łukasz Þór":  {"Bjorn Lukasz Thor", true},
		"Ｗｉｄｅ":              {"Wide", true},
		"ǿ":                 {"o", true}, // one accent of the two does not decompose
		"bob 🎉 !":           {"bob !", true},
		"O’Neil":            {"O'Neil", true},
		"李":                 {"", false},
		"Wei 李":             {"Wei", false},
		"Иван Щукин":        {"Ivan Shchukin", true},
		"Игорь":             {"Igor", true},
		"Γιάννης":           {"Giannis", true},
		"Юлия 李":            {"Yuliya", false},
		"🎉🎉":                {"", false},
		"...":               {"...", false},
		"a\u3000b":          {"a b", true},
		"\u0301":            {"", false},
		"":                  {"", false},
		"①":                 {"1", true},
		"bob\u200d\u200bby": {"bobby", true},
	} {
		if fitted, whole := letter.Fit(text, ascii); fitted != want.fitted || whole != want.whole {
			t.Errorf("%q is written %q, %t, want %q, %t", text, fitted, whole, want.fitted, want.whole)
		}
	}
}

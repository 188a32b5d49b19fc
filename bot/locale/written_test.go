package locale_test

import (
	"testing"

	"raumbot/bot/locale"
)

// TestWritten recognises the language of sentences, and none in commands, moves and names.
func TestWritten(t *testing.T) {
	for text, want := range map[string]string{
		"hallo": "de", "Hallo!": "de", "wie gewinne ich?": "de", "was soll ich spielen": "de", "Ich will aufhören.": "de", "ab2 nach ab3": "de", "bb2 auf bb3": "de", "gegen den Computer bitte": "de",
		"zeig mir das Brett": "de", "ich hätte gern ein Remis": "de", "Springer ac3": "de", "wer ist dran": "de", "nein danke": "de",
		"was heißt triagonal": "de", "was bedeuten die farbigen Markierungen": "de", "ist digest an?": "de", "Remis?": "de", "fordere bob heraus": "de", "Hat Bob gezogen?": "de", "sag mir Bescheid": "de", "war das erlaubt": "de",
		"hello": "en", "how do I win?": "en", "what should i play": "en", "i want to stop": "en", "do you speak german": "en", "the move": "en", "show me the board": "en", "was it my turn": "en", "what is an Einhorn": "en", "has my king fallen": "en",
		"": "", "ab1-ac3": "", "resign": "", "challenge bob raumschach 3d": "", "draw": "", "accept": "", "raumschach": "", "challenge computer level 3": "", "prefer language deutsch": "", "1": "", "bonjour": "", "website?": "", "finale": "", "tunnels": "", "über the": "",
	} {
		if got := locale.Written(text); got != want {
			t.Errorf("%q is written in %q, want %q", text, got, want)
		}
	}
}

package discord

import (
	"testing"

	"raumbot/bot/service"
	"raumbot/storage"
)

// TestHints writes commands as readers see them on Discord: as mentions, or with the names and
// options of the reader's language.
func TestHints(t *testing.T) {
	d := New(Options{Token: "t"})
	d.layout = newLayout(service.New(service.Ports{Store: storage.Memory()}).Commands())
	d.setCommandIDs(map[string]string{"resign": "11", "draw": "12", "game": "13", "games": "14", "challenge": "15", "room": "16", "settings": "17", "board": "18", "moves": "19"})
	for _, c := range []struct{ language, words, want string }{
		{"", "resign", "</resign:11>"},
		{"en-US", "resign", "</resign:11>"},
		{"de", "resign", "`/aufgeben`"},
		{"", "draw accept", "</draw:12> `what:accept`"},
		{"de", "draw accept", "`/remis was:annehmen`"},
		{"", "log 2", "</game log:13> `id:2`"},
		{"de", "log 2", "`/partie verlauf nummer:2`"},
		{"", "game 2", "</game show:13> `id:2`"},
		{"", "games over all stockschach216", "</games:14> `which:over whose:all variant:stockschach216`"},
		{"", "games page 2", "</games:14> `page:2`"},
		{"", "challenge NAME VARIANT", "</challenge:15> `name:NAME variant:VARIANT`"},
		{"", "challenge NAME VARIANT [white|black|random] [PACE]", "</challenge:15>"},
		{"", "room variant raumschach pace 3d", "`room variant raumschach pace 3d`"},
		{"", "prefer language deutsch", "</settings prefer:17> `language:deutsch`"},
		{"", "board 2 ranks", "</board:18> `id:2 view:ranks`"},
		{"", "move", "`/move`"}, // although the word alone is read as pick
		{"", "moves vc2", "</moves:19> `cell:vc2`"},
		{"", "takeback", "`/takeback`"}, // whose ID is not known
		{"", "setup", "</room setup:16>"},
		{"", "tournament 3", "`/tournament show id:3`"},
		{"", "tournament 3 open", "`/tournament manage id:3 verb:open`"},
		{"de", "tournament 3 open", "`/turnier leiten nummer:3 was:öffnen`"},
		{"", "challenge NAME ladder 3", "</challenge:15> `name:NAME ladder:3`"},
		{"", "challenge NAME ladder", "</challenge:15> `name:NAME ladder:LADDER`"},
		{"", "bye next", "`/tournament bye next:next`"},
		{"", "ab2-ab3", ""},
		{"", "Resign", ""},
	} {
		got, isCommand := d.commandHint(c.words, c.language)
		if got != c.want || isCommand != (c.want != "") {
			t.Errorf("%q in %q is %q, want %q", c.words, c.language, got, c.want)
		}
	}
}

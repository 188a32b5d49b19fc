package command

import (
	"testing"

	"raumbot/bot"
)

// TestOtherWords reads words that mean a command only before what follows them.
func TestOtherWords(t *testing.T) {
	for text, want := range map[string]string{
		"create swiss raumschach": "organise", "create knockout blocschach 2d": "organise", "organise swiss raumschach": "organise",
		"set 3 rounds 5": "arrange", "Set 3": "arrange", "arrange 3 rounds 5": "arrange", "set theme dark": "prefer",
		"bye 2": "skip", "bye 2 3": "skip", "skip 2": "skip", "bye": "chat",
		"tournament 3 open": "direct", "tournament 3 cancel confirm": "direct", "direct 3 open": "direct", "tournament 3": "tournament", "tournament": "tournament",
		"report 3": "report", "report 3 csv": "report", "report csv": "report", "report": "report",
		"report bob": "complain", "report bob he insults me": "complain", "report game 4": "complain", "report game 4 they use an engine": "complain", "report @bob": "complain",
		"complain 4": "complain", "complain bob": "complain",
	} {
		c, args, err := All().Read(bot.Request{Text: text})
		if err != nil || c.Name != want {
			t.Errorf("%q is read as %v, %v, want %s", text, c, err, want)
			continue
		}
		if want == "complain" && args.Number("game") == 0 && args.Word("name") == "" {
			t.Errorf("%q complains about nobody: %v", text, args)
		}
	}
	for text, want := range map[string]string{"report cvs": "report", "report game": "report", "set": "", "create": "", "create a swiss": ""} {
		if c, _, err := All().Read(bot.Request{Text: text}); err == nil && (want == "" && c.Changes || c.Name == "complain") {
			t.Errorf("%q is read as %s", text, c.Name)
		}
	}
}

package command

import (
	"reflect"
	"strings"
	"testing"

	"raumbot/bot"
)

// TestEverydayWords reads commands whose names are words of everyday language, which mean the command only before what fits, and the
// forms of one command that are carried out as another.
func TestEverydayWords(t *testing.T) {
	for text, want := range map[string]string{
		"create swiss raumschach": "create", "create knockout blocschach 2d": "create", "Create ladder raumschach": "create",
		"set 3 rounds 5": "set", "Set 3": "set", "set theme dark": "prefer",
		"bye 2": "bye", "bye 2 3": "bye", "bye next": "bye", "bye round 4": "bye", "bye": "chat", "ok bye": "chat", "bye bye": "chat", "good bye": "chat", "bye!": "chat",
		"tournament 3 open": "tournament", "tournament 3 cancel confirm": "tournament", "tournament 3": "tournament", "tournament": "tournament",
		"help create": "help", "help set": "help", "help bye": "help", "help tournament": "help", "help climb": "help", "help direct": "help",
		"report 3": "report", "report 3 csv": "report", "report csv": "report", "report": "report",
		"report bob": "complain", "report bob he insults me": "complain", "report game 4": "complain", "report game 4 they use an engine": "complain", "report @bob": "complain",
		"complain 4": "complain", "complain bob": "complain",
	} {
		c, args, err := All().Read(bot.Request{Text: text})
		if err != nil || c.Name != want {
			t.Errorf("%q is read as %v, %v, want %s", text, named(c), err, want)
			continue
		}
		if want == "complain" && args.Number("game") == 0 && args.Word("name") == "" {
			t.Errorf("%q complains about nobody: %v", text, args)
		}
	}
	for text, want := range map[string]string{
		"report cvs": "report", "report game": "report", "set": "", "create": "", "create a swiss": "", "set up a tournament": "", "bye bob": "", "bye everybody": "",
		"see you, bye": "", "tournament 3 start?": "", "tournament 3 open ?": "",
	} {
		if c, args, err := All().Read(bot.Request{Text: text}); err == nil && (want == "" && c.Alters(args) && !c.Hidden || c.Name == "complain") {
			t.Errorf("%q is read as %s", text, c.Name)
		}
	}
	for _, alone := range []string{"set", "create"} {
		if _, _, err := All().Read(bot.Request{Text: alone}); err == nil || !strings.Contains(err.Error(), "needs more words") {
			t.Errorf("%q alone: %v", alone, err)
		}
	}
	for _, word := range []string{"sett", "byr", "creat"} { // such a misspelling may be of any other word
		if p := All().NoCommand(word); p.Yes != "" {
			t.Errorf("%q asks for %q", word, p.Yes)
		}
	}
}

// TestHelpOn asks for help with what a command does, in words that are not its name.
func TestHelpOn(t *testing.T) {
	for text, want := range map[string]string{
		"hilfe herausfordern": "challenge", "Hilfe aufgeben": "resign", "hilfe mit Rücknahme": "takeback", "hilfe zum remis": "draw", "hilfe challenge": "challenge",
		"hilfe turniere": "tournaments", "help with resigning": "resign", "help about takebacks": "takeback", "hilfe": "", "hilfe bob": "", "hilfe bitte": "",
	} {
		c, args, err := All().Read(bot.Request{Text: text})
		if err != nil || c.Name != "help" || args.Word("command") != want {
			t.Errorf("%q is read as %v %v, %v, want help %s", text, named(c), args.Words, err, want)
		}
	}
	for word, want := range map[string]string{"resigning": "resign", "bob": "", "yes": "", "xyzzy": "", "danke": ""} {
		if c := All().Meant(word); named(c) != want {
			t.Errorf("%q means %s, want %s", word, named(c), want)
		}
	}
}

// named returns the name of a command, "" for nil.
func named(c *Command) string {
	if c == nil {
		return ""
	}
	return c.Name
}

// TestFormerWords reads commands as earlier versions had them, typed or in a form: they mean what they meant.
func TestFormerWords(t *testing.T) {
	for before, now := range map[string]string{
		"organise swiss raumschach 2d Summer Cup": "create swiss raumschach 2d Summer Cup", "organize ladder blocschach": "create ladder blocschach",
		"arrange 3 rounds 5": "set 3 rounds 5", "arrange 3": "set 3",
		"direct 3 open": "tournament 3 open", "direct 3 finish confirm": "tournament 3 finish confirm",
		"skip": "bye next", "skip 3 2": "bye 3 2", "Skip 3": "bye 3",
		"climb bob 3": "challenge bob ladder 3", "climb bob": "challenge bob ladder", "climb bob ladder 3": "challenge bob ladder 3",
	} {
		was, wasArgs, err := All().Read(bot.Request{Text: before})
		if err != nil {
			t.Errorf("%q: %v", before, err)
			continue
		}
		is, isArgs, err := All().Read(bot.Request{Text: now})
		if err != nil {
			t.Errorf("%q: %v", now, err)
			continue
		}
		delete(isArgs.Words, "next")
		if is.Name != was.Name || !reflect.DeepEqual(isArgs, wasArgs) {
			t.Errorf("%q is %s %v, %q is %s %v", before, was.Name, wasArgs, now, is.Name, isArgs)
		}
	}
	for _, x := range []struct {
		before string
		params map[string]string
		now    string
	}{
		{"organise", map[string]string{"format": "swiss", "variant": "raumschach", "pace": "2d"}, "create swiss raumschach 2d"},
		{"arrange", map[string]string{"id": "3", "setting": "rounds", "value": "5"}, "set 3 rounds 5"},
		{"direct", map[string]string{"id": "3", "verb": "open"}, "tournament 3 open"},
		{"skip", map[string]string{"id": "3", "round": "2"}, "bye 3 2"},
		{"climb", map[string]string{"name": "bob", "id": "3"}, "challenge bob ladder 3"},
		{"climb", map[string]string{"name": "bob"}, "challenge bob ladder"},
	} {
		was, wasArgs, err := All().Read(bot.Request{Text: x.before, Params: x.params})
		if err != nil {
			t.Errorf("the form %q: %v", x.before, err)
			continue
		}
		is, isArgs, err := All().Read(bot.Request{Text: x.now})
		if err != nil || is.Name != was.Name || !reflect.DeepEqual(isArgs, wasArgs) {
			t.Errorf("the form %q is %s %v, %q is %s %v, %v", x.before, was.Name, wasArgs, x.now, named(is), isArgs, err)
		}
	}
}

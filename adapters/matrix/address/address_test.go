package address

import (
	"strconv"
	"strings"
	"testing"
)

func TestAddress(t *testing.T) {
	a := Reader{Prefix: "!raum", Commands: map[string]bool{"help": true, "move": true}, Self: "@raumbot:example.org", Names: []string{"Raum Bot"}}
	for _, c := range []struct {
		text            string
		resolveMentions bool
		want            string
		addressed       bool
	}{
		{"!raum help", false, "help", true},
		{"  !RAUM   help  ", false, "help", true},
		{"!raum", false, "", true},
		{"!raum\nhelp", false, "help", true},
		{"!raumschach", false, "!raumschach", false},
		{"!help", false, "help", true},
		{"!Help me", false, "Help me", true},
		{"!move 3 ve2-ve4", false, "move 3 ve2-ve4", true},
		{"!move\t3\nve2-ve4", false, "move\t3\nve2-ve4", true},
		{"\u00a0!help\u00a0raumschach", false, "help\u00a0raumschach", true},
		{"!raum\u00a0help", false, "help", true},
		{"!raum\u2003", false, "", true},
		{"! help", false, "! help", false},
		{"Raum Bot:\u00a0help", false, "help", true},
		{"@raumbot:example.org\u00a0help", false, "help", true},
		{"!roll 2d6", false, "!roll 2d6", false},
		{"!", false, "!", false},
		{"ve2-ve4", false, "ve2-ve4", false},
		{"@raumbot:example.org help", false, "help", true},
		{"@raumbot:example.org: !raum help", false, "help", true},
		{"@raumbot, help", false, "help", true},
		{"@raumbots help", false, "@raumbots help", false},
		{"raumbot: help", false, "help", true},
		{"Raum Bot: help", false, "help", true},
		{"raum bot, !help", false, "help", true},
		{"raumbot is a nice bot", false, "raumbot is a nice bot", false},
		{"raumbot help", true, "help", true},
		{"Raum Bot", true, "", true},
		{"help @raumbot:example.org", true, "help", true},
		{"", false, "", false},
	} {
		got, addressed := a.Read(c.text, c.resolveMentions)
		if addressed != c.addressed || strings.TrimSpace(got) != c.want {
			t.Errorf("%q (mentioned: %v): got %q, addressed %v, want %q, %v", c.text, c.resolveMentions, got, addressed, c.want, c.addressed)
		}
	}
}

func TestPlainText(t *testing.T) {
	for markup, want := range map[string]string{
		`!challenge <a href="https://matrix.to/#/@bob:example.org">Bob</a> raumschach`: "!challenge  @bob:example.org  raumschach",
		`!challenge <a href="https://matrix.to/#/%40bob%3Aexample.org">Bob</a>`:        "!challenge  @bob:example.org",
		`!challenge <a href="matrix:u/bob:example.org">alice</a>`:                      "!challenge  @bob:example.org",
		`see <a href="https://matrix.to/#/!room:example.org">this</a>`:                 "see this",
		`see <a href="https://matrix.to/#/@bob:example.org/$event">this</a>`:           "see this",
		`<mx-reply><blockquote>!resign</blockquote></mx-reply>!help`:                   "!help",
		`one<br>two<p>three</p>`:                                           "one\ntwo\nthree",
		`a &lt;b&gt; <script>alert(1)</script>`:                            "a <b> alert(1)",
		`<a href="javascript:alert(1)">@bob:example.org</a>`:               "@bob:example.org",
		`<a href="https://matrix.to/#/@bob:example.org"><b>B</b>ob</a> !x`: "@bob:example.org  !x",
		// This text is cut off.
		strings.Repeat("<div>", 30000) + `<a href="https://matrix.to/#/@bob:example.org">Bob`: "",
	} {
		if got := PlainText(markup); got != want {
			t.Errorf("%.80s: got %q, want %q", markup, got, want)
		}
	}
}

// FuzzWords makes sure that no message breaks the parser, and that only messages that address the
// bot are for it.
func FuzzWords(f *testing.F) {
	f.Add("!raum help", false)
	f.Add(`<a href="https://matrix.to/#/@bob:x">`, true)
	f.Add("@raumbot:example.org\x00: \xff", true)
	a := Reader{Prefix: "!raum", Commands: map[string]bool{"help": true}, Self: "@raumbot:example.org", Names: []string{"Raum"}}
	f.Fuzz(func(t *testing.T, text string, resolveMentions bool) {
		_, addressed := a.Read(PlainText(text), resolveMentions)
		if addressed && !resolveMentions && !strings.ContainsAny(text, "!@&") && !strings.Contains(strings.ToLower(text), "raum") {
			t.Errorf("%q is taken for a command", text)
		}
		if resolveMentions && !addressed && !strings.HasPrefix(strings.TrimSpace(PlainText(text)), "!") {
			t.Errorf("%q mentions the bot and is not heard", text)
		}
	})
}

// TestAddressOfTwo reads messages in a room with two raumbots, of which another answers to "!".
func TestAddressOfTwo(t *testing.T) {
	commands := map[string]bool{"help": true}
	first := Reader{Prefix: DefaultPrefix, Commands: commands, Self: "@raumbot:a.org", Names: []string{"Raumbot"}}
	second := Reader{Prefix: DefaultPrefix, Commands: commands, Self: "@raumbot:b.org", Names: []string{"Raumbot"}, ByName: true, Taken: []string{"raumbot"}}
	third := Reader{Prefix: "!chess", Commands: commands, Self: "@chess:c.org", Names: []string{"Chess"}, ByName: true, Taken: []string{"raumbot"}}
	for text, want := range map[string]string{
		"!help":                 "1",
		"!raum help":            "1",
		"raumbot: help":         "1",
		"@raumbot: help":        "1",
		"@raumbot:a.org: help":  "1",
		"@raumbot:b.org: help":  "2",
		"@raumbot:b.org help":   "2",
		"chess: help":           "3",
		"!chess help":           "3",
		"@chess:d.org: help":    "",
		"we met raumbot's help": "",
	} {
		got := ""
		for i, a := range []Reader{first, second, third} {
			if rest, addressed := a.Read(text, false); addressed {
				got += strconv.Itoa(i + 1)
				if rest != "help" {
					t.Errorf("%q is read as %q", text, rest)
				}
			}
		}
		if got != want {
			t.Errorf("%q is for %q, not for %q", text, got, want)
		}
	}
}

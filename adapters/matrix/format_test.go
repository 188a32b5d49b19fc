package matrix

import (
	"html"
	"strings"
	"testing"

	"maunium.net/go/mautrix/event"

	"raumbot/adapters/matrix/address"
	"raumbot/adapters/matrix/matrixtest"
	"raumbot/bot"
)

func TestFormat(t *testing.T) {
	bob := bot.User{UserID: bot.UserID{Platform: Platform, ID: "@bob:example.org"}, Name: "bob"}
	sly := bot.User{UserID: bot.UserID{Platform: Platform, ID: `@x"><script>:example.org`}, Name: "a & b"}
	commands := map[string]bool{"accept": true, "help": true}
	for _, c := range []struct {
		text        string
		to          []bot.User
		direct      bool
		plain, html string
	}{
		{"bob, `accept 1` begins.", []bot.User{bob}, false, "bob, !accept 1 begins.",
			`<a href="https://matrix.to/#/@bob:example.org">bob</a>, <code>!accept 1</code> begins.`},
		{"`accept 1` or `ve2-ve4`", nil, true, "accept 1 or ve2-ve4", "<code>accept 1</code> or <code>ve2-ve4</code>"},
		{"bobby <b>&\nnext", []bot.User{bob}, false, "bobby <b>&\nnext", "bobby &lt;b&gt;&amp;<br>\nnext"},
		{"Until <t:0>.", nil, false, "Until Thursday 1 January 1970, 01:00 CET.", "Until Thursday 1 January 1970, 01:00 CET."},
		{"It is <s:ab1-ac3, <&>.", nil, false, "It is ab1-ac3, <&.", "It is <span data-mx-spoiler>ab1-ac3, &lt;&amp;</span>."},
		{"`<img src=x>`", nil, false, "<img src=x>", "<code>&lt;img src=x&gt;</code>"},
	} {
		got := writer{commands: commands, direct: c.direct, zone: "Europe/Berlin", language: ""}.write(c.text, c.to)
		if got.Body != c.plain || got.FormattedBody != c.html {
			t.Errorf("%q:\ngot  %q\n     %q\nwant %q\n     %q", c.text, got.Body, got.FormattedBody, c.plain, c.html)
		}
		if got.Mentions == nil || got.Mentions.UserIDs != nil || got.Mentions.Room {
			t.Errorf("%q pings %+v", c.text, got.Mentions)
		}
	}
	if got := (writer{}).html("a & b wins", []bot.User{sly}); strings.Contains(got, "<script") || !strings.Contains(got, ">a &amp; b</a> wins") {
		t.Error(got)
	}
}

// TestHeadlineIsBold writes texts that wait for bob. What has happened and who is to act is bold,
// and what is to be typed is not. Other texts are not bold at all.
func TestHeadlineIsBold(t *testing.T) {
	bob := bot.User{UserID: bot.UserID{Platform: Platform, ID: "@bob:x"}, Name: "bob"}
	w := writer{commands: map[string]bool{"accept": true}}
	for _, c := range []struct{ text, bold string }{
		{"Game 1: alice plays Knight ab1-ac3. bob (Black) is to move.\n\U0001f50d Legal moves", "Game 1: alice plays Knight ab1-ac3. bob (Black) is to move."},
		{"alice challenges bob: Raumschach. bob, `accept 1` begins the game.", "alice challenges bob: Raumschach."},
		{"\u2068\u05d0. \u05d1\u2069, `accept 1` begins the game.", ""},
		{"`accept 1` begins the game.", ""},
		{"<b>. You", "<b>. You"},
	} {
		for _, whom := range [][]bot.UserID{nil, {bob.UserID}} {
			content := w.writeTo(c.text, []bot.User{bob}, whom)
			before, rest, found := strings.Cut(content.FormattedBody, "</strong>")
			want := whom != nil && c.bold != ""
			if found != want || strings.Contains(rest, "strong>") || found && address.PlainText(before) != strings.Replace(c.bold, "bob", " @bob:x ", 1) {
				t.Errorf("%q for %v is %q", c.text, whom, content.FormattedBody)
			}
			if strings.Contains(content.Body, "strong") || strings.Contains(content.FormattedBody, "<b>") {
				t.Errorf("%q is %q, and as HTML %q", c.text, content.Body, content.FormattedBody)
			}
		}
	}
}

func TestSplit(t *testing.T) {
	for _, text := range []string{
		"", "short", strings.Repeat("a line\n", 5000), strings.Repeat("x", 3*maxPart), strings.Repeat("é", 2*maxPart), strings.Repeat("€", maxPart),
	} {
		parts := split(text)
		for _, p := range parts {
			if len(p) > maxPart || strings.ToValidUTF8(p, "?") != p {
				t.Errorf("a part of %.10q has %d bytes, or half a character", text, len(p))
			}
		}
		if got := strings.ReplaceAll(strings.Join(parts, ""), "\n", ""); got != strings.ReplaceAll(text, "\n", "") {
			t.Errorf("%.10q: something is lost", text)
		}
	}
}

// TestCharactersAreKept checks that names, notes and messages of players are shown with their
// original characters, in plain text and in HTML.
func TestCharactersAreKept(t *testing.T) {
	const words = "<b>Zoë</b> <3 👨\u200d👩\u200d👧\u200d👦 & <t>"
	s := testSession(t, &homeserver{})
	if err := s.store.SetMember(t.Context(), "!den:x", "@zoe:x", &event.MemberEventContent{Membership: event.MembershipJoin, Displayname: words}); err != nil {
		t.Fatal(err)
	}
	if got := s.user(t.Context(), "!den:x", "@zoe:x").Name; got != words {
		t.Errorf("the name is %q", got)
	}
	c := newClub(t)
	c.begin()
	c.alice.Say(c.den, "!note 1 "+words)
	c.reads(c.chats[c.alice], "Noted on game 1")
	c.alice.Say(c.den, "!notes 1")
	note := c.reads(c.chats[c.alice], "Your notes")
	c.alice.Say(c.chats[c.alice], "say 1 "+words)
	said := c.reads(c.den, "alice: ")
	c.server.Look(func() {
		for what, e := range map[string]*matrixtest.Event{"note": note, "say": said} {
			plain, _ := e.Content["body"].(string)
			formatted, _ := e.Content["formatted_body"].(string)
			if !strings.Contains(plain, words) || !strings.Contains(formatted, html.EscapeString(words)) {
				t.Errorf("%s: %q, and as HTML %q", what, plain, formatted)
			}
		}
	})
}

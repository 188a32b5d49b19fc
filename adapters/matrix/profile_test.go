package matrix

import (
	"bytes"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/id"

	"raumbot/adapters/matrix/matrixtest"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// TestProfile starts the bot on new accounts, which get a picture and a status, once. What an
// operator sets, or removes, stays.
func TestProfile(t *testing.T) {
	server := matrixtest.New(t)
	s := testSession(t, &homeserver{})
	var r *matrixtest.User
	as := func(name string) {
		r = server.AddUser(name)
		var err error
		if s.api, err = mautrix.NewClient(server.URL, id.UserID(r.ID), "token-of-"+r.ID); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"springer", "raumbot"} { // one after the other, on one database
		as(name)
		s.keepProfile(t.Context())
		server.Look(func() {
			if picture, err := png.Decode(bytes.NewReader(server.Uploads[r.Avatar])); err != nil || picture.Bounds().Dx() != picture.Bounds().Dy() {
				t.Errorf("the picture %q of %s is %v, %v", r.Avatar, name, picture, err)
			}
			if r.Status != presenceText {
				t.Errorf("the status of %s is %q", name, r.Status)
			}
		})
	}
	for range 2 {
		for _, avatar := range []string{"mxc://x/own", ""} {
			server.Look(func() { r.Avatar, r.Status = avatar, "on holiday" })
			s.keepProfile(t.Context())
			server.Look(func() {
				if r.Avatar != avatar || r.Status != "on holiday" || len(server.Uploads) != 1 {
					t.Errorf("%s has the picture %q and the status %q, and %d files are uploaded", r.ID, r.Avatar, r.Status, len(server.Uploads))
				}
			})
		}
		as("turm") // whose operator has chosen a picture before the bot starts
	}
}

// TestProfileAtStart starts the bot, which sets its profile.
func TestProfileAtStart(t *testing.T) {
	c := newClub(t)
	c.server.Wait("a picture and a status", func() bool { return c.robot.Avatar != "" && c.robot.Status != "" })
}

// TestProfileOnceMore sets the profile on a homeserver that fails at first, or has no presence.
func TestProfileOnceMore(t *testing.T) {
	down := true
	h := &homeserver{refuse: func(path string) (int, string) {
		switch {
		case strings.Contains(path, "/presence/"):
			return http.StatusForbidden, `{"errcode":"M_FORBIDDEN"}`
		case strings.Contains(path, "/profile/") && !down:
			return http.StatusOK, `{}`
		case down:
			return http.StatusBadGateway, ""
		}
		return 0, ""
	}}
	s := testSession(t, h)
	if err := s.setAvatar(t.Context()); err == nil || !transient(err) {
		t.Errorf("on a homeserver that is down: %v", err)
	}
	down = false
	for range 2 {
		if err := s.setAvatar(t.Context()); err != nil || h.files != 1 {
			t.Errorf("%d files are uploaded, %v", h.files, err)
		}
	}
	s.keepProfile(t.Context()) // it gives up the status
}

// TestGreetingFitsOnPhone wraps the greeting as a phone does, in all languages.
func TestGreetingFitsOnPhone(t *testing.T) {
	for language := range locale.All() {
		rows := 0
		for line := range strings.SplitSeq(locale.Render(language, phrase.Join([]phrase.Text{greeting, firstSteps, whereToLook, threadHint}, "\n")), "\n") {
			rows += (utf8.RuneCountInString(line) + 37) / 38
		}
		if rows > 8 {
			t.Errorf("the greeting in %q has %d lines on a phone", language, rows)
		}
	}
}

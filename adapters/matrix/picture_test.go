package matrix

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// plainCipher is a cipher that records the plaintext.
type plainCipher struct {
	noKeyCipher
	seen []event.MessageEventContent
}

func (g *plainCipher) encrypt(_ context.Context, _ id.RoomID, _ event.Type, content any) (*event.EncryptedEventContent, error) {
	if m, ok := content.(*event.Content).Parsed.(*event.MessageEventContent); ok {
		copied := *m
		g.seen = append(g.seen, copied)
	}
	return &event.EncryptedEventContent{Algorithm: id.AlgorithmMegolmV1, MegolmCiphertext: []byte("glass")}, nil
}

// asks has bob send a command to the service, and returns the first answer.
func asks(t *testing.T, s *session, text string) bot.RenderedMessage {
	t.Helper()
	reply, err := s.service.Handle(t.Context(), bot.Request{From: bot.User{UserID: bot.UserID{Platform: Platform, ID: "@bob:x"}, Name: "bob"}, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	if len(reply.Answer) == 0 {
		return bot.RenderedMessage{}
	}
	return reply.Answer[0]
}

// TestUploadedOnce fails to send a message whose picture and file were uploaded. They are not
// uploaded again, except for another room, with another key.
func TestUploadedOnce(t *testing.T) {
	for _, encrypted := range []bool{false, true} {
		down := true
		h := &homeserver{refuse: func(path string) (int, string) {
			if down && strings.Contains(path, "/send/") {
				return http.StatusBadGateway, ""
			}
			return 0, ""
		}}
		s := testSession(t, h)
		g := &plainCipher{}
		s.cipher = g
		if encrypted {
			if err := s.store.SetEncryptionEvent(t.Context(), "!den:x", &event.EncryptionEventContent{Algorithm: id.AlgorithmMegolmV1}); err != nil {
				t.Fatal(err)
			}
		}
		m := news(1, "one")
		m.Drawing, m.File = asks(t, s, "rules raumschach").Drawing, &bot.RenderedFile{Name: "games.txt", Text: "all of them"}
		if m.Drawing == nil {
			t.Fatal("there is no picture")
		}
		at := outgoing{place: place{room: "!den:x"}, txn: transaction(m, "")}
		for range 3 {
			if _, err := s.sendMessage(t.Context(), at, m); err == nil {
				t.Fatal("it is said to a homeserver that is down")
			}
		}
		down = false
		if _, err := s.sendMessage(t.Context(), at, m); err != nil {
			t.Fatal(err)
		}
		if h.files != 2 { // picture and text
			t.Errorf("encrypted %t: %d files are uploaded", encrypted, h.files)
		}
		if encrypted {
			first, last := g.seen[0].File, g.seen[3].File
			if first == nil || last == nil || first.URL != last.URL || first.Key.Key != last.Key.Key || first.InitVector != last.InitVector {
				t.Errorf("the picture is first %+v, and then %+v", first, last)
			}
		}
		at.txn = transaction(m, "elsewhere")
		if _, err := s.sendMessage(t.Context(), at, m); err != nil || h.files != 4 {
			t.Errorf("%d files are uploaded for two messages, %v", h.files, err)
		}
		if encrypted && g.seen[len(g.seen)-3].File.Key.Key == g.seen[0].File.Key.Key {
			t.Error("two messages have the key of their picture in common")
		}
	}
}

// TestAnimation sends an animated picture: the message has its type and size.
func TestAnimation(t *testing.T) {
	h := &homeserver{}
	s := testSession(t, h)
	asks(t, s, "study raumschach")
	asks(t, s, "ba2-ba3")
	film := asks(t, s, "replay")
	if film.Drawing == nil || film.Drawing.Film == nil {
		t.Fatalf("there is no film in %+v", film)
	}
	film.Text = ""
	sp := outgoing{place: place{room: "!den:x"}, txn: "film"}
	content, err := s.picture(t.Context(), sp, film)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.sendIfAny(t.Context(), sp, content, "-picture"); err != nil {
		t.Fatal(err)
	}
	data, err := film.Drawing.GIF(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var sent struct {
		MsgType, Body, URL, FileName string
		Text                         string `json:"org.matrix.msc1767.text"`
		Info                         struct {
			MimeType     string
			W, H, Size   int
			Animated     bool            `json:"is_animated"`
			Blurhash     string          `json:"xyz.amorgan.blurhash"`
			Thumbnail    json.RawMessage `json:"thumbnail_info"`
			ThumbnailURL string          `json:"thumbnail_url"`
		}
	}
	if err := json.Unmarshal(h.last, &sent); err != nil {
		t.Fatal(err)
	}
	// A GIF has its size, little-endian, behind the six bytes of its name.
	width, height := int(data[6])|int(data[7])<<8, int(data[8])|int(data[9])<<8
	if i := sent.Info; sent.MsgType != "m.image" || sent.URL != "mxc://x/file1" || i.MimeType != "image/gif" || i.W != width || i.H != height || i.Size != len(data) ||
		!i.Animated || i.Blurhash == "" || sent.Body == "" || i.ThumbnailURL != "" || i.Thumbnail != nil {
		t.Errorf("the film of %d bytes, %dx%d, is sent as %s", len(data), width, height, h.last)
	}
	if sent.FileName != "" || sent.Text != sent.Body {
		t.Errorf("its caption is %q, its text %q", sent.FileName, sent.Text)
	}
}

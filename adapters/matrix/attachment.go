package matrix

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/adapters/matrix/address"
	"raumbot/bot"
	"raumbot/bot/command"
)

// captioned reports whether a message is a file with a text of its own.
func captioned(content *event.MessageEventContent) bool {
	return content.MsgType == event.MsgFile && content.FileName != "" && content.Body != content.FileName
}

// attachment returns the file for a command that takes one: the file of the message itself, or of
// the message that it replies to. It returns nil if there is no such file or the command takes
// none. The file is downloaded only when the service reads it.
func (s *session) attachment(h incoming, w parsed, content *event.MessageEventContent) *bot.Attachment {
	if !w.addressed || !s.takesFile(w.text) {
		return nil
	}
	room, original := h.place.room, h.original
	switch {
	case content.MsgType == event.MsgFile:
		return &bot.Attachment{Name: content.GetFileName(), Read: func(ctx context.Context, most int) ([]byte, error) {
			return s.download(ctx, content, most)
		}}
	case original != "":
		return &bot.Attachment{Name: "game.toml", Read: func(ctx context.Context, most int) ([]byte, error) {
			file, err := s.fileOf(ctx, room, original)
			if err != nil {
				return nil, err
			}
			return s.download(ctx, file, most)
		}}
	}
	return nil
}

// takesFile reports whether a text is a command to which a file can be attached.
func (s *session) takesFile(text string) bool {
	c := s.service.Commands().Find(address.FirstWord(text))
	return c != nil && slices.ContainsFunc(c.Params, func(p command.Param) bool { return p.Kind == command.FileValue })
}

// errNoFile means that the message replied to is not a file.
var errNoFile = errors.New("the message replied to is no file")

// fileOf returns the content of a message that is a file. It fails with errNoFile if the message is
// something else.
func (s *session) fileOf(ctx context.Context, room id.RoomID, message id.EventID) (*event.MessageEventContent, error) {
	e, err := s.api.GetEvent(ctx, room, message)
	if err != nil {
		return nil, err
	}
	e.RoomID = room
	if err := e.Content.ParseRaw(e.Type); err != nil && !errors.Is(err, event.ErrContentAlreadyParsed) {
		return nil, err
	}
	if e.Type == event.EventEncrypted {
		if s.cipher == nil {
			return nil, errNoFile
		}
		if e, err = s.cipher.decrypt(ctx, e); err != nil {
			return nil, err
		}
	}
	content, ok := e.Content.Parsed.(*event.MessageEventContent)
	if !ok || content.MsgType != event.MsgFile || e.Unsigned.RedactedBecause != nil {
		return nil, errNoFile
	}
	return content, nil
}

// The parts of content URIs: server names and opaque identifiers. They are checked because they
// become part of the address of a request to the homeserver.
var (
	mediaServer = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?$|^\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?$`)
	mediaID     = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9_.~=-]{0,254}$`)
)

// download fetches a file of at most the given size through the bot's own homeserver, and decrypts
// it if it is encrypted.
func (s *session) download(ctx context.Context, content *event.MessageEventContent, most int) ([]byte, error) {
	if content.Info != nil && content.Info.Size > most {
		return nil, bot.ErrTooLarge
	}
	address := content.URL
	if content.File != nil {
		address = content.File.URL
	}
	uri, err := address.Parse()
	if err != nil {
		return nil, err
	}
	if !mediaServer.MatchString(uri.Homeserver) || !mediaID.MatchString(uri.FileID) {
		return nil, fmt.Errorf("%.100q is no address of a file", address)
	}
	response, err := s.api.Download(ctx, uri)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("an attached file: %s", response.Status)
	}
	data, err := bot.ReadAttachment(response.Body, most)
	if err == nil && content.File != nil {
		err = content.File.DecryptInPlace(data)
	}
	return data, err
}

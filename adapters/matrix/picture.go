package matrix

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/png"
	"net/http"
	"slices"
	"strings"

	"github.com/buckket/go-blurhash"
	"golang.org/x/image/draw"
	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/crypto/attachment"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// blurWidth is the width of the image that the blurhash is computed from. More adds nothing.
const blurWidth = 32

// media is a picture or another file to be uploaded.
type media struct {
	data []byte
	mime string
	info *event.FileInfo
}

// drawMedia draws a picture and its blurhash. There is no thumbnail: clients that have one show it
// in place of the picture, on large screens, too.
func (s *session) drawMedia(ctx context.Context, d *bot.Drawing) (m media, err error) {
	if err := s.drawLimit.Acquire(ctx, 1); err != nil {
		return m, err
	}
	defer s.drawLimit.Release(1)
	var still image.Image
	if d.Film != nil {
		m.mime = "image/gif"
		if m.data, err = d.GIF(ctx); err == nil {
			still, err = gif.Decode(bytes.NewReader(m.data))
		}
	} else {
		m.mime = "image/png"
		if m.data, err = d.PNG(ctx); err == nil {
			still, err = png.Decode(bytes.NewReader(m.data))
		}
	}
	if err != nil {
		return m, err
	}
	size := still.Bounds()
	m.info = &event.FileInfo{MimeType: m.mime, Width: size.Dx(), Height: size.Dy(), Size: len(m.data), IsAnimated: d.Film != nil}
	m.info.AnoaBlurhash, err = blurhash.Encode(4, 4, scaled(still, min(blurWidth, size.Dx())))
	return m, err
}

// scaled scales a picture to a width, keeping its aspect ratio.
func scaled(of image.Image, width int) image.Image {
	size := of.Bounds()
	small := image.NewRGBA(image.Rect(0, 0, width, max(1, size.Dy()*width/size.Dx())))
	draw.BiLinear.Scale(small, small.Bounds(), of, size, draw.Src, nil)
	return small
}

// uploaded is the location of an uploaded file, and how to decrypt it if it is encrypted.
type uploaded struct {
	url  id.ContentURIString
	file *event.EncryptedFileInfo
}

// uploadMemory is how many uploads are remembered, for messages that have to be sent again.
const uploadMemory = 256

// errUploadRefused means that the homeserver will never accept an upload.
var errUploadRefused = errors.New("the homeserver refuses the file")

// upload uploads data, which it encrypts if encrypted is set. forMessage identifies the message and
// the part of it: when a message is sent again, its first upload is reused. No key is used for two
// files or two messages.
func (s *session) upload(ctx context.Context, forMessage string, data []byte, mime string, encrypted bool) (up uploaded, err error) {
	forMessage = fmt.Sprintf("%s %t %x", forMessage, encrypted, sha256.Sum256(data))
	up, ok := s.uploads.Get(forMessage)
	if ok {
		return up, nil
	}
	if up, err = s.uploadNow(ctx, data, mime, encrypted); err == nil {
		s.uploads.Add(forMessage, up)
	}
	return up, err
}

// uploadNow uploads data, which it encrypts if encrypted is set.
func (s *session) uploadNow(ctx context.Context, data []byte, mime string, encrypted bool) (up uploaded, err error) {
	var file *attachment.EncryptedFile
	if encrypted {
		file = attachment.NewEncryptedFile()
		data, mime = slices.Clone(data), "application/octet-stream"
		file.EncryptInPlace(data)
	}
	resp, err := s.api.UploadMedia(ctx, mautrix.ReqUploadMedia{ContentBytes: data, ContentType: mime})
	if err == nil && resp.ContentURI.IsEmpty() {
		err = errIncomplete
	}
	switch {
	case errors.Is(err, mautrix.MTooLarge), errors.Is(err, mautrix.MForbidden), tooLarge(err):
		return up, fmt.Errorf("%w: %v", errUploadRefused, err)
	case err != nil:
		return up, err
	case encrypted:
		up.file = &event.EncryptedFileInfo{EncryptedFile: *file, URL: resp.ContentURI.CUString()}
	default:
		up.url = resp.ContentURI.CUString()
	}
	return up, nil
}

// tooLarge reports whether an upload was too large for the homeserver, or for a proxy, whose error
// responses have no Matrix error code.
func tooLarge(err error) bool {
	var answer mautrix.HTTPError
	return errors.As(err, &answer) && answer.IsStatus(http.StatusRequestEntityTooLarge)
}

// attach uploads a picture or file and returns the content of the message that shows it.
func (s *session) attach(ctx context.Context, forMessage string, m media, encrypted bool) (*event.MessageEventContent, error) {
	content := &event.MessageEventContent{MsgType: event.MsgFile, Info: m.info}
	if strings.HasPrefix(m.mime, "image/") {
		content.MsgType = event.MsgImage
	}
	up, err := s.upload(ctx, forMessage, m.data, m.mime, encrypted)
	if err != nil {
		return nil, err
	}
	content.URL, content.File = up.url, up.file
	return content, nil
}

// extensible adds the text of a message in the form of extensible events (MSC1767), for clients
// that read it there.
func extensible(content *event.MessageEventContent) *event.Content {
	return &event.Content{Parsed: content, Raw: map[string]any{"org.matrix.msc1767.text": content.Body}}
}

package bot

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"time"
)

// A GameFile is a game defined by a file, stored so that games already being played go on when the
// file changes or is removed.
type GameFile struct {
	// ID is the ID of the variant, including its version.
	ID   string
	Text string
	// RatedAs is the ID of the version whose ratings it shares.
	RatedAs string `json:",omitzero"`
	Added   time.Time
	// Place is the server or room whose organisers have added the game, and where alone it is known.
	// Importer identifies the player who imported it with a record. Both are zero for files of the
	// operator.
	Place    RoomID `json:",omitzero"`
	Importer string `json:",omitzero"`
	// Removed means that no game by it can be begun in its Place any more. Used means that one has
	// been begun, so that the file is kept.
	Removed bool `json:",omitzero"`
	Used    bool `json:",omitzero"`
}

// Local reports whether the file is not the operator's.
func (f GameFile) Local() bool { return f.Place != (RoomID{}) || f.Importer != "" }

// Owner returns a text that distinguishes equal files of different places and importers.
func (f GameFile) Owner() string { return cmp.Or(f.Importer, string(f.Place.Platform)+"/"+f.Place.ID) }

// Attachment is a file that a user has attached to a request. It has not been downloaded.
type Attachment struct {
	Name string // as the sender calls it
	// Read downloads the file. If it has more than most bytes, Read returns [ErrTooLarge] before they
	// have all been transferred.
	Read func(ctx context.Context, most int) ([]byte, error)
}

// attachTime limits how long the download of an attached file may take.
const attachTime = 20 * time.Second

// Download returns the text of the file, or a problem if it cannot be downloaded.
func (a *Attachment) Download(ctx context.Context, most int, log *slog.Logger) (string, *Problem) {
	ctx, cancel := context.WithTimeout(ctx, attachTime)
	defer cancel()
	text, err := a.Read(ctx, most)
	switch {
	case errors.Is(err, ErrTooLarge) || len(text) > most:
		return "", Problemf(Misunderstood, "The file is too large: the most is %d kB.", most>>10)
	case err != nil:
		log.Warn("an attached file could not be read", "err", err)
		return "", Problemf(NotNow, "The file could not be fetched from the chat. Try it again in a while.")
	}
	return string(text), nil
}

// ErrTooLarge is returned for an [Attachment] that is larger than the limit.
var ErrTooLarge = errors.New("the attached file is too large")

// ReadAttachment reads an attached file to its end. It returns [ErrTooLarge] if there are more than
// most bytes.
func ReadAttachment(from io.Reader, most int) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(from, int64(most)+1))
	if err == nil && len(data) > most {
		err = ErrTooLarge
	}
	return data, err
}

package bot

import (
	"cmp"
	"context"
	"errors"
	"io"
	"time"
)

// A GameFile is a game defined by a file, stored so that games already being played go on when the file
// changes or is removed.
type GameFile struct {
	// ID is the ID of the variant, including its version.
	ID   string
	Text string
	// RatedAs is the ID of the version whose ratings it shares.
	RatedAs string `json:",omitzero"`
	Added   time.Time
	// Place is where the organisers have added the game, which is known there alone: a server or a room. Importer is who has
	// brought it along with a record. Both are zero for files of the operator.
	Place    RoomID `json:",omitzero"`
	Importer string `json:",omitzero"`
	// Removed means that nothing more can be begun by it in its Place; Used that something has been, so that it is kept.
	Removed bool `json:",omitzero"`
	Used    bool `json:",omitzero"`
}

// Local reports whether it is not one of the operator's files.
func (f GameFile) Local() bool { return f.Place != (RoomID{}) || f.Importer != "" }

// Owner tells apart equal texts in different places.
func (f GameFile) Owner() string { return cmp.Or(f.Importer, string(f.Place.Platform)+"/"+f.Place.ID) }

// Attachment is a file that a user has attached to a request. It has not been downloaded.
type Attachment struct {
	Name string // as its sender calls it
	// Read downloads it. It returns [ErrTooLarge] for more than most bytes, before they have all been transferred.
	Read func(ctx context.Context, most int) ([]byte, error)
}

// ErrTooLarge is returned for an [Attachment] that is larger than was asked for.
var ErrTooLarge = errors.New("the attached file is too large")

// ReadAttachment reads an attached file to its end, or returns [ErrTooLarge] for more than most bytes.
func ReadAttachment(from io.Reader, most int) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(from, int64(most)+1))
	if err == nil && len(data) > most {
		err = ErrTooLarge
	}
	return data, err
}

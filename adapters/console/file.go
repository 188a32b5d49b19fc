package console

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// file writes the file of a message to the pictures' folder, readable by the
// current user only, and returns its path.
func (c *Console) file(m bot.RenderedMessage) (string, error) {
	name := m.File.Name
	if len(m.To) > 0 {
		name = m.To[0].ID + "-" + name // names are safe in file names: see bot.ProperName
	}
	path := filepath.Join(c.options.Pictures, name)
	if err := os.MkdirAll(c.options.Pictures, 0o755); err != nil {
		return "", pictureError(phrase.Of("The folder for pictures cannot be created: %s. Name another with `--pictures`.", err.Error()))
	}
	if err := os.WriteFile(path, []byte(m.File.Text), 0o600); err != nil {
		return "", pictureError(phrase.Of("The file cannot be written: %s. Name another folder with `--pictures`.", err.Error()))
	}
	return path, nil
}

// addVariantCommand matches a command that adds a game from a file, named by its path.
var addVariantCommand = regexp.MustCompile(`(?i)^(variant\s+add)\s+(\S.*)$`)

// cutFile removes the path after "variant add" from a text, and returns the rest and the file with
// that path; the file is nil if there is no such path. This gives no access to other files, because
// the user at the terminal can read them anyway. The service lets only organisers add games.
func cutFile(text string) (string, *bot.Attachment) {
	found := addVariantCommand.FindStringSubmatch(text)
	if found == nil {
		return text, nil
	}
	return found[1], &bot.Attachment{Name: filepath.Base(found[2]), Read: func(_ context.Context, most int) ([]byte, error) {
		if info, err := os.Stat(found[2]); err != nil {
			return nil, err
		} else if !info.Mode().IsRegular() {
			return nil, &os.PathError{Op: "read", Path: found[2], Err: os.ErrInvalid}
		}
		f, err := os.Open(found[2])
		if err != nil {
			return nil, err
		}
		defer f.Close()
		data, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
		if err == nil && len(data) > most {
			err = bot.ErrTooLarge
		}
		return data, err
	}}
}

package console

import (
	"os"
	"path/filepath"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// file writes the file of a message to the pictures' folder, readable by the
// current user only, and returns its path.
func (c *Console) file(m bot.Message) (string, error) {
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

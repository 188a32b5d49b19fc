package console

import (
	"fmt"
	"os"
	"path/filepath"

	"raumbot/bot"
)

// file writes the file of a message beside the pictures, where nobody but the
// user of this computer can read it, and returns its path.
func (c *Console) file(m bot.Message) (string, error) {
	name := m.File.Name
	if len(m.To) > 0 {
		name = m.To[0].ID + "-" + name // names of people are names of files: see bot.ProperName
	}
	path := filepath.Join(c.options.Pictures, name)
	if err := os.MkdirAll(c.options.Pictures, 0o755); err != nil {
		return "", fmt.Errorf("the folder of the pictures cannot be made: %w; name another with --pictures", err)
	}
	if err := os.WriteFile(path, []byte(m.File.Text), 0o600); err != nil {
		return "", fmt.Errorf("the file cannot be written: %w; name another folder with --pictures", err)
	}
	return path, nil
}

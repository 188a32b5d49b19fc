package storage

import "raumbot/bot"

// GameFiles implements [bot.Tx].
func (t tx) GameFiles() ([]bot.GameFile, error) { return gameFiles.list(t, nil, nil, 0) }

// PutGameFile implements [bot.Tx].
func (t tx) PutGameFile(f bot.GameFile) error { return gameFiles.put(t, f) }

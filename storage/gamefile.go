package storage

import "raumbot/bot"

// GameFiles implements [bot.Tx].
func (t tx) GameFiles() ([]bot.GameFile, error) { return gameFiles.list(t, nil, nil, 0) }

// GameFile implements [bot.Tx].
func (t tx) GameFile(id string) (bot.GameFile, error) { return gameFiles.load(t, key(id)) }

// PutGameFile implements [bot.Tx].
func (t tx) PutGameFile(f bot.GameFile) error { return gameFiles.put(t, f) }

// DeleteGameFile implements [bot.Tx].
func (t tx) DeleteGameFile(id string) error { return gameFiles.drop(t, key(id)) }

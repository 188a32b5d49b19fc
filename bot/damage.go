package bot

import (
	"fmt"

	"raumbot/bot/phrase"
)

// Damage is the error for a record that cannot be decoded or contradicts itself while others are
// readable. The record must be set aside ([Tx]), or whole lists could not be read because of it.
type Damage struct {
	Table string
	Key   []byte
	Game  GameID // the game that the record is part of; zero if none
	Aside bool   // the record has already been set aside
	Why   error
}

// Error implements error, for the operator.
func (d *Damage) Error() string {
	err := fmt.Errorf("record %x of %s is damaged", d.Key, d.Table)
	if d.Why != nil {
		err = fmt.Errorf("%w: %w", err, d.Why)
	}
	if d.Aside {
		err = fmt.Errorf("%w; it has been set aside", err)
	}
	return err.Error()
}

// Frozen returns the message about a game that cannot be read.
func Frozen(id GameID) phrase.Text {
	return phrase.Of("%s can no longer be read: what the bot's disk kept of it is damaged. It is frozen, and nobody loses time in it. "+
		"The operator has been told, and can bring it back from a backup.", phrase.Upper(GameNumber(id)))
}

// Problem returns the problem shown to a user whose command needs the record.
func (d *Damage) Problem() *Problem {
	if d.Game != 0 {
		return &Problem{Kind: Internal, Text: Frozen(d.Game)}
	}
	return Problemf(Internal, "Part of what this needs is damaged on the bot's disk, and nothing was changed. The operator has been told, and can bring it back from a backup.")
}

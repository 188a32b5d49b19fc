package bot

import "fmt"

// Damage is the error for one record that cannot be decoded or contradicts itself while
// others are readable. It must be set aside ([Tx]), or it would keep whole lists from
// being read.
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

package bot

import "fmt"

// Damage is an error about one record that is not as it was written, while
// others can be read. The record must be set aside ([Tx]) so that it does not keep lists from being
// read.
type Damage struct {
	Table string
	Key   []byte
	Game  GameID // that the record is part of, zero for none
	Aside bool   // it has been set aside already
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

package rules

import (
	"errors"
	"fmt"
	"sync"
)

// define prepares a variant. Its tables are computed on first use.
func define(v Variant) *Variant {
	v.Kinds = append([]Kind{{}}, v.Kinds...)
	made := &v
	made.derived = new(sync.Map)
	made.compile = sync.OnceValue(func() *tables { return newTables(made) })
	return made
}

// A Fault is a mistake in a definition.
type Fault struct {
	// Path locates the mistake in the notation of game files, such as "piece[2].moves[0].angle".
	// Indices count from 0.
	Path string
	// Problem says what is wrong and what would be correct.
	Problem string
}

// Define checks a definition. It returns either a playable game or all faults of the definition. In
// the definition kinds are listed from index 0 on, in the game from index 1.
func Define(v Variant) (*Variant, []Fault) { return checked(v, true) }

// DefineAgain is Define for a definition in which Define has found no fault before: it leaves out
// the checks for which all moves of the pieces must be known, which take a hundred times as long as
// the others.
func DefineAgain(v Variant) (*Variant, []Fault) { return checked(v, false) }

// checked is Define, or DefineAgain if not all is to be checked.
func checked(v Variant, all bool) (*Variant, []Fault) {
	c := &checker{v: &v}
	c.names()
	if v.Board == nil {
		c.fault("board", "the game needs a board")
		return nil, c.faults
	}
	v.Kinds = append([]Kind{{}}, v.Kinds...)
	c.kinds()
	c.array()
	if len(c.faults) == 0 {
		c.properties()
	}
	if all && len(c.faults) == 0 {
		c.size()
	}
	if len(c.faults) > 0 {
		return nil, c.faults
	}
	v.Kinds = v.Kinds[1:]
	made := define(v)
	if all {
		if err := made.checkStart(); err != nil {
			return nil, []Fault{{"array", err.Error()}}
		}
	}
	return made, nil
}

// checkStart returns an error if the game cannot begin.
func (v *Variant) checkStart() error {
	p := *v.Start()
	if err := p.validate(); err != nil {
		return fmt.Errorf("the game cannot begin: %w", err)
	}
	if p.status.Finished() {
		return errors.New("the game would be over before the first move: " + p.status.String())
	}
	return nil
}

// checker collects the faults of a definition.
type checker struct {
	v      *Variant
	faults []Fault
}

func (c *checker) fault(path, format string, arguments ...any) {
	c.faults = append(c.faults, Fault{path, fmt.Sprintf(format, arguments...)})
}

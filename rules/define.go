package rules

import (
	"errors"
	"fmt"
	"sync"
)

// define prepares a variant; its tables are computed on first use.
func define(v Variant) *Variant {
	v.Kinds = append([]Kind{{}}, v.Kinds...)
	made := &v
	made.derived = new(sync.Map)
	made.compile = sync.OnceValue(func() *tables { return newTables(made) })
	return made
}

// A Fault is a mistake in a definition.
type Fault struct {
	// Path locates the mistake as the format of game files does, such as
	// "piece[2].moves[0].angle"; indices count from 0.
	Path string
	// Problem says what is wrong and what would be correct.
	Problem string
}

// Define checks a definition and returns it as a playable game, or else all of
// its faults. Unlike in the returned game, kinds are listed from index 0
// on.
func Define(v Variant) (*Variant, []Fault) {
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
	if len(c.faults) == 0 {
		c.size()
	}
	if len(c.faults) > 0 {
		return nil, c.faults
	}
	v.Kinds = v.Kinds[1:]
	made := define(v)
	if err := made.checkStart(); err != nil {
		return nil, []Fault{{"array", err.Error()}}
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

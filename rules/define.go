package rules

import (
	"errors"
	"fmt"
	"sync"
)

// define makes a variant ready: its tables are computed when first needed.
func define(v Variant) *Variant {
	v.Kinds = append([]Kind{{}}, v.Kinds...)
	made := &v
	made.compile = sync.OnceValue(func() *tables { return newTables(made) })
	return made
}

// A Fault is what is wrong with one part of a definition.
type Fault struct {
	// Path names the part as the format of games in files does, such as
	// "piece[2].moves[0].angle"; indices count from 0.
	Path string
	// Problem says what is wrong and what would be right.
	Problem string
}

// Define checks a definition and returns it as a game that can be played. If
// anything is wrong with it, all of that is returned, and no game. Kinds are
// listed from index 0 here.
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

// checkStart reports whether the game can begin.
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

// checker collects what is wrong with a definition.
type checker struct {
	v      *Variant
	faults []Fault
}

func (c *checker) fault(path, format string, arguments ...any) {
	c.faults = append(c.faults, Fault{path, fmt.Sprintf(format, arguments...)})
}

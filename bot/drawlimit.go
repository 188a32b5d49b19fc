package bot

import (
	"runtime"
)

// drawLimit bounds how many pictures are drawn at once, so that however many are
// asked for, a processor is left for moves where there are several.
type drawLimit chan struct{}

// The limits of the process, as the processors are the process's too. Animations
// have their own, because they take seconds and a board should not wait for them.
var (
	boards     = make(drawLimit, max(1, runtime.GOMAXPROCS(0)-1))
	animations = make(drawLimit, 1)
)

// use draws when there is room.
func (e drawLimit) use(draw func() ([]byte, error)) ([]byte, error) {
	e <- struct{}{}
	defer func() { <-e }()
	return draw()
}

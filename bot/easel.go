package bot

import "runtime"

// easel bounds how many pictures are drawn at once, so that however many are
// asked for, a processor is left for moves where there are several.
type easel chan struct{}

// The easels of the process, as the processors are the process's too. Films
// have their own, because they take seconds and a board should not wait for them.
var (
	stills = make(easel, max(1, runtime.GOMAXPROCS(0)-1))
	films  = make(easel, 1)
)

// use draws when there is room.
func (e easel) use(draw func() ([]byte, error)) ([]byte, error) {
	e <- struct{}{}
	defer func() { <-e }()
	return draw()
}

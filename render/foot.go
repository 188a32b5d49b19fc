package render

import (
	"fmt"

	"raumbot/rules"
)

// footHeight is the height of the strip below the boards.
func (p *painter) footHeight() int { return 0 }
func (p *painter) paintFoot(y int) {}
func (p *painter) paintColumn()    {}
func (s Scene) drawStack() *canvas { panic(fmt.Sprint(rules.White)) }

package rules_test

import (
	"fmt"

	"raumbot/rules"
)

func ExampleVariant() {
	v, _ := rules.Find("stockschach216")
	p := v.Start()
	m, _ := p.ReadMove("Stockbroker wc2 to wc3")
	p, _ = p.Play(m)
	fmt.Println(p.Turn(), "has", len(p.Legal()), "moves")
	_, err := p.ReadMove("uc6 uc3")
	fmt.Println(err)
	// Output:
	// Black has 144 moves
	// the Stocknsexton does not move from uc6 to uc3
}

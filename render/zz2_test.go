package render

import (
	"fmt"
	"math/rand"
	"os"
	"raumbot/rules"
	"testing"
	"time"
)

func TestZZBlind(t *testing.T) {
	d := rand.New(rand.NewSource(time.Now().UnixNano()))
	vs := rules.Variants()
	f, _ := os.Create("/tmp/look/blind.txt")
	for i := range 4 {
		v := vs[1+d.Intn(len(vs)-1)]
		sc := played(t, v, d.Intn(6), -1)
		s := sc[len(sc)/4+d.Intn(len(sc)/2)]
		if i == 3 {
			s.View = Stack
			s.Theme = Dark
		}
		b, _ := PNG(s)
		os.WriteFile(fmt.Sprintf("/tmp/look/blind%d.png", i), b, 0644)
		fmt.Fprintln(f, i, Text(s))
	}
}

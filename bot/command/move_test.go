package command

import (
	"testing"

	"raumbot/bot"
	"raumbot/rules"
)

// TestMovesAreRead writes legal moves of every game as the bot does, with all signs, and alone: each is a move, and arrives as it was written.
func TestMovesAreRead(t *testing.T) {
	table := All()
	for _, v := range rules.Variants() {
		p := v.Start()
		for ply := 0; ply < 12 && len(p.Legal()) > 0; ply++ {
			for _, text := range p.LegalTexts() {
				for _, written := range []string{text, text + "!"} {
					c, args, err := table.Read(bot.Request{Text: written})
					if err != nil || c.Name != "move" || args.Word("move") != written {
						t.Errorf("%s: %s is read as %v %v, %v", v.Name, written, c, args.Words, err)
					}
				}
			}
			legal := p.Legal()
			p, _ = p.Play(legal[(ply*37+11)%len(legal)])
		}
	}
}

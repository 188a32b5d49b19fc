package gamefile

import "raumbot/rules"

// figures are the chessmen that a file may name. A piece without a figure is
// drawn as a badge with its code.
var figures = func() map[string]rules.Figure {
	byName := map[string]rules.Figure{}
	for _, f := range rules.Figures() {
		byName[f.String()] = f
	}
	return byName
}()

// plates are the name plates, which mark sets of pieces.
var plates = map[string]rules.Plate{
	"plain": rules.PlainPlate, "grey": rules.GreyPlate, "purple": rules.PurplePlate, "orange": rules.OrangePlate,
	"green": rules.GreenPlate, "blue": rules.BluePlate, "red": rules.RedPlate, "yellow": rules.YellowPlate, "gold": rules.GoldPlate,
}

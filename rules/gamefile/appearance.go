package gamefile

import "raumbot/rules"

// figures are the chessmen that a file may name. A piece without a figure is
// drawn as a badge with its code.
var figures = map[string]rules.Figure{
	"king": rules.KingFigure, "emperor": rules.EmperorFigure, "queen": rules.QueenFigure, "empress": rules.EmpressFigure,
	"coronet": rules.CoronetFigure, "rook": rules.RookFigure, "bishop": rules.BishopFigure, "knight": rules.KnightFigure,
	"unicorn": rules.UnicornFigure, "star": rules.StarFigure, "octagon": rules.OctagonFigure, "hexagon": rules.HexagonFigure,
	"broker": rules.BrokerFigure, "pawn": rules.PawnFigure, "coheir": rules.CoheirFigure, "garter": rules.GarterFigure,
	"thistle": rules.ThistleFigure, "patrician": rules.PatricianFigure,
}

// plates are the markings of sets of pieces.
var plates = map[string]rules.Plate{
	"plain": rules.PlainPlate, "grey": rules.GreyPlate, "purple": rules.PurplePlate, "orange": rules.OrangePlate,
	"green": rules.GreenPlate, "blue": rules.BluePlate, "red": rules.RedPlate, "yellow": rules.YellowPlate, "gold": rules.GoldPlate,
}

package rules

// Figure is the chessman that represents a kind of piece in pictures, usually
// the one that its article names.
type Figure uint8

// The figures.
const (
	KingFigure Figure = iota + 1
	EmperorFigure
	QueenFigure
	EmpressFigure
	CoronetFigure
	RookFigure
	BishopFigure
	KnightFigure
	UnicornFigure
	StarFigure
	OctagonFigure
	HexagonFigure
	BrokerFigure
	PawnFigure
	CoheirFigure
	GarterFigure
	ThistleFigure
	PatricianFigure
	SylphFigure
	GriffonFigure
	DragonFigure
	ElephantFigure
	DaggerFigure
	MitreFigure
	WizardFigure
	HelmFigure
	DwarfFigure
	SerpentFigure
	FlameFigure
)

// figureNames are the names by which files of games call the figures.
var figureNames = [...]string{
	KingFigure: "king", EmperorFigure: "emperor", QueenFigure: "queen", EmpressFigure: "empress", CoronetFigure: "coronet",
	RookFigure: "rook", BishopFigure: "bishop", KnightFigure: "knight", UnicornFigure: "unicorn",
	StarFigure: "star", OctagonFigure: "octagon", HexagonFigure: "hexagon",
	BrokerFigure: "broker", PawnFigure: "pawn", CoheirFigure: "coheir", GarterFigure: "garter", ThistleFigure: "thistle", PatricianFigure: "patrician",
	SylphFigure: "sylph", GriffonFigure: "griffon", DragonFigure: "dragon", ElephantFigure: "elephant", DaggerFigure: "dagger", MitreFigure: "mitre",
	WizardFigure: "wizard", HelmFigure: "helm", DwarfFigure: "dwarf", SerpentFigure: "serpent", FlameFigure: "flame",
}

// Figures returns all figures.
func Figures() []Figure {
	var all []Figure
	for f := range figureNames[1:] {
		all = append(all, Figure(f+1))
	}
	return all
}

// String returns the name of the figure in files of games, empty if there is none.
func (f Figure) String() string {
	if int(f) < len(figureNames) {
		return figureNames[f]
	}
	return ""
}

// Plate is the name plate that marks the set of a piece.
type Plate uint8

// The plates. Where an article marks its sets with strips of colour, the
// colours are its own.
const (
	PlainPlate Plate = iota
	GreyPlate
	PurplePlate
	OrangePlate
	GreenPlate
	BluePlate
	RedPlate
	YellowPlate
	GoldPlate
)

// Kind describes one kind of piece.
type Kind struct {
	// Code is the three capitals of logs and diagrams, Name the piece's name
	// in full.
	Code, Name string
	Figure     Figure
	Plate      Plate
	Moves      []Movement
	// Royal marks the piece that must not be left in check.
	Royal bool
	// Pawn marks the kinds that promote, double-step and capture en passant.
	Pawn bool
	// Promotion is what the kind may become, nil for kinds that never do.
	Promotion *Promotion
	// Freeze names the code of the key piece without which this kind cannot
	// move (section 3, "Frozen sets"); empty for none.
	Freeze string
	// Aura has the vectors, the same for both sides, to the cells on which the
	// piece freezes an enemy: it cannot move and attacks nothing.
	Aura []Vector
}

// kind builds a kind from the fields that every kind sets.
func kind(code, name string, figure Figure, plate Plate, moves ...Movement) Kind {
	return Kind{Code: code, Name: name, Figure: figure, Plate: plate, Moves: moves}
}

// Promotion says where a kind promotes and to what. Cells are named as for
// White; Black's lie opposite.
type Promotion struct {
	// Ranks lists the ranks, counted from 1, on which a move may end in
	// promotion. On those that Forced lists too it must.
	Ranks, Forced []int
	// ForcedIfStuck makes promotion compulsory also where the kind,
	// unpromoted, would have no move from there on an empty board.
	ForcedIfStuck bool
	// Level limits promotion to one level; empty means all.
	Level string
	Menu  []Choice
}

// Choice is what a kind may promote to under some conditions.
type Choice struct {
	Codes []string
	// Zones limits the choice to files of these zones; empty means all.
	Zones []Zone
	// Needs are conditions on the player's own pieces before the move.
	Needs []Need
}

// Need is a condition on how many pieces of a kind a player has.
type Need struct {
	Code string
	// Min and Max bound the number; a Max of 0 is no bound.
	Min, Max int
}

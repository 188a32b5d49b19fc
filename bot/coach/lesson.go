package coach

import (
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// lesson is one of the lessons: something to know, and a task that uses it.
type lesson struct {
	text, task phrase.Text
	position   string
	chosen     string   // the cell of the piece to move, empty if the learner has to find it
	goal       goal     // what the move must do
	target     string   // the cell that the goal refers to, if any
	offers     []string // moves offered as buttons, where typing one would be hard
}

// goal is what a move must do to solve a task.
type goal uint8

const (
	reach     goal = iota // go to the target
	capture               // capture on the target
	giveCheck             // give check, or checkmate
	giveMate              // give checkmate
	anyLegal              // be legal, in a position with few legal moves
)

// solves reports whether a legal move does what the task asks for.
func (l lesson) solves(p *rules.Position, m rules.Move) (bool, error) {
	after, err := p.Play(m)
	if err != nil {
		return false, err
	}
	at, taken := p.Capture(m)
	board := p.Variant().Board
	switch l.goal {
	case reach:
		return board.Name(m.To) == l.target, nil
	case capture:
		return taken != rules.NoPiece && board.Name(at) == l.target, nil
	case giveCheck:
		return after.Status() == rules.Check || after.Status() == rules.Checkmate, nil
	case giveMate:
		return after.Status() == rules.Checkmate, nil
	}
	return true, nil
}

// lessons returns all lessons, in order.
func lessons() []lesson {
	return []lesson{
		{
			text: phrase.Of("Five boards of 5x5 cells lie one above the other: a at the bottom, e at the top. A cell is named by its level, its file and its rank, so cc3 is level c, file c, rank 3. " +
				"The King steps to any cell that touches his own, also up and down."),
			task:     phrase.Of("Your King stands on cc3. Step straight up to dc3: write `cc3-dc3`."),
			position: "w KINcc3 KINec5 - - - 0 1", chosen: "cc3", goal: reach, target: "dc3",
		},
		{
			text:     phrase.Of("The Rook moves in straight lines: along a rank, along a file, or straight up and down. One of the three parts of a cell's name changes."),
			task:     phrase.Of("Take the black Pawn with your Rook."),
			position: "w KINac1,ROOaa1 KINec5,PAWea1 - - - 0 1", chosen: "aa1", goal: capture, target: "ea1",
		},
		{
			text:     phrase.Of("The Bishop moves diagonally, within a level or between levels. Two parts of the name change, by the same number."),
			task:     phrase.Of("Take the black Knight with your Bishop."),
			position: "w KINac1,BISbb2 KINec5,KNIdd2 - - - 0 1", chosen: "bb2", goal: capture, target: "dd2",
		},
		{
			text:     phrase.Of("The Unicorn exists only in three dimensions: it moves along the corners of the cells, so that all three parts of the name change by the same number."),
			task:     phrase.Of("Take the black Bishop with your Unicorn."),
			position: "w KINac1,UNIaa1 KINec5,BISdd4 - - - 0 1", chosen: "aa1", goal: capture, target: "dd4",
		},
		{
			text:     phrase.Of("The Queen moves like a Rook, a Bishop or a Unicorn."),
			task:     phrase.Of("Take the black Rook with your Queen."),
			position: "w KINac1,QUEcc1 KINec5,ROOee3 - - - 0 1", chosen: "cc1", goal: capture, target: "ee3",
		},
		{
			text:     phrase.Of("The Knight leaps: one part of the name changes by two and another by one. Nothing can stand in its way."),
			task:     phrase.Of("Take the black Bishop with your Knight."),
			position: "w KINae1,KNIac1 KINec5,PAWbc2,BISbc3 - - - 0 1", chosen: "ac1", goal: capture, target: "bc3",
		},
		{
			text:     phrase.Of("A Pawn steps one cell toward the enemy: ahead, or straight up for White and straight down for Black. There is no double step."),
			task:     phrase.Of("Step straight up with your Pawn."),
			position: "w KINac1,PAWbb2 KINec5 - - - 0 1", chosen: "bb2", goal: reach, target: "cb2",
		},
		{
			text:     phrase.Of("A Pawn captures one step diagonally toward the enemy: ahead and aside, up and aside, or ahead and up. Straight ahead and straight up it cannot capture."),
			task:     phrase.Of("Take the black Unicorn with your Pawn."),
			position: "w KINac1,PAWcc3 KINec5,UNIdd3,PAWcc4 - - - 0 1", chosen: "cc3", goal: capture, target: "dd3",
		},
		{
			text:     phrase.Of("A Pawn that reaches the farthest rank of the farthest level is promoted, to a Queen as a rule. White's Pawns are promoted on level e, rank 5."),
			task:     phrase.Of("Promote your Pawn to a Queen: write `ed4-ed5=QUE`, or press the button."),
			position: "w KINac1,PAWed4 KINec2 - - - 0 1", chosen: "ed4", goal: reach, target: "ed5", offers: []string{"ed4-ed5=QUE"},
		},
		{
			text:     phrase.Of("A King who could be taken next is in check. It is the aim of the game to put him in check so that nothing helps."),
			task:     phrase.Of("Give check with your Rook."),
			position: "w KINac1,ROOca3 KINec5 - - - 0 1", chosen: "ca3", goal: giveCheck,
		},
		{
			text:     phrase.Of("Whoever is in check must end it: move the King, take the attacker, or put something in between."),
			task:     phrase.Of("The black Rook gives check, straight down through all levels. End it in any way."),
			position: "w KINac1,BISbe1 KINec5,ROOec1 - - - 0 1", goal: anyLegal,
		},
		{
			text:     phrase.Of("If no move ends the check, it is checkmate and the game is over. If there is no legal move and no check, it is stalemate, a draw."),
			task:     phrase.Of("Give checkmate in one move."),
			position: "w KINbd2,QUEbd3,ROOdd3,UNIdb4 KINee5,PAWde5,PAWed5 - - - 0 1", goal: giveMate,
		},
	}
}

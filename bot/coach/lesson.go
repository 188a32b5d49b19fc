package coach

import (
	"errors"
	"fmt"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
	"raumbot/rules/compose"
)

// lesson is one of the lessons: something to know, and a task that uses it.
type lesson struct {
	text, task phrase.Text
	hint       phrase.Text // what helps with the task, without solving it
	position   string
	chosen     string   // the cell of the piece to move, empty if the learner has to find it
	goal       goal     // what the move must do
	target     string   // the cell that the goal refers to, if any
	offers     []string // moves offered as buttons, where typing one would be hard
	becomes    string   // the code of what the piece must be promoted to, if it must be that
	rule       *compose.Rule
}

// goal is what a move must do to solve a task.
type goal uint8

const (
	reach     goal = iota // go to the target
	capture               // capture on the target
	giveCheck             // give check, or checkmate
	giveMate              // give checkmate
	anyLegal              // be legal, in a position with few legal moves
	useRule               // use the rule
)

// solves reports whether a legal move does what the task asks for.
func (l lesson) solves(p *rules.Position, m rules.Move) (bool, error) {
	after, err := p.Play(m)
	if err != nil {
		return false, err
	}
	at, taken := p.Capture(m)
	board := p.Variant().Board
	if l.another(p, m) || l.wrongPromotion(p, m) {
		return false, nil
	}
	switch l.goal {
	case useRule:
		return l.rule.Shown(p, m), nil
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

// another reports whether a move is one of another piece than the task asks for.
func (l lesson) another(p *rules.Position, m rules.Move) bool {
	return l.chosen != "" && p.Variant().Board.Name(m.From) != l.chosen
}

// wrongPromotion reports whether a move promotes to another piece than the task asks for.
func (l lesson) wrongPromotion(p *rules.Position, m rules.Move) bool {
	return l.becomes != "" && m.Promotion != rules.NoKind && p.Variant().Kinds[m.Promotion].Code != l.becomes
}

// try reads an answer to the task. fault says what is wrong with it, and is empty if it solves the
// task.
func (l lesson) try(p *rules.Position, word string) (m rules.Move, fault phrase.Text, err error) {
	m, err = p.ReadMove(word)
	if refused := (*rules.MoveError)(nil); errors.As(err, &refused) {
		return m, phrase.Sentence(bot.Unmarked(phrase.Compose(refused.Words))), nil
	}
	if err != nil {
		return m, "", err
	}
	solved, err := l.solves(p, m)
	if err == nil && !solved {
		fault, err = l.fault(p, m)
	}
	return m, fault, err
}

// solution returns the first move that solves the task.
func (l lesson) solution(p *rules.Position) (rules.Move, error) {
	for _, m := range p.Legal() {
		if solved, err := l.solves(p, m); solved || err != nil {
			return m, err
		}
	}
	return rules.Move{}, fmt.Errorf("nothing solves the lesson %q", l.position)
}

// fault says why a legal move that does not solve the task does not.
func (l lesson) fault(p *rules.Position, m rules.Move) (phrase.Text, error) {
	after, err := p.Play(m)
	if err != nil {
		return "", err
	}
	at, taken := p.Capture(m)
	move := p.Text(m)
	if l.another(p, m) {
		return phrase.Of("%s is a legal move, but one of another piece. The one on %s has to move.", move, l.chosen), nil
	}
	if l.wrongPromotion(p, m) {
		kinds := p.Variant().Kinds
		become, _ := p.Variant().KindByCode(l.becomes)
		return phrase.Of("%s promotes to another piece, the %s. You are to get the %s.", move, phrase.Term(kinds[m.Promotion].Name), phrase.Term(kinds[become].Name)), nil
	}
	switch l.goal {
	case useRule:
		return phrase.Of("%s is a legal move, but not what the task asks for.", move), nil
	case reach:
		return phrase.Of("%s is a legal move, but it does not end on %s.", move, l.target), nil
	case capture:
		if taken == rules.NoPiece {
			return phrase.Of("%s is a legal move, but it takes nothing. What you are to take stands on %s.", move, l.target), nil
		}
		return phrase.Of("%s takes what stands on %s. What you are to take stands on %s.", move, p.Variant().Board.Name(at), l.target), nil
	}
	royal := p.Variant().Board.Name(after.Royal(after.Turn()))
	if after.Status() != rules.Check {
		return phrase.Of("%s is a legal move, but it does not attack the King on %s.", move, royal), nil
	}
	return phrase.Of("%s gives check, but it is no checkmate: %s can answer it by %s.", move, after.Turn(), after.Text(after.Legal()[0])), nil
}

// lessons returns the lessons on Raumschach, in order.
func lessons() []lesson {
	return []lesson{
		{
			text: phrase.Of("Five boards of 5x5 cells lie one above the other: a at the bottom, e at the top. A cell is named by its level, its file and its rank, so cc3 is level c, file c, rank 3. " +
				"The King steps to any cell that touches his own, also up and down."),
			task:     phrase.Of("Your King stands on cc3. Step straight up to dc3: write `cc3-dc3`."),
			hint:     phrase.Of("Only the level changes: dc3 lies straight above cc3, on the next board."),
			position: "w KINcc3 KINec5 - - - 0 1", chosen: "cc3", goal: reach, target: "dc3",
		},
		{
			text:     phrase.Of("The Rook moves in straight lines: along a rank, along a file, or straight up and down. One of the three parts of a cell's name changes."),
			task:     phrase.Of("Take the black Pawn with your Rook."),
			hint:     phrase.Of("aa1 and ea1 have the same file and rank, so the Pawn stands straight above your Rook, four levels up."),
			position: "w KINac1,ROOaa1 KINec5,PAWea1 - - - 0 1", chosen: "aa1", goal: capture, target: "ea1",
		},
		{
			text:     phrase.Of("The Bishop moves diagonally, within a level or between levels. Two parts of the name change, by the same number."),
			task:     phrase.Of("Take the black Knight with your Bishop."),
			hint:     phrase.Of("From bb2 to dd2 level and file change by two each, and the rank stays."),
			position: "w KINac1,BISbb2 KINec5,KNIdd2 - - - 0 1", chosen: "bb2", goal: capture, target: "dd2",
		},
		{
			text:     phrase.Of("The Unicorn exists only in three dimensions: it moves along the corners of the cells, so that all three parts of the name change by the same number."),
			task:     phrase.Of("Take the black Bishop with your Unicorn."),
			hint:     phrase.Of("From aa1 to dd4 level, file and rank change by three each."),
			position: "w KINac1,UNIaa1 KINec5,BISdd4 - - - 0 1", chosen: "aa1", goal: capture, target: "dd4",
		},
		{
			text:     phrase.Of("The Queen moves like a Rook, a Bishop or a Unicorn."),
			task:     phrase.Of("Take the black Rook with your Queen."),
			hint:     phrase.Of("From cc1 to ee3 all three parts change by two, so the Queen moves as a Unicorn does."),
			position: "w KINac1,QUEcc1 KINec5,ROOee3 - - - 0 1", chosen: "cc1", goal: capture, target: "ee3",
		},
		{
			text:     phrase.Of("The Knight leaps: one part of the name changes by two and another by one. Nothing can stand in its way."),
			task:     phrase.Of("Take the black Bishop with your Knight."),
			hint:     phrase.Of("From ac1 to bc3 the level changes by one and the rank by two. The Pawn in between does not matter."),
			position: "w KINae1,KNIac1 KINec5,PAWbc2,BISbc3 - - - 0 1", chosen: "ac1", goal: capture, target: "bc3",
		},
		{
			text:     phrase.Of("A Pawn steps one cell toward the enemy: ahead, or straight up for White and straight down for Black. There is no double step."),
			task:     phrase.Of("Step straight up with your Pawn."),
			hint:     phrase.Of("cb2 lies straight above bb2."),
			position: "w KINac1,PAWbb2 KINec5 - - - 0 1", chosen: "bb2", goal: reach, target: "cb2",
		},
		{
			text:     phrase.Of("A Pawn captures one step diagonally toward the enemy: ahead and aside, up and aside, or ahead and up. Straight ahead and straight up it cannot capture."),
			task:     phrase.Of("Take the black Unicorn with your Pawn."),
			hint:     phrase.Of("The Unicorn on dd3 stands one level up and one file aside. The Pawn on cc4 stands straight ahead, where yours cannot capture."),
			position: "w KINac1,PAWcc3 KINec5,UNIdd3,PAWcc4 - - - 0 1", chosen: "cc3", goal: capture, target: "dd3",
		},
		{
			text:     phrase.Of("A Pawn that reaches the farthest rank of the farthest level is promoted, to a Queen as a rule. White's Pawns are promoted on level e, rank 5."),
			task:     phrase.Of("Promote your Pawn to a Queen: write `ed4-ed5=QUE`, or press the button."),
			hint:     phrase.Of("Go straight ahead to ed5, and choose the Queen."),
			position: "w KINac1,PAWed4 KINec2 - - - 0 1", chosen: "ed4", goal: reach, target: "ed5", becomes: "QUE", offers: []string{"ed4-ed5=QUE"},
		},
		{
			text:     phrase.Of("A King who could be taken next is in check. It is the aim of the game to put him in check so that nothing helps."),
			task:     phrase.Of("Give check with your Rook."),
			hint:     phrase.Of("The King stands on ec5. Your Rook gives check from any cell that shares two of the three letters and numbers with ec5, if nothing stands in between."),
			position: "w KINac1,ROOaa5 KINec5 - - - 0 1", chosen: "aa5", goal: giveCheck,
		},
		{
			text:     phrase.Of("Whoever is in check must end it: move the King, take the attacker, or put something in between."),
			task:     phrase.Of("The black Rook gives check, straight down through all levels. End it in any way."),
			hint:     phrase.Of("Your Bishop can go in between, or your King can step out of the column below ec1."),
			position: "w KINac1,BISbe1 KINec5,ROOec1 - - - 0 1", goal: anyLegal,
		},
		{
			text:     phrase.Of("If no move ends the check, it is checkmate and the game is over. If there is no legal move and no check, it is stalemate, a draw."),
			task:     phrase.Of("Give checkmate in one move."),
			hint:     phrase.Of("The Queen wins if she gives check where the King cannot take her because another piece protects her."),
			position: "w KINbd2,QUEbd3,ROOdd3,UNIdb4 KINee5,PAWde5,PAWed5 - - - 0 1", goal: giveMate,
		},
	}
}

package rules

import (
	"fmt"
	"strings"
)

// Reason classifies why a move is not legal, for programs.
type Reason uint8

// The reasons.
const (
	Unreadable     Reason = iota + 1 // not a move in any form
	NoSuchCell                       // the board has no such cell
	NoSuchPiece                      // the game has no such piece
	GameOver                         // the position is finished
	EmptyCell                        // the cell of origin is empty
	NotYourPiece                     // the opponent's piece stands there
	WrongPiece                       // another piece than the one named stands there
	FrozenSet                        // the set's key piece is lost
	OwnPiece                         // an own piece is on the destination
	NotThatWay                       // the piece never moves that way
	Blocked                          // another piece stands between
	OnlyCaptures                     // the piece goes there only to capture
	OnlyQuiet                        // the piece goes there only without capturing
	LeavesCheck                      // the royal piece would stand in check
	NoCastling                       // castling is barred
	NeedsPromotion                   // the move must name a promotion
	WrongPromotion                   // that promotion is not available
	Ambiguous                        // several moves fit
)

// Say formats words as [fmt.Sprintf] does, possibly translating the
// format. Formats use only the verbs %s and %d.
type Say func(format string, args ...any) string

// MoveError says why a text or a move is not a legal move. Its Error is a
// sentence for the player.
type MoveError struct {
	Reason Reason
	// Cell is the cell responsible, such as a blocker's, else [NoCell].
	Cell Cell
	// Choices are the legal moves that may have been meant.
	Choices []Move
	sentence
}

func (e *MoveError) Error() string { return e.Words(fmt.Sprintf) }

func moveError(reason Reason, cell Cell, format string, args ...any) *MoveError {
	return &MoveError{Reason: reason, Cell: cell, sentence: sentence{format, args}}
}

// RecordError says why a text is not a record of a game.
type RecordError struct {
	sentence
	cause error
}

func (e *RecordError) Error() string { return e.Words(fmt.Sprintf) }

// Unwrap returns the error of a move in the record, nil for other errors.
func (e *RecordError) Unwrap() error { return e.cause }

func recordError(format string, args ...any) *RecordError {
	return &RecordError{sentence: sentence{format, args}}
}

// moveOf returns the error for a move in a record.
func moveOf(err error, number int, move any) *RecordError {
	why := wording(func(Say) string { return err.Error() })
	if refused, ok := err.(*MoveError); ok {
		why = refused.Words
	}
	e := recordError("move %d of the record, %s: %s", number, move, why)
	e.cause = err
	return e
}

// sentence is the text of an error before translation.
type sentence struct {
	format string
	args   []any
}

// wording is an argument of a sentence that has to be translated itself.
type wording func(Say) string

// clause returns a wording, part of a sentence, that is made of others.
func clause(format string, args ...any) wording { return (&sentence{format, args}).Words }

// Words returns the sentence formatted by say. Names of pieces and cells are arguments.
func (s *sentence) Words(say Say) string {
	args := make([]any, 0, len(s.args))
	for _, arg := range s.args {
		if words, ok := arg.(wording); ok {
			arg = words(say)
		}
		args = append(args, arg)
	}
	return say(s.format, args...)
}

// name and piece return the words of refusals.
func (p *Position) name(c Cell) string { return p.variant.Board.Name(c) }

func (p *Position) piece(c Cell) wording { return p.kind(p.board[c].Kind()) }

func (p *Position) kind(id KindID) wording { return clause(p.variant.Kinds[id].Name) }

// aPiece is the piece's name with its article.
func (p *Position) aPiece(c Cell) wording {
	name := p.variant.Kind(p.board[c]).Name
	return func(say Say) string {
		if strings.ContainsRune("AEIO", rune(name[0])) {
			return say("an %s", say(name))
		}
		return say("a %s", say(name))
	}
}

// list lists moves for people to choose from: a few, then the number of the others. describeAll
// lists them with their pieces.
func (p *Position) list(moves []Move) wording {
	return listed(moves, func(m Move, _ Say) string { return p.Text(m) }, ", ")
}

func (p *Position) describeAll(moves []Move) wording { return listed(moves, p.Words, ", ") }

// listed lists a few items, then the number of the others.
func listed[T any](all []T, write func(T, Say) string, comma string) wording {
	const most = 12
	return func(say Say) string {
		var texts []string
		for _, one := range all[:min(most, len(all))] {
			texts = append(texts, write(one, say))
		}
		text := strings.Join(texts, comma)
		if len(all) > most {
			return say("%s and %d more", text, len(all)-most)
		}
		return text
	}
}

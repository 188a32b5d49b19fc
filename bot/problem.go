package bot

import (
	"errors"

	"raumbot/bot/phrase"
)

// ProblemKind sorts what can go wrong for a player, for those who must act on
// it rather than read it.
type ProblemKind string

// The kinds of problems.
const (
	Misunderstood ProblemKind = "misunderstood" // the words make no command
	Unknown       ProblemKind = "unknown"       // no such game, player, variant
	NotAllowed    ProblemKind = "not allowed"   // somebody else may, this person not
	NotNow        ProblemKind = "not now"       // the state of the game forbids it
	IllegalMove   ProblemKind = "illegal move"
	Ambiguous     ProblemKind = "ambiguous" // Buttons list what could be meant
	TooOften      ProblemKind = "too often" // the user has asked for too much lately
	Internal      ProblemKind = "internal"  // our fault; the log tells more
)

// Problem is a mistake of a player, or for them. Text is a sentence in
// the markup of [Format] that says what is wrong and what to do next.
type Problem struct {
	Kind    ProblemKind
	Text    string
	Buttons []Button
	// Yes is the command that a yes to the text gives, empty if it asks nothing.
	Yes string
	// Language is the code of the language that the problem is written out in, empty if it is in none yet.
	Language string
	// Zone is the time zone of whoever has it, as that of a [Message].
	Zone string
	// Personal means that others should not read it.
	Personal bool
}

// Error returns the sentence, in English if it has no language yet.
func (p *Problem) Error() string { return phrase.English(p.Text) }

// problem makes a Problem of a format.
func Problemf(kind ProblemKind, format string, args ...any) *Problem {
	return &Problem{Kind: kind, Text: phrase.Of(format, args...)}
}

// Complain returns the reply that shows the error of a request to
// whoever made the request.
func Complain(r Request, err error) Reply {
	r.From.Name = CleanName(r.From.Name)
	m := r.Answer(Aside, err.Error())
	var p *Problem
	if errors.As(err, &p) {
		m.Buttons, m.Language, m.Zone, m.Yes = p.Buttons, p.Language, p.Zone, p.Yes
		m.Personal = p.Personal && m.Audience == Aside
	}
	return Reply{Outcome: Refused, Answer: []Message{m}}
}

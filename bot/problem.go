package bot

import (
	"errors"

	"raumbot/bot/phrase"
)

// ProblemKind classifies problems for code that has to act on
// them rather than show them.
type ProblemKind string

// The kinds of problems.
const (
	Misunderstood ProblemKind = "misunderstood" // the text is not a command
	Unknown       ProblemKind = "unknown"       // no such game, player or variant
	NotAllowed    ProblemKind = "not allowed"   // others may do it, this user may not
	NotNow        ProblemKind = "not now"       // the state of the game does not allow it
	IllegalMove   ProblemKind = "illegal move"
	Ambiguous     ProblemKind = "ambiguous" // Buttons list the possible meanings
	TooOften      ProblemKind = "too often" // the user has sent too many requests
	Internal      ProblemKind = "internal"  // a fault of the program; details are in the log
)

// Problem is an error to show to a user. Text is a sentence in the markup
// of [Format] that says what is wrong and what to do next.
type Problem struct {
	Kind    ProblemKind
	Text    string
	Buttons []Button
	// Yes is the command that a yes to the text gives, empty if it asks nothing.
	Yes string
	// Language is the code of the language that the problem has been rendered in, empty if it has not been.
	Language string
	// Zone is the time zone of whoever has it, as that of a [Message].
	Zone string
	// Personal means that others should not read it.
	Personal bool
}

// Error returns the text, in English if it has not been rendered.
func (p *Problem) Error() string { return phrase.English(p.Text) }

// Problemf returns a Problem with a formatted text; see [phrase.Of] for the format.
func Problemf(kind ProblemKind, format string, args ...any) *Problem {
	return &Problem{Kind: kind, Text: phrase.Of(format, args...)}
}

// Complain returns the reply that tells the author of a request about
// its error.
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

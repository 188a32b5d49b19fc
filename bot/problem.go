package bot

import (
	"errors"

	"raumbot/bot/phrase"
)

// ProblemKind classifies problems for code that has to act on them rather than show them.
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
	Away          ProblemKind = "away"      // the server of the database cannot be reached
	Internal      ProblemKind = "internal"  // a fault of the program; details are in the log
)

// Problem is an error to show to a user. Text is a sentence in the markup of [Format] that says
// what is wrong and what to do next.
type Problem struct {
	Kind    ProblemKind
	Text    phrase.Text
	Buttons []Button
	Menu    *Menu // offers further commands to choose from
	// Yes is the command for the answer yes, empty if the text asks nothing.
	Yes string
	// Lacks means that an argument is missing, so that the next text may be it.
	Lacks bool
	// Language is the code of the language in which the problem has been rendered, empty if it has not
	// been.
	Language string
	// Zone is the time zone of the user who has the problem, as that of a [Message].
	Zone string
	// Personal means that others should not read it.
	Personal bool
	// Hasty means that the user makes too many requests, so that this one was not carried out. A
	// platform need not say so each time.
	Hasty bool
}

// IsHasty reports whether an error is a [Problem] of a user who makes too many requests.
func IsHasty(err error) bool {
	var p *Problem
	return errors.As(err, &p) && p.Hasty
}

// AtFault reports whether the problem lies with the bot, which may not even have looked at the
// request.
func (p *Problem) AtFault() bool { return p.Kind == Away || p.Kind == Internal }

// Error returns the text, in English if it has not been rendered.
func (p *Problem) Error() string { return phrase.English(p.Text) }

// Problemf returns a Problem with a formatted text; see [phrase.Of] for the format.
func Problemf(kind ProblemKind, format string, args ...any) *Problem {
	return &Problem{Kind: kind, Text: phrase.Of(format, args...)}
}

// Complain returns the reply that tells the author of a request about its error.
func Complain(r Request, err error) RenderedReply {
	r.From.Name = CleanName(r.From.Name)
	m := r.Answer(Aside, phrase.Said(err.Error()))
	var p *Problem
	if errors.As(err, &p) {
		m.Buttons, m.Menu, m.Language, m.Zone, m.Yes = p.Buttons, p.Menu, p.Language, p.Zone, p.Yes
		m.Personal = p.Personal && m.Audience == Aside
	}
	return RenderedReply{Outcome: Refused, Answer: []RenderedMessage{Render(m, phrase.Language{})}}
}

// RenderProblem returns a problem whose text, buttons and menu show what they say in a language.
func RenderProblem(p *Problem, l phrase.Language) *Problem {
	told := *p
	word := func(text phrase.Text) phrase.Text { return phrase.Said(l.Render(text)) }
	told.Text, told.Buttons, told.Menu = word(p.Text), rewordedButtons(p.Buttons, word), rewordedMenu(p.Menu, word)
	return &told
}

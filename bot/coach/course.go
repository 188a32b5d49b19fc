package coach

import (
	"slices"

	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/teach"
	"raumbot/rules"
	"raumbot/rules/compose"
)

// courseKey is the key of a variant's lessons among what is derived from the variant.
type courseKey struct{}

// course returns the lessons on a variant: those on Raumschach, or one for each piece that is new
// to somebody who knows Raumschach, because Raumschach has none of that name or it moves otherwise,
// and one for each rule other than how pieces move.
func course(v *rules.Variant) []lesson {
	return v.Derived(courseKey{}, func() any {
		known, err := rules.Find(action.LessonVariant)
		if err != nil || v.Name == action.LessonVariant {
			return lessons()
		}
		all := []lesson{}
		for i := range v.Kinds[1:] {
			id := rules.KindID(i + 1)
			fresh := &v.Kinds[id]
			if slices.ContainsFunc(known.Kinds[1:], func(k rules.Kind) bool {
				return k.Name == fresh.Name && slices.Equal(k.MoveWords(), fresh.MoveWords())
			}) {
				continue
			}
			if l, ok := lessonOn(v, id); ok {
				all = append(all, l)
			}
		}
		for _, e := range compose.Examples(v) {
			if e.Rule != compose.Checkmate && e.Rule != compose.Transfer { // known, and shown by every piece
				all = append(all, lessonOnRule(e))
			}
		}
		return all
	}).([]lesson)
}

// lessonOnRule returns a lesson in which a move has to show a rule.
func lessonOnRule(e compose.Example) lesson {
	v, words := e.Before.Variant(), teach.Of(e)
	l := lesson{text: words.Rule, task: words.Task, position: e.Before.Line(), goal: useRule, rule: &e.Rule}
	from := v.Board.Name(e.Move.From)
	l.hint = pressHint(phrase.Term(v.Kind(e.Before.At(e.Move.From)).Name), from)
	if e.Rule == compose.Promotion {
		l.chosen, l.becomes, l.offers = from, v.Kinds[e.Move.Promotion].Code, []string{e.Before.Text(e.Move)}
	}
	return l
}

// lessonOn returns a lesson on a piece: alone on the board but for the Kings, it has to take a
// piece or, if it cannot take anything, to go to a cell. ok is false if there is no such position.
func lessonOn(v *rules.Variant, id rules.KindID) (l lesson, ok bool) {
	kind := &v.Kinds[id]
	name := phrase.Term(kind.Name)
	words := []phrase.Text{phrase.Of("%s (%s), a piece of %s.", name, kind.Code, v.Title)}
	for _, said := range append(kind.MoveWords(), kind.PromotionWords()) {
		if said != "" {
			words = append(words, phrase.Term(said))
		}
	}
	p, to, takes, ok := compose.Task(v, id)
	if !ok {
		return l, false
	}
	l = lesson{text: phrase.Join(words, "\n"), position: p.Line(), chosen: v.Board.Name(v.DiagramCell(id)), target: v.Board.Name(to), goal: reach}
	l.hint = pressHint(name, l.chosen)
	l.task = phrase.Of("Move your %s to %s.", name, l.target)
	if takes {
		l.goal, l.task = capture, phrase.Of("Take the black %s on %s with your %s.", phrase.Term(v.Kind(p.At(to)).Name), l.target, name)
	}
	return l, true
}

// pressHint says how to see where a piece can go.
func pressHint(name phrase.Text, from string) phrase.Text {
	return phrase.Of("Press the %s on %s: every cell that it can reach is marked, on all levels.", name, from)
}

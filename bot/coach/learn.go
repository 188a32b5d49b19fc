package coach

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// learn takes the asker through the lessons on Raumschach, or explains what is new in another
// variant.
func learn(c *action.Call) (bot.Reply, error) {
	if c.Args.Variant != nil && c.Args.Variant.Name != action.LessonVariant {
		return learnVariant(c, c.Args.Variant)
	}
	v, err := rules.Find(action.LessonVariant)
	if err != nil {
		return bot.Reply{}, err
	}
	all := lessons()
	step := min(c.Me.Lesson, len(all)-1)
	switch word := strings.ToLower(c.Args.Word("answer")); word {
	case "":
		return showLesson(c, step, ""), nil
	case "restart", "again":
		return goToLesson(c, 0, "")
	case "back":
		return goToLesson(c, max(step-1, 0), "")
	case "next", "skip":
		if step == len(all)-1 {
			return lessonsDone(c), nil
		}
		return goToLesson(c, step+1, "")
	}
	lesson := all[step]
	p, err := rules.ReadPosition(v, lesson.position)
	if err != nil {
		return bot.Reply{}, err
	}
	if strings.EqualFold(c.Args.Word("answer"), "solution") {
		return solveLesson(c, step, p)
	}
	m, err := p.ReadMove(c.Args.Word("answer"))
	if refused := (*rules.MoveError)(nil); errors.As(err, &refused) {
		return showLesson(c, step, phrase.Sentence(bot.Unmarked(phrase.Compose(refused.Words)))), nil
	}
	if err != nil {
		return bot.Reply{}, err
	}
	solved, err := lesson.solves(p, m)
	switch {
	case err != nil:
		return bot.Reply{}, err
	case !solved:
		return showLesson(c, step, phrase.Of("%s is a legal move, but not what the task asks for. Try again!", p.Text(m))), nil
	}
	return finishLesson(c, step, phrase.Of("Well done!"))
}

// solveLesson tells a move that solves the task of a step, and goes on to the next step.
func solveLesson(c *action.Call, step int, p *rules.Position) (bot.Reply, error) {
	for _, m := range p.Legal() {
		switch solved, err := lessons()[step].solves(p, m); {
		case err != nil:
			return bot.Reply{}, err
		case solved:
			return finishLesson(c, step, phrase.Of("%s solves it.", p.Text(m)))
		}
	}
	return showLesson(c, step, ""), nil
}

// finishLesson shows the given line, and below it the next step or, after the last step, the end of
// the lessons.
func finishLesson(c *action.Call, step int, before phrase.Text) (bot.Reply, error) {
	if step < len(lessons())-1 {
		return goToLesson(c, step+1, before)
	}
	c.Me.Lesson = 0
	reply := lessonsDone(c)
	reply.Answer[0].Text = before + "\n" + reply.Answer[0].Text
	return reply, c.Tx.PutPlayer(c.Me)
}

// goToLesson stores the asker's progress, and shows the lesson.
func goToLesson(c *action.Call, step int, before phrase.Text) (bot.Reply, error) {
	c.Me.Lesson = step
	return showLesson(c, step, before), c.Tx.PutPlayer(c.Me)
}

// showLesson shows a lesson to the asker only, after the line before. A bare move then answers
// it.
func showLesson(c *action.Call, step int, before phrase.Text) bot.Reply {
	all := lessons()
	lesson := all[step]
	lines := []phrase.Text{phrase.Of("Step %d of %d. %s", step+1, len(all), lesson.text), phrase.Of("Task: %s", lesson.task)}
	if before != "" {
		lines = slices.Insert(lines, 0, before)
	}
	buttons := []bot.Button{{Label: phrase.Of("Skip"), Command: action.CommandText("learn", "next")}}
	if step > 0 {
		buttons = append(buttons, bot.Button{Label: phrase.Of("Back"), Command: action.CommandText("learn", "back")})
	}
	for _, move := range lesson.offers {
		buttons = append(buttons, bot.Button{Label: phrase.Said(move), Command: "learn " + move})
	}
	m := c.Message(bot.Private, phrase.Join(lines, "\n"), buttons...)
	m.Picture = &bot.Picture{Variant: action.LessonVariant, Position: lesson.position, Chosen: lesson.chosen}
	m.Answers, m.Task = "learn", phrase.Of("Your task is still open: %s", lesson.task)
	return bot.Reply{Answer: []bot.Message{m}}
}

// lessonsDone returns the reply after the last lesson.
func lessonsDone(c *action.Call) bot.Reply {
	return c.AnswerPrivately(phrase.Of("That was all: you know the pieces and how a game is won. Each of the other games adds something of its own; `learn GAME` says what.\n"+
		"Now play: `seek raumschach` lets anybody accept, `challenge NAME raumschach` invites somebody, `challenge computer raumschach` plays the computer, `study raumschach` moves both sides."),
		bot.Button{Label: phrase.Of("Seek an opponent"), Command: action.CommandText("seek", action.LessonVariant)},
		action.PlayComputer(action.LessonVariant),
		bot.Button{Label: phrase.Of("Move both sides"), Command: action.CommandText("study", action.LessonVariant)},
		bot.Button{Label: phrase.Of("The other games"), Command: "variants"})
}

// learnVariant explains what is new in a variant to somebody who knows Raumschach.
func learnVariant(c *action.Call, v *rules.Variant) (bot.Reply, error) {
	known, err := rules.Find(action.LessonVariant)
	if err != nil {
		return bot.Reply{}, err
	}
	var fresh, old []phrase.Text
	var buttons []bot.Button
	for _, k := range v.Kinds[1:] {
		if slices.ContainsFunc(known.Kinds, func(o rules.Kind) bool { return o.Name == k.Name }) {
			old = append(old, phrase.Term(k.Name))
			continue
		}
		fresh = append(fresh, phrase.Term(k.Name))
		if len(buttons) < lessonPieces {
			buttons = append(buttons, bot.Button{Label: phrase.Term(k.Name), Command: fmt.Sprintf("piece %s %s", v.Name, k.Code)})
		}
	}
	lines := []phrase.Text{phrase.Of("%s: %s. This is what is new if you know Raumschach.", v.Title, bot.Blurb(v)), bot.PlainStory(v)}
	if len(old) > 0 {
		lines = append(lines, phrase.Of("You know: %s. Their moves may differ here; `piece NAME` says how.", phrase.Join(old, ", ")))
	}
	if len(fresh) > 0 {
		lines = append(lines, phrase.Of("New: %s.", phrase.Join(fresh, ", ")))
	}
	lines = append(lines, phrase.Of("`study %s` lets you try it, with both sides.", v.Name))
	m := c.Message(bot.Private, phrase.Join(lines, "\n"), buttons...)
	m.Picture = &bot.Picture{Variant: v.ID()}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// lessonPieces is the maximum number of new pieces that get a button.
const lessonPieces = 20

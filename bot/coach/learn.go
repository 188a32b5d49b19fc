package coach

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// learn takes the asker through the lessons on Raumschach, or explains what is new in another
// variant and takes the asker through the lessons on that.
func learn(c *action.Call) (bot.Reply, error) {
	v, err := rules.Find(action.LessonVariant)
	if err != nil {
		return bot.Reply{}, err
	}
	if c.Args.Variant != nil {
		v = c.Args.Variant
	}
	at := lessonAt{v, course(v), min(c.Me.Lesson, len(course(v))-1)}
	word := strings.TrimSpace(c.Args.Word("answer"))
	first, rest, _ := strings.Cut(word, " ")
	n, err := strconv.Atoi(first)
	switch named := err == nil && n >= 1; {
	case named && n > len(at.all):
		return bot.Reply{}, bot.Problemf(bot.Unknown, "%s has %d lessons.", v.Title, len(at.all))
	case named:
		at.step = n - 1
		if word = strings.TrimSpace(rest); word == "" {
			return goToLesson(c, at, "")
		}
	case v.Name != action.LessonVariant:
		return learnVariant(c, v)
	}
	switch strings.ToLower(word) {
	case "":
		return showLesson(c, at, ""), nil
	case "restart", "again":
		at.step = 0
		return goToLesson(c, at, "")
	case "back":
		at.step = max(at.step-1, 0)
		return goToLesson(c, at, "")
	case "next", "skip":
		if at.step == len(at.all)-1 {
			return lessonsDone(c, v), nil
		}
		at.step++
		return goToLesson(c, at, "")
	}
	return answerLesson(c, at, word)
}

// lessonAt is one of the lessons on a variant, counted from 0.
type lessonAt struct {
	variant *rules.Variant
	all     []lesson
	step    int
}

func (l lessonAt) lesson() lesson { return l.all[l.step] }

// command returns the words of a command about the lesson. Lessons on Raumschach need not be named:
// the asker is at one of them.
func (l lessonAt) command(word string) string {
	if l.variant.Name == action.LessonVariant {
		return strings.TrimSpace("learn " + word)
	}
	return strings.TrimSpace(fmt.Sprintf("learn %s %d %s", l.variant.Name, l.step+1, word))
}

// answerLesson takes a move as the answer to a task.
func answerLesson(c *action.Call, at lessonAt, word string) (bot.Reply, error) {
	p, err := rules.ReadPosition(at.variant, at.lesson().position)
	if err != nil {
		return bot.Reply{}, err
	}
	if strings.EqualFold(word, "solution") {
		return solveLesson(c, at, p)
	}
	_, fault, err := at.lesson().try(p, word)
	switch {
	case err != nil:
		return bot.Reply{}, err
	case fault != "":
		return showLesson(c, at, fault), nil
	}
	c.Me.Learn(at.variant.Name, at.step)
	return finishLesson(c, at, phrase.Of("Well done!"))
}

// solveLesson tells a move that solves the task of a lesson, and goes on to the next one.
func solveLesson(c *action.Call, at lessonAt, p *rules.Position) (bot.Reply, error) {
	m, err := at.lesson().solution(p)
	if err != nil {
		return bot.Reply{}, err
	}
	return finishLesson(c, at, phrase.Of("%s solves it.", p.Text(m)))
}

// finishLesson shows the given line, and below it the next step or, after the last step, the end of
// the lessons.
func finishLesson(c *action.Call, at lessonAt, before phrase.Text) (bot.Reply, error) {
	if at.step < len(at.all)-1 {
		at.step++
		return goToLesson(c, at, before)
	}
	if at.variant.Name == action.LessonVariant {
		c.Me.Lesson = 0
	}
	reply := lessonsDone(c, at.variant)
	reply.Answer[0].Text = before + "\n" + reply.Answer[0].Text
	return reply, c.Tx.PutPlayer(c.Me)
}

// goToLesson stores the asker's progress, and shows the lesson.
func goToLesson(c *action.Call, at lessonAt, before phrase.Text) (bot.Reply, error) {
	if at.variant.Name == action.LessonVariant {
		c.Me.Lesson = at.step
	}
	return showLesson(c, at, before), c.Tx.PutPlayer(c.Me)
}

// showLesson shows a lesson to the asker only, after the line before. A bare move then answers
// it.
func showLesson(c *action.Call, at lessonAt, before phrase.Text) bot.Reply {
	lesson := at.lesson()
	lines := []phrase.Text{phrase.Of("Step %d of %d. %s", at.step+1, len(at.all), lesson.text), phrase.Of("Task: %s", lesson.task)}
	if before != "" {
		lines = slices.Insert(lines, 0, before)
	}
	buttons := []bot.Button{{Label: phrase.Of("Skip"), Command: at.command("next")}}
	if at.step > 0 {
		buttons = append(buttons, bot.Button{Label: phrase.Of("Back"), Command: at.command("back")})
	}
	for _, move := range lesson.offers {
		buttons = append(buttons, bot.Button{Label: phrase.Said(move), Command: at.command(move)})
	}
	m := c.Message(bot.Private, phrase.Join(lines, "\n"), buttons...)
	m.Picture = &bot.Picture{Variant: at.variant.ID(), Position: lesson.position, Chosen: lesson.chosen}
	m.Answers, m.Task = at.command(""), phrase.Of("Your task is still open: %s", lesson.task)
	return bot.Reply{Answer: []bot.Message{m}}
}

// lessonsDone returns the reply after the last lesson on a variant.
func lessonsDone(c *action.Call, v *rules.Variant) bot.Reply {
	if v.Name != action.LessonVariant {
		return c.AnswerPrivately(phrase.Of("That was all: you know the pieces of %s. Now play: `seek %s` lets anybody accept, `challenge computer %s` plays the computer.", v.Title, v.Name, v.Name),
			bot.Button{Label: phrase.Of("Seek an opponent"), Command: "seek " + v.Name}, action.PlayComputer(v.Name))
	}
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
	if len(course(v)) > 0 {
		buttons = slices.Insert(buttons, 0, bot.Button{Label: phrase.Of("Try them out"), Command: fmt.Sprintf("learn %s 1", v.Name)})
	}
	m := c.Message(bot.Private, phrase.Join(lines, "\n"), buttons...)
	m.Picture = &bot.Picture{Variant: v.ID()}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// lessonPieces is the maximum number of new pieces that get a button.
const lessonPieces = 20

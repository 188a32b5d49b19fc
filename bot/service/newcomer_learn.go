package service

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// learn takes the asker through the lessons on Raumschach, or explains what is new in another game.
func learn(c *call) (bot.Reply, error) {
	if c.args.Variant != nil && c.args.Variant.Name != lessonVariant {
		return c.learnVariant(c.args.Variant)
	}
	v, err := rules.Find(lessonVariant)
	if err != nil {
		return bot.Reply{}, err
	}
	all := lessons()
	step := min(c.me.Lesson, len(all)-1)
	switch word := strings.ToLower(c.args.Word("answer")); word {
	case "":
		return c.showLesson(step, ""), nil
	case "restart", "again":
		return c.goToLesson(0, "")
	case "back":
		return c.goToLesson(max(step-1, 0), "")
	case "next", "skip":
		if step == len(all)-1 {
			return c.lessonsDone(), nil
		}
		return c.goToLesson(step+1, "")
	}
	lesson := all[step]
	p, err := rules.ReadPosition(v, lesson.position)
	if err != nil {
		return bot.Reply{}, err
	}
	m, err := p.ReadMove(c.args.Word("answer"))
	if refused := (*rules.MoveError)(nil); errors.As(err, &refused) {
		return c.showLesson(step, phrase.Sentence(bot.Unmarked(refused.Words(phrase.Of)))), nil
	}
	if err != nil {
		return bot.Reply{}, err
	}
	solved, err := lesson.solves(p, m)
	switch {
	case err != nil:
		return bot.Reply{}, err
	case !solved:
		return c.showLesson(step, phrase.Of("%s is a legal move, but not what the task asks for. Try again!", p.Text(m))), nil
	case step == len(all)-1:
		c.me.Lesson = 0
		return c.lessonsDone(), c.tx.PutPlayer(c.me)
	}
	return c.goToLesson(step+1, phrase.Of("Well done!"))
}

// goToLesson stores the asker's progress, and shows the lesson.
func (c *call) goToLesson(step int, before string) (bot.Reply, error) {
	c.me.Lesson = step
	return c.showLesson(step, before), c.tx.PutPlayer(c.me)
}

// showLesson shows a lesson to the asker only, after a line of text. A bare move then answers it.
func (c *call) showLesson(step int, before string) bot.Reply {
	all := lessons()
	lesson := all[step]
	lines := []string{phrase.Of("Step %d of %d. %s", step+1, len(all), lesson.text), phrase.Of("Task: %s", lesson.task)}
	if before != "" {
		lines = slices.Insert(lines, 0, before)
	}
	buttons := []bot.Button{{Label: phrase.Of("Skip"), Command: commandText("learn", "next")}}
	if step > 0 {
		buttons = append(buttons, bot.Button{Label: phrase.Of("Back"), Command: commandText("learn", "back")})
	}
	for _, move := range lesson.offers {
		buttons = append(buttons, bot.Button{Label: move, Command: "learn " + move})
	}
	m := c.message(bot.Private, strings.Join(lines, "\n"), buttons...)
	m.Picture = &bot.Picture{Variant: lessonVariant, Position: lesson.position, Chosen: lesson.chosen}
	m.Answers = "learn"
	return bot.Reply{Answer: []bot.Message{m}}
}

// lessonsDone returns the reply after the last lesson.
func (c *call) lessonsDone() bot.Reply {
	return bot.Reply{Answer: []bot.Message{c.message(bot.Private, phrase.Of("That was all: you know the pieces and how a game is won. Each of the other games adds something of its own; `learn GAME` says what.\n"+
		"Now play: `seek raumschach` lets anybody accept, `challenge NAME raumschach` invites somebody, `challenge computer raumschach` plays the computer, `study raumschach` moves both sides."),
		bot.Button{Label: phrase.Of("Seek an opponent"), Command: commandText("seek", lessonVariant)},
		playComputer(lessonVariant),
		bot.Button{Label: phrase.Of("Move both sides"), Command: commandText("study", lessonVariant)},
		bot.Button{Label: phrase.Of("The other games"), Command: "variants"})}}
}

// learnVariant explains what is new in a game to somebody who knows Raumschach.
func (c *call) learnVariant(v *rules.Variant) (bot.Reply, error) {
	known, err := rules.Find(lessonVariant)
	if err != nil {
		return bot.Reply{}, err
	}
	var fresh, old []string
	var buttons []bot.Button
	for _, k := range v.Kinds[1:] {
		if slices.ContainsFunc(known.Kinds, func(o rules.Kind) bool { return o.Name == k.Name }) {
			old = append(old, k.Name)
			continue
		}
		fresh = append(fresh, k.Name)
		if len(buttons) < lessonPieces {
			buttons = append(buttons, bot.Button{Label: k.Name, Command: fmt.Sprintf("piece %s %s", v.Name, k.Code)})
		}
	}
	lines := []string{phrase.Of("%s: %s. This is what is new if you know Raumschach.", v.Title, blurb(v)), plainStory(v)}
	if len(old) > 0 {
		lines = append(lines, phrase.Of("You know: %s. Their moves may differ here; `piece NAME` says how.", strings.Join(old, ", ")))
	}
	if len(fresh) > 0 {
		lines = append(lines, phrase.Of("New: %s.", strings.Join(fresh, ", ")))
	}
	lines = append(lines, phrase.Of("`study %s` lets you try it, with both sides.", v.Name))
	m := c.message(bot.Private, strings.Join(lines, "\n"), buttons...)
	m.Picture = &bot.Picture{Variant: v.ID()}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// lessonPieces bounds the new pieces of a game that get a button.
const lessonPieces = 20

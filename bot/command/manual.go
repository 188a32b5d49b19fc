package command

import (
	"fmt"
	"strings"
)

// Kinds returns a section in Markdown that explains which texts are commands, answers and talk.
func Kinds() string {
	return strings.ReplaceAll(`## Commands, answers and talk

raumbot carries out commands and answers. Whatever else is said to it, it answers, and changes nothing.

A **command** is one of the words below, in English or German, with what belongs to it and nothing more; or a move. Around it there may be
a mention, emphasis or code marks, emoji, beside a move your opponent's name, and a few kind words: "please", "thanks", "gg", "good luck", "your turn", "sorry for the delay"
and the like. A remark in your own words, in brackets or on a second line, may stand beside a move and beside what only shows something, unless it asks, doubts
("hmm", "wait", "or", "maybe"), puts off ("later"), jests ("just kidding"), quotes ("he said") or takes back ("typo", "ignore this"), or names another move, a cell or a
piece. Beside any other command it makes raumbot ask. A command with a question mark behind it is shown or offered, not
done, except in words that you |say| or |note|. A block quote, and what is struck out or hidden, is no command. A name in quotes is a name, whatever it says: |block "help"|.

A **move** is written by its cells, |ab1-ac3| or |ab1 ac3|, or by the piece and where it goes, |Knight ac3| or |Nac3|, with |x|, |+|, |#|,
|check| or |!| as you like. With |draw| behind it a draw is offered too. With a question mark it is shown and not played. In a game's own
thread a move needs no mention. Elsewhere in its room one by its cells is played too, if it is your turn in one game there.

An **answer** is for the question that raumbot has asked you last in the same place: yes or no, ✅ or ❌, or one of the options by its number
(|2|, |the second|), its cell, its name or its label; or what was missing, such as the game in |challenge bob|. What a button says can be
typed too. It does what the button does. What can't be taken back takes more than an "ok thanks" or a "k". In a lesson or a puzzle, |next|, |again|, |I give up| and |stop| do what they say; elsewhere
|next| shows the game that waits for your move, or else what waits in the room, such as a vote or its puzzle of the day.

All else is **talk**. What only shows something is shown if it is clear enough; otherwise raumbot asks "Did you mean ...?" with up to three
buttons, and one press or "yes" does it. What is said to others is not answered, with one exception: if you are to move, and
what you say in a game's thread has one legal move among other words, raumbot asks whether you want to play it.

## The commands

`, "|", "`")
}

// Manual returns a page in Markdown: a table of the commands, and then a section with the full help
// for each.
func Manual(commands []*Command) string {
	var out strings.Builder
	out.WriteString("| Say | to |\n|---|---|\n")
	for _, c := range commands {
		fmt.Fprintf(&out, "| `%s` | %s |\n", strings.ReplaceAll(c.Usage(), "|", `\|`), lower(c.Brief))
	}
	for _, c := range commands {
		fmt.Fprintf(&out, "\n## %s\n\n`%s`: %s.", c.Name, c.Usage(), lower(c.Brief))
		if c.Detail != "" {
			out.WriteString("\n" + c.Detail)
		}
		out.WriteString("\n")
		if len(c.Params) > 0 {
			out.WriteString("\n")
		}
		for _, p := range c.Params {
			word := p.UsageWord()
			if p.Kind == Choice {
				word = strings.Join(p.Choices, "`, `")
			}
			fmt.Fprintf(&out, "- `%s`: %s.\n", word, lower(p.Help))
		}
		fmt.Fprintf(&out, "\nFor example: `%s`.", c.Example)
		if len(c.Aliases) > 0 {
			fmt.Fprintf(&out, " Also: `%s`.", strings.Join(c.Aliases, "`, `"))
		}
		out.WriteString("\n")
	}
	return out.String()
}

// lower returns a text with its first letter in lower case.
func lower(text string) string { return strings.ToLower(text[:1]) + text[1:] }

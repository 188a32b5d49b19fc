package service

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/engine"
	"raumbot/bot/phrase"
)

// topic is a help page on a group of related commands.
type topic struct {
	name, title string // the title is a phrase
	// commands are listed in this order.
	commands []string
}

// topics returns the help pages after the front page. Each listed command is on one of them.
func topics() []topic {
	return []topic{
		{"playing", phrase.Of("Playing"), []string{"challenge", "seek", "accept", "decline", "cancel", "move", "pick", "moves", "draw", "takeback", "resign", "abort", "claim", "nudge", "rematch", "study", "if", "plan", "say"}},
		{"boards", phrase.Of("Boards and games"), []string{"board", "views", "more", "game", "games", "captured", "where", "stands", "attackers", "defenders", "changed", "try", "log", "replay", "publish", "watch", "unwatch", "watching", "note", "notes", "export", "import"}},
		{"learning", phrase.Of("Learning"), []string{"start", "learn", "example", "variants", "rules", "piece", "puzzle", "hint", "evaluate", "analyse", "help"}},
		{"people", phrase.Of("People"), []string{"profile", "leaders", "players", "block", "unblock", "complain", "link", "web", "sessions", "forget"}},
		{"settings", phrase.Of("Settings"), []string{"prefer", "confirm", "remind", "quiet", "digest", "limit", "vacation"}},
		{"tournaments", phrase.Of("Tournaments"), []string{"tournaments", "tournament", "join", "leave", "checkin", "bye", "standings", "pairings", "crosstable", "report"}},
		{"organising", phrase.Of("Organising"), []string{"room", "variant", "adjudicate", "bar", "unbar", "create", "set", "tournament", "expel", "readmit"}},
	}
}

// help shows the front page, a topic, a command, or the rules of a game.
func help(c *call) (bot.Reply, error) {
	word := strings.ToLower(c.args.Word("command"))
	if word == "" || word == "me" {
		return c.helpFront(), nil
	}
	if isComputer(word) {
		return c.helpComputer(), nil
	}
	explained := c.service.commands.Find(word)
	for _, t := range topics() {
		if t.name == word && explained == nil || t.name == "tournaments" && word == t.name {
			return c.helpTopic(t), nil
		}
	}
	if explained == nil || explained.Hidden {
		if v, err := command.FindVariant(word, c.request.Games...); err == nil {
			c.args.Variant = v
			return explainRules(c)
		}
		if explained = c.service.commands.Meant(word); explained == nil {
			return bot.Reply{}, c.service.commands.NoCommand(word)
		}
	}
	return c.helpCommand(explained), nil
}

// helpFront returns the front page: the most common commands, and the topics.
func (c *call) helpFront() bot.Reply {
	lines := []string{
		phrase.Of("Say it in plain words, or with these:"),
		phrase.Of("`challenge NAME GAME` invites somebody, `seek GAME` anybody, and `challenge computer GAME` plays the computer"),
		phrase.Of("`va1-va2`, or the piece and where it goes, makes a move"),
		phrase.Of("`board` shows the board, `moves` what can be played"),
		phrase.Of("`games` lists your games, those that wait for you first"),
		phrase.Of("`draw`, `takeback` and `resign` do what they say, and ask first where it matters"),
		phrase.Of("`rules GAME` and `piece NAME` explain, `variants` lists the games"),
		phrase.Of("More about: %s. `help move` explains a word.", strings.Join(c.topicWords(), ", ")),
	}
	return c.answer(strings.Join(lines, "\n"), append(c.topicButtons(""), playComputer(lessonVariant))...)
}

// topicsFor returns the topics for the asker: the one for organisers only if they are one.
func (c *call) topicsFor() []topic {
	return slices.DeleteFunc(topics(), func(t topic) bool { return t.name == "organising" && !c.request.Organiser })
}

func (c *call) topicWords() []string {
	var all []string
	for _, t := range c.topicsFor() {
		all = append(all, "`help "+t.name+"`")
	}
	return all
}

// topicButtons returns a button for each topic except one.
func (c *call) topicButtons(but string) []bot.Button {
	var all []bot.Button
	for _, t := range c.topicsFor() {
		if t.name != but {
			all = append(all, bot.Button{Label: t.title, Command: "help " + t.name})
		}
	}
	return all
}

// helpComputer says how strong the computer is, and how to play it.
func (c *call) helpComputer() bot.Reply {
	lines := []string{
		phrase.Of("The computer plays at levels from 1 to %d: 1 is for beginners, 2 and 3 are easy, 4 and 5 medium, 6 and 7 strong, and %d is the strongest.", engine.Levels, engine.Levels),
		phrase.Of("`challenge computer raumschach level 3` begins a game at once; without a level you are asked. These games are casual, and can have a pace, such as `3d`."),
		phrase.Of("In them `hint` suggests a move, `takeback` takes yours back, and `analyse` shows afterwards what was better."),
	}
	return c.answer(strings.Join(lines, "\n"))
}

// helpTopic lists the commands of a topic, each with a line.
func (c *call) helpTopic(t topic) bot.Reply {
	lines := []string{phrase.Of("%s; `help move` explains a word.", t.title)}
	if same := c.service.commands.Find(t.name); same != nil { // the command with the topic's name
		lines = append(lines, c.helpCommand(same).Answer[0].Text)
	}
	for _, name := range t.commands {
		lines = append(lines, fmt.Sprintf("`%s`: %s", name, phrase.Term(c.service.commands.Find(name).Brief)))
	}
	return c.answer(strings.Join(lines, "\n"), c.topicButtons(t.name)...)
}

// helpCommand explains a command: its usage, what it does, and what each parameter means.
func (c *call) helpCommand(explained *command.Command) bot.Reply {
	lines := []string{fmt.Sprintf("`%s`: %s.", explained.Usage(), phrase.Term(explained.Brief))}
	if explained.Detail != "" {
		lines = append(lines, phrase.Term(explained.Detail))
	}
	for _, p := range explained.Params {
		lines = append(lines, fmt.Sprintf("`%s`: %s.", p.UsageWord(), phrase.Term(p.Help)))
	}
	lines = append(lines, phrase.Of("For example: `%s`", explained.Example))
	if len(explained.Aliases) > 0 {
		lines = append(lines, phrase.Of("Also: `%s`", strings.Join(explained.Aliases, "`, `")))
	}
	return c.answer(strings.Join(lines, "\n"))
}

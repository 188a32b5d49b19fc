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

// topic is a help page on a group of related commands, or on something else.
type topic struct {
	name, title string // the title is a phrase
	// commands are listed in this order.
	commands []string
	// page returns the text below the title, nil for a list of the commands.
	page func() []string
}

// topics returns the help pages after the front page. Each listed command is on one of them.
func topics() []topic {
	return []topic{
		{name: "playing", title: phrase.Of("Playing"), commands: []string{"challenge", "seek", "accept", "decline", "cancel", "move", "pick", "moves", "draw", "takeback", "resign", "abort", "claim", "nudge", "rematch", "study", "if", "plan", "say"}},
		{name: "boards", title: phrase.Of("Boards and games"), commands: []string{"board", "views", "more", "game", "games", "captured", "where", "stands", "attackers", "defenders", "changed", "try", "log", "replay", "publish", "watch", "unwatch", "watching", "note", "notes", "export", "import"}},
		{name: "learning", title: phrase.Of("Learning"), commands: []string{"start", "learn", "example", "variants", "rules", "piece", "puzzle", "hint", "evaluate", "analyse", "help"}},
		{name: "people", title: phrase.Of("People"), commands: []string{"profile", "leaders", "players", "block", "unblock", "complain", "link", "web", "sessions", "forget"}},
		{name: "settings", title: phrase.Of("Settings"), commands: []string{"prefer", "confirm", "remind", "quiet", "digest", "limit", "vacation"}},
		{name: "tournaments", title: phrase.Of("Tournaments"), commands: []string{"tournaments", "tournament", "join", "leave", "checkin", "bye", "standings", "pairings", "crosstable", "report"}},
		{name: "organising", title: phrase.Of("Organising"), commands: []string{"room", "variant", "adjudicate", "bar", "unbar", "create", "set", "tournament", "expel", "readmit"}},
		{name: "words", title: phrase.Of("Words of chess"), page: wordList},
		{name: "privacy", title: phrase.Of("Privacy"), page: privacy},
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
	if term, ok := command.FindTerm(word); ok && explained == nil {
		return c.answer(phrase.Of("%s: %s", phrase.Term(term.Title), phrase.Term(term.Text))), nil
	}
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

// wordList names the words of the glossary.
func wordList() []string {
	var names []string
	for _, t := range command.Terms() {
		names = append(names, "`"+t.Name+"`")
	}
	return []string{phrase.Of("`help` and one of these words says what it means: %s.", strings.Join(names, ", "))}
}

// privacy says what is kept of people, who sees it, and how it is deleted. docs/security.md has the whole.
func privacy() []string {
	return []string{
		phrase.Of("The bot keeps your name and your account, your games with their moves, your challenges, tournaments, ratings and puzzles, and what you have chosen, noted or planned. It keeps nothing that was not said to it, and tells no other service about you."),
		phrase.Of("A game is shown in the room where it is played and in the rest of its server; one that is `private`, to its players alone. Profiles and ratings are for all who use the bot. Notes, plans, preferences and blocks are for you alone."),
		phrase.Of("`export all` gives you your games. `forget me` deletes what is kept of you; it asks first, and says what remains."),
		phrase.Of("Whoever runs this bot can read its database, and keeps copies of it for a while."),
	}
}

// helpTopic lists the commands of a topic, each with a line, or shows its page.
func (c *call) helpTopic(t topic) bot.Reply {
	if t.page != nil {
		return c.answer(strings.Join(append([]string{t.title + "."}, t.page()...), "\n"), c.topicButtons(t.name)...)
	}
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

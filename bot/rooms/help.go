package rooms

import (
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
)

// topic is a page of the help: the commands of a [command.Topic], or a text.
type topic struct {
	name  string
	title phrase.Text
	// page returns the text below the title, nil for a list of the commands.
	page func() []phrase.Text
}

// topics returns the help pages after the front page.
func topics() []topic {
	return []topic{
		{name: string(command.PlayingTopic), title: phrase.Of("Playing")},
		{name: string(command.BoardsTopic), title: phrase.Of("Boards and games")},
		{name: string(command.LearningTopic), title: phrase.Of("Learning")},
		{name: string(command.PeopleTopic), title: phrase.Of("People")},
		{name: string(command.SettingsTopic), title: phrase.Of("Settings")},
		{name: string(command.TournamentsTopic), title: phrase.Of("Tournaments")},
		{name: string(command.OrganisingTopic), title: phrase.Of("Organising")},
		{name: "words", title: phrase.Of("Words of chess"), page: wordList},
		{name: "privacy", title: phrase.Of("Privacy"), page: privacy},
	}
}

// help shows the front page, a topic, a command, or the rules of a game.
func help(c *action.Call) (bot.Reply, error) {
	word := strings.ToLower(c.Args.Word("command"))
	if word == "" || word == "me" {
		return helpFront(c)
	}
	if action.IsComputer(word) {
		return play.HelpComputer(c), nil
	}
	explained := c.Bot.Table.Find(word)
	if term, ok := command.FindTerm(word); ok && explained == nil {
		return c.Answer(phrase.Of("%s: %s", phrase.Term(term.Title), phrase.Term(term.Text))), nil
	}
	for _, t := range topics() {
		if t.name == word && explained == nil || t.name == string(command.TournamentsTopic) && word == t.name {
			return helpTopic(c, t)
		}
	}
	if explained == nil {
		if v, err := command.FindVariant(word, c.Request.Games...); err == nil {
			c.Args.Variant = v
			return explainRules(c)
		}
		if explained = c.Bot.Talk.Command(word); explained == nil {
			return bot.Reply{}, c.Bot.Table.NoCommand(word)
		}
	}
	return helpCommand(c, explained)
}

// helpFront returns the front page: the most common commands, and the topics.
func helpFront(c *action.Call) (bot.Reply, error) {
	sample, err := sampleMove(c)
	if err != nil {
		return bot.Reply{}, err
	}
	lines := []phrase.Text{
		phrase.Of("Say it in plain words, or with these:"),
		phrase.Of("`challenge NAME GAME` invites somebody, `seek GAME` anybody, and `challenge computer GAME` plays the computer"),
		phrase.Of("`%s`, or the piece and where it goes, makes a move", sample.text),
		phrase.Of("`board` shows the board, `moves` what can be played"),
		phrase.Of("`games` lists your games, those that wait for you first"),
		phrase.Of("`draw`, `takeback` and `resign` do what they say, and ask first where it matters"),
		phrase.Of("`rules GAME` and `piece NAME` explain, `variants` lists the games"),
		phrase.Of("More about: %s. `help move` explains a word.", strings.Join(topicWords(c), ", ")),
	}
	return c.Answer(phrase.Join(lines, "\n"), append(topicButtons(c, ""), action.PlayComputer(action.LessonVariant))...), nil
}

// topicsFor returns the topics for the asker: the one for organisers only if they are one.
func topicsFor(c *action.Call) []topic {
	return slices.DeleteFunc(topics(), func(t topic) bool { return t.name == string(command.OrganisingTopic) && !c.Request.Organiser })
}

func topicWords(c *action.Call) []string {
	var all []string
	for _, t := range topicsFor(c) {
		all = append(all, "`help "+t.name+"`")
	}
	return all
}

// topicButtons returns a button for each topic except one.
func topicButtons(c *action.Call, but string) []bot.Button {
	var all []bot.Button
	for _, t := range topicsFor(c) {
		if t.name != but {
			all = append(all, bot.Button{Label: t.title, Command: "help " + t.name})
		}
	}
	return all
}

// wordList lists the words of the glossary.
func wordList() []phrase.Text {
	var names []string
	for _, t := range command.Terms() {
		names = append(names, "`"+t.Name+"`")
	}
	return []phrase.Text{phrase.Of("`help` and one of these words says what it means: %s.", strings.Join(names, ", "))}
}

// privacy says what is stored about people, who sees it, and how it is deleted. docs/security.md
// tells the details.
func privacy() []phrase.Text {
	return []phrase.Text{
		phrase.Of("The bot keeps your name and your account, your games with their moves, your challenges, tournaments, ratings and puzzles, and what you have chosen, noted or planned. It keeps nothing that was not said to it, and tells no other service about you."),
		phrase.Of("A game is shown in the room where it is played and in the rest of its server; one that is `private`, to its players alone. Profiles and ratings are for all who use the bot. Notes, plans, preferences and blocks are for you alone."),
		phrase.Of("`export all` gives you your games. `forget me` deletes what is kept of you; it asks first, and says what remains."),
		phrase.Of("Whoever runs this bot can read its database, and keeps copies of it for a while."),
	}
}

// helpTopic lists the commands of a topic, each with a line, or shows its page.
func helpTopic(c *action.Call, t topic) (bot.Reply, error) {
	if t.page != nil {
		return c.Answer(phrase.Join(append([]phrase.Text{t.title + "."}, t.page()...), "\n"), topicButtons(c, t.name)...), nil
	}
	lines := []phrase.Text{phrase.Of("%s; `help move` explains a word.", t.title)}
	if same := c.Bot.Table.Find(t.name); same != nil { // a command may have the name of the topic
		explained, err := helpCommand(c, same)
		if err != nil {
			return bot.Reply{}, err
		}
		lines = append(lines, explained.Answer[0].Text)
	}
	if t.name == string(command.PlayingTopic) {
		sample, err := sampleMove(c)
		if err != nil {
			return bot.Reply{}, err
		}
		lines = append(lines, sample.words())
	}
	for _, listed := range c.Bot.Table {
		if slices.Contains(listed.Topics, command.Topic(t.name)) {
			lines = append(lines, phrase.Sprintf("`%s`: %s", listed.Name, phrase.Term(listed.Brief)))
		}
	}
	return c.Answer(phrase.Join(lines, "\n"), topicButtons(c, t.name)...), nil
}

// helpCommand explains a command: its usage, what it does, and what each parameter means.
func helpCommand(c *action.Call, explained *command.Command) (bot.Reply, error) {
	lines := []phrase.Text{phrase.Sprintf("`%s`: %s.", explained.Usage(), phrase.Term(explained.Brief))}
	if explained.Detail != "" {
		lines = append(lines, phrase.Term(explained.Detail))
	}
	for _, p := range explained.Params {
		lines = append(lines, phrase.Sprintf("`%s`: %s.", p.UsageWord(), phrase.Term(p.Help)))
	}
	example := explained.Example
	if namesMoves(explained) {
		sample, err := sampleMove(c)
		if err != nil {
			return bot.Reply{}, err
		}
		if explained.Plays {
			lines = append(lines, sample.words())
		}
		example = sample.in(example)
	}
	lines = append(lines, phrase.Of("For example: `%s`", example))
	if len(explained.Aliases) > 0 {
		lines = append(lines, phrase.Of("Also: `%s`", strings.Join(explained.Aliases, "`, `")))
	}
	return c.Answer(phrase.Join(lines, "\n")), nil
}

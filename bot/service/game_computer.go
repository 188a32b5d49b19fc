package service

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/bot/engine"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// computerName is how people address the computer.
const computerName = "computer"

// isComputer reports whether somebody means the computer by a name: "computer", "Computer, level 4".
func isComputer(name string) bool {
	name, _, _ = strings.Cut(strings.TrimPrefix(name, "@"), ",")
	return strings.EqualFold(name, computerName)
}

// computerNamed returns the computer player that a name stands for, if it stands for the computer. That has a player for each level at which it
// has played.
func (c *call) computerNamed(name string) (p bot.Player, found bool, err error) {
	if !isComputer(name) {
		return p, false, nil
	}
	for level := 1; level <= engine.Levels; level++ {
		if u := bot.ComputerUser(level); strings.EqualFold(u.Name, strings.TrimPrefix(name, "@")) {
			p, err = c.tx.PlayerOf(u.UserID)
			if errors.Is(err, bot.ErrNotFound) {
				return p, false, bot.Problemf(bot.Unknown, "The computer has not played at level %d yet. `challenge computer level %d` begins a game.", level, level)
			}
			return p, err == nil, err
		}
	}
	return p, false, bot.Problemf(bot.Ambiguous, "Which computer do you mean? There is one for each level, such as `Computer, level 3`.")
}

// challengeComputer begins a game against the computer, or asks at which level.
func challengeComputer(c *call) (bot.Reply, error) {
	level := c.args.Number("level")
	err := c.usual(commandText("challenge", computerName, "VARIANT"), commandText("challenge", computerName, "raumschach", "level", "3"))
	if which, ok := errors.AsType[*bot.Problem](err); ok {
		for _, v := range c.variants() {
			which.Buttons = append(which.Buttons, bot.Button{Label: v.Name, Command: c.toComputer(v, level)})
		}
	}
	if err != nil {
		return bot.Reply{}, err
	}
	ch, err := c.proposal()
	if err != nil {
		return bot.Reply{}, err
	}
	if ch.Rated {
		return bot.Reply{}, errRatedComputer()
	}
	if level == 0 {
		return c.askLevel(), nil
	}
	if ch.Sight == bot.Hidden {
		ch.From.Room = bot.RoomID{}
	}
	return c.meetComputer(ch, level)
}

func errRatedComputer() error {
	return bot.Problemf(bot.NotAllowed, "Games against the computer are casual: they change nobody's rating. Leave `rated` out.")
}

// toComputer returns the command of a challenge to the computer in a variant at a level, 0 for none, with what else has been said of it.
func (c *call) toComputer(v *rules.Variant, level int) string {
	words := []string{"challenge", computerName, v.Name}
	for _, name := range []string{"colour", "vacation", "weekends", "sight"} {
		if word := c.args.Word(name); word != "" {
			words = append(words, word)
		}
	}
	if c.args.Pace != nil {
		words = append(words, c.args.Pace.String())
	}
	if level > 0 {
		words = append(words, "level", strconv.Itoa(level))
	}
	return strings.Join(words, " ")
}

// playComputer returns a button that challenges the computer in a game, and asks at which level.
func playComputer(variant string) bot.Button {
	return bot.Button{Label: phrase.Of("Play the computer"), Command: commandText("challenge", computerName, variant)}
}

// askLevel returns a menu of the computer's levels for a challenge that names none.
func (c *call) askLevel() bot.Reply {
	menu := &bot.Menu{Prompt: phrase.Of("How strong should the computer be?")}
	for level := 1; level <= engine.Levels; level++ {
		label := phrase.Of("Level %d", level)
		switch level {
		case 1:
			label = phrase.Of("Level 1, for beginners")
		case engine.Levels:
			label = phrase.Of("Level %d, the strongest", level)
		}
		menu.Options = append(menu.Options, bot.Button{Label: label, Command: c.toComputer(c.args.Variant, level)})
	}
	reply := c.answer(phrase.Of("At which level should the computer play %s?", c.args.Variant.Title))
	reply.Answer[0].Menu, reply.Answer[0].Completes = menu, c.toComputer(c.args.Variant, 0)+" level"
	return reply
}

// meetComputer begins the game of a challenge to the computer, which accepts at once.
func (c *call) meetComputer(ch bot.Challenge, level int) (bot.Reply, error) {
	if ch.Rated {
		return bot.Reply{}, errRatedComputer()
	}
	if err := c.hasRoom(c.me); err != nil {
		return bot.Reply{}, err
	}
	if err := c.hasTime(level); err != nil {
		return bot.Reply{}, err
	}
	computer, err := c.computer(level)
	if err != nil {
		return bot.Reply{}, err
	}
	ch.To = bot.Seat{Player: computer.ID, User: bot.ComputerUser(level)}
	if ch.ID, err = c.tx.NextGame(); err != nil {
		return bot.Reply{}, err
	}
	if err := errors.Join(c.tx.PutChallenge(ch), c.addEntry(ch.ID, bot.Entry{What: bot.Challenged, Proposal: ch.Proposal})); err != nil {
		return bot.Reply{}, err
	}
	return c.startGame(ch, computer.ID)
}

// From slowLevel on the computer thinks for seconds. Nobody plays more than slowGames of such games at once, because others wait meanwhile.
const (
	slowLevel = engine.Levels - 1
	slowGames = 4
)

// hasTime refuses one more game against a level that thinks long, if the asker plays enough of them.
func (c *call) hasTime(level int) error {
	if level < slowLevel {
		return nil
	}
	games, err := c.tx.GamesOf(c.me.ID, false, bot.Page{})
	if err != nil {
		return err
	}
	slow := 0
	for _, g := range games {
		if side, ok := g.Computer(); ok && g.Seats[side].User.Level() >= slowLevel {
			slow++
		}
	}
	if slow < slowGames {
		return nil
	}
	return bot.Problemf(bot.TooOften, "You are playing %d games against levels %d and %d already, which take long to think. Finish one of them first, or choose a lower level.", slow, slowLevel, engine.Levels)
}

// computer returns the player that stands for the computer at a level, creating it if necessary.
func (c *call) computer(level int) (bot.Player, error) {
	p, err := c.remember(bot.ComputerUser(level))
	if err != nil || p.Reminders.Off {
		return p, err
	}
	p.Reminders.Off = true // it needs none
	return p, c.tx.PutPlayer(p)
}

// summon removes the messages to the computer from a reply, and sets c.summoned to
// their games, in which it may have to act.
func (c *call) summon(reply *bot.Reply) {
	c.summoned = nil
	for _, m := range reply.Notices {
		if m.Platform == bot.Computer && m.Game != 0 {
			c.summoned = append(c.summoned, m.Game)
		}
	}
	reply.Notices = slices.DeleteFunc(reply.Notices, func(m bot.Message) bool { return m.Platform == bot.Computer })
}

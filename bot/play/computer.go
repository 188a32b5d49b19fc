package play

import (
	"errors"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/engine"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// challengeComputer begins a game against the computer, or asks at which level.
func challengeComputer(c *action.Call) (bot.Reply, error) {
	level := c.Args.Number("level")
	err := Usual(c, action.CommandText("challenge", action.ComputerName, "VARIANT"), action.CommandText("challenge", action.ComputerName, "raumschach", "level", "3"))
	if which, ok := errors.AsType[*bot.Problem](err); ok {
		for _, v := range c.Variants() {
			which.Buttons = append(which.Buttons, bot.Button{Label: phrase.Said(v.Name), Command: toComputer(c, v, level)})
		}
	}
	if err != nil {
		return bot.Reply{}, err
	}
	ch, err := proposal(c)
	if err != nil {
		return bot.Reply{}, err
	}
	if ch.Rated {
		return bot.Reply{}, errRatedComputer()
	}
	if level == 0 {
		return askLevel(c), nil
	}
	if ch.Sight == bot.Hidden {
		ch.From.Room = bot.RoomID{}
	}
	return beginAgainstComputer(c, ch, level)
}

// errRatedComputer returns the error for asking for a rated game against the computer.
func errRatedComputer() error {
	return bot.Problemf(bot.NotAllowed, "Games against the computer are casual: they change nobody's rating. Leave `rated` out.")
}

// toComputer returns the command that challenges the computer in a variant, with the options of
// the current command. A level of 0 is left out.
func toComputer(c *action.Call, v *rules.Variant, level int) string {
	words := []string{"challenge", action.ComputerName, v.Name}
	for _, name := range []string{"colour", "vacation", "weekends", "sight"} {
		if word := c.Args.Word(name); word != "" {
			words = append(words, word)
		}
	}
	if c.Args.Pace != nil {
		words = append(words, c.Args.Pace.String())
	}
	if level > 0 {
		words = append(words, "level", strconv.Itoa(level))
	}
	return strings.Join(words, " ")
}

// askLevel returns a menu of the computer's levels, for a challenge that names none.
func askLevel(c *action.Call) bot.Reply {
	menu := &bot.Menu{Prompt: phrase.Of("How strong should the computer be?")}
	for level := 1; level <= engine.Levels; level++ {
		label := phrase.Of("Level %d", level)
		switch level {
		case 1:
			label = phrase.Of("Level 1, for beginners")
		case engine.Levels:
			label = phrase.Of("Level %d, the strongest", level)
		}
		menu.Options = append(menu.Options, bot.Button{Label: label, Command: toComputer(c, c.Args.Variant, level)})
	}
	reply := c.Answer(phrase.Of("At which level should the computer play %s?", c.Args.Variant.Title))
	reply.Answer[0].Menu = menu
	return reply
}

// beginAgainstComputer begins the game of a challenge to the computer, which accepts at once.
func beginAgainstComputer(c *action.Call, ch bot.Challenge, level int) (bot.Reply, error) {
	if ch.Rated {
		return bot.Reply{}, errRatedComputer()
	}
	if err := underGameLimit(c, c.Me); err != nil {
		return bot.Reply{}, err
	}
	if err := mayPlaySlow(c, level); err != nil {
		return bot.Reply{}, err
	}
	computer, err := Computer(c, level)
	if err != nil {
		return bot.Reply{}, err
	}
	ch.To = bot.Seat{Player: computer.ID, User: bot.ComputerUser(level)}
	if ch.ID, err = c.Tx.NextGame(); err != nil {
		return bot.Reply{}, err
	}
	if err := addEntry(c, ch.ID, bot.Entry{What: bot.Challenged, Proposal: ch.Proposal}); err != nil {
		return bot.Reply{}, err
	}
	return startGame(c, ch, computer.ID)
}

// From SlowLevel on the computer thinks for seconds. One player can have only slowGames of such
// games at once, because others wait meanwhile.
const (
	SlowLevel = engine.Levels - 1
	slowGames = 4
)

// mayPlaySlow returns an error if the asker plays slowGames games against slow levels already and
// wants one more.
func mayPlaySlow(c *action.Call, level int) error {
	if level < SlowLevel {
		return nil
	}
	games, err := c.Tx.GamesOf(c.Me.ID, false, bot.Page{})
	if err != nil {
		return err
	}
	slow := 0
	for _, g := range games {
		if side, ok := g.Computer(); ok && g.Seats[side].User.Level() >= SlowLevel {
			slow++
		}
	}
	if slow < slowGames {
		return nil
	}
	return bot.Problemf(bot.TooOften, "You are playing %d games against levels %d and %d already, which take long to think. Finish one of them first, or choose a lower level.", slow, SlowLevel, engine.Levels)
}

// Computer returns the player that stands for the computer at a level, and creates it if
// necessary.
func Computer(c *action.Call, level int) (bot.Player, error) {
	p, err := c.Remember(bot.ComputerUser(level))
	if err != nil || p.Reminders.Off {
		return p, err
	}
	p.Reminders.Off = true // the computer needs no reminders
	return p, c.Tx.PutPlayer(p)
}

// HelpComputer says how strong the computer is, and how to play it.
func HelpComputer(c *action.Call) bot.Reply {
	lines := []phrase.Text{
		phrase.Of("The computer plays at levels from 1 to %d: 1 is for beginners, 2 and 3 are easy, 4 and 5 medium, 6 and 7 strong, and %d is the strongest.", engine.Levels, engine.Levels),
		phrase.Of("`challenge computer raumschach level 3` begins a game at once; without a level you are asked. These games are casual, and can have a pace, such as `3d`."),
		phrase.Of("In them `hint` suggests a move, `takeback` takes yours back, and `analyse` shows afterwards what was better."),
	}
	return c.Answer(phrase.Join(lines, "\n"))
}

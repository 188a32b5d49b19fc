package action

import (
	"context"
	"errors"
	"strings"

	"raumbot/bot"
	"raumbot/bot/engine"
	"raumbot/bot/phrase"
)

// ComputerName is how people address the computer.
const ComputerName = "computer"

// IsComputer reports whether a name stands for the computer: "computer", "Computer, level 4".
func IsComputer(name string) bool {
	name, _, _ = strings.Cut(strings.TrimPrefix(name, "@"), ",")
	return strings.EqualFold(name, ComputerName)
}

// computerNamed returns the computer player that a name stands for. There is one for each level at
// which the computer has played. found is false if the name does not stand for the computer.
func computerNamed(c *Call, name string) (p bot.Player, found bool, err error) {
	if !IsComputer(name) {
		return p, false, nil
	}
	for level := 1; level <= engine.Levels; level++ {
		if u := bot.ComputerUser(level); strings.EqualFold(u.Name, strings.TrimPrefix(name, "@")) {
			p, err = c.Tx.PlayerOf(u.UserID)
			if errors.Is(err, bot.ErrNotFound) {
				return p, false, bot.Problemf(bot.Unknown, "The computer has not played at level %d yet. `challenge computer level %d` begins a game.", level, level)
			}
			return p, err == nil, err
		}
	}
	return p, false, bot.Problemf(bot.Ambiguous, "Which computer do you mean? There is one for each level, such as `Computer, level 3`.")
}

// PlayComputer returns a button that challenges the computer to a game of a variant. The challenge
// then asks for the level.
func PlayComputer(variant string) bot.Button {
	return bot.Button{Label: phrase.Of("Play the computer"), Command: CommandText("challenge", ComputerName, variant)}
}

// wakeComputer schedules a look of the computer at a message's game after the transaction.
func (c *Call) wakeComputer(m bot.Message) {
	if m.Platform == bot.Computer && m.Game != 0 {
		c.Afterwards(func(context.Context) { c.Bot.Ports.WakeComputer(m.Game, c.Request.Line()) })
	}
}

// ErrComputerWaits returns the error for asking the computer to move while it waits.
func ErrComputerWaits(g bot.Game) error {
	return bot.Problemf(bot.NotNow, "%s is holding its move in %s, because people are playing from this position, or one much like it, in an ongoing game. It will move as soon as it can.", g.Name(g.Turn), bot.GameNumber(g.ID))
}

// LessonVariant is the variant that the lessons teach.
const LessonVariant = "raumschach"

package service

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

const (
	// codeLife is how long a code waits to be said.
	codeLife = 15 * time.Minute
	// codeLength is how many letters a code has; five bits each.
	codeLength = 10
	// codeLetters are those of codes: digits and letters that nobody takes for each other.
	codeLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
	// ownMemos is the platform under which the service itself keeps memos.
	ownMemos bot.Platform = "raumbot"
	// codeMemo is how their keys begin.
	codeMemo string = "link/"
)

// linkCode is what a code stands for until it is said.
type linkCode struct {
	Player bot.PlayerID
	Until  time.Time
}

// link gives the asker a code, or joins them to the player who was given one.
func link(c *call) (bot.Reply, error) {
	if c.args.Word("code") == "" {
		return c.giveCode()
	}
	word := strings.ToUpper(strings.ReplaceAll(c.args.Word("code"), "-", ""))
	other, err := c.codeOf(word)
	if err != nil {
		return bot.Reply{}, err
	}
	if c.request.Room != (bot.RoomID{}) && !c.request.Whispered {
		text := phrase.Of("Others can read this, so that code is no longer good. `link` gives a new one: say it to me in private.")
		return c.private(text), c.tx.PutMemo(ownMemos, codeMemo+word, nil)
	}
	if err := c.mayMerge(other); err != nil {
		return bot.Reply{}, err
	}
	if c.args.Word("sure") != "confirm" {
		sure := bot.Button{Label: phrase.Of("Be one with %s", other.Name), Command: fmt.Sprintf("link %s confirm", word)}
		return c.private(phrase.Of("This makes you and %s one player for good: one record, one rating in each game, one set of preferences, which are theirs. "+
			"Do so only if %s is yourself. `%s` does it.", other.Describe(), other.Name, sure.Command), sure), nil
	}
	return c.merge(other)
}

// private returns a reply that nobody but the asker may read.
func (c *call) private(text string, buttons ...bot.Button) bot.Reply {
	return bot.Reply{Answer: []bot.Message{c.message(bot.Private, text, buttons...)}}
}

// giveCode makes a code for the asker, in place of an earlier one.
func (c *call) giveCode() (bot.Reply, error) {
	if err := c.dropCodes(func(code linkCode) bool {
		return code.Player == c.me.ID || code.Until.Before(c.uptime.Beat)
	}); err != nil {
		return bot.Reply{}, err
	}
	var code strings.Builder
	for range codeLength {
		code.WriteByte(codeLetters[c.service.dice(len(codeLetters))])
	}
	value, err := json.Marshal(linkCode{c.me.ID, c.uptime.Beat.Add(codeLife).UTC()})
	if err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("Say `link %s-%s` to the bot on the other platform within %s, and you are one player there and here. Tell nobody else: whoever says it becomes one with you.",
		code.String()[:codeLength/2], code.String()[codeLength/2:], bot.Spell(codeLife))
	return c.private(text), c.tx.PutMemo(ownMemos, codeMemo+code.String(), value)
}

// dropCodes removes codes.
func (c *call) dropCodes(drop func(linkCode) bool) error {
	keys, err := c.tx.Memos(ownMemos, codeMemo, 0)
	if err != nil {
		return err
	}
	for _, key := range keys {
		code, err := c.readCode(key)
		if err == nil && drop(code) {
			err = c.tx.PutMemo(ownMemos, key, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *call) readCode(key string) (code linkCode, err error) {
	value, err := c.tx.Memo(ownMemos, key)
	if err == nil {
		err = json.Unmarshal(value, &code)
	}
	return code, err
}

// codeOf returns the player who was given a code.
func (c *call) codeOf(word string) (bot.Player, error) {
	code, err := c.readCode(codeMemo + word)
	if errors.Is(err, bot.ErrNotFound) || err == nil && code.Until.Before(c.uptime.Beat) {
		return bot.Player{}, bot.Problemf(bot.Unknown, "That is no code, or no longer one: it is good for %s, and once. `link` on the other platform gives a new one.", bot.Spell(codeLife))
	}
	if err != nil {
		return bot.Player{}, err
	}
	return c.tx.Player(code.Player) // who was not joined or forgotten: their codes go with them
}

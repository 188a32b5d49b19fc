package service

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

const (
	// codeLife is how long a code is valid.
	codeLife = 15 * time.Minute
	// codeLength is the number of letters of a code; five bits each.
	codeLength = 10
	// codeLetters are the letters of codes: digits and letters that are not easily confused.
	codeLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
	// ownMemos is the platform name under which the service stores its own memos.
	ownMemos bot.Platform = "raumbot"
	// codeMemo is the key prefix of codes, triesMemo that of the wrong codes that somebody has entered.
	codeMemo  string = "link/"
	triesMemo string = "tries/"
	// maxTries is how many wrong codes somebody may enter within codeLife.
	maxTries = 5
)

// linkCode is what a code stands for until it is used.
type linkCode struct {
	Player bot.PlayerID
	Until  time.Time
	// Shown is the player who has been shown whose code it is. Only they can confirm.
	Shown bot.PlayerID `json:",omitzero"`
}

// link gives the asker a code, or begins to link the asker with the player who was given one.
func link(c *call) (bot.Reply, error) {
	word := strings.ToUpper(strings.ReplaceAll(c.args.Word("code"), "-", ""))
	switch pending, err := c.pendingLink(c.me.ID); {
	case err != nil:
		return bot.Reply{}, err
	case word == "UNDO":
		return c.undoLink(pending)
	case pending != nil:
		return c.linkStands(*pending)
	case c.args.Word("code") == "":
		return c.giveCode()
	}
	if tries, err := c.tries(c.triesKey()); err != nil || tries.Wrong >= maxTries {
		reply := c.private(phrase.Of("Too many codes were wrong. Try again in %s.", bot.Spell(codeLife)))
		reply.Outcome = bot.Refused
		return reply, err
	}
	code, other, err := c.codeOf(word)
	var wrong *bot.Problem
	if errors.As(err, &wrong) {
		reply := c.private(wrong.Text)
		reply.Outcome = bot.Refused
		return reply, c.miss()
	}
	if err != nil {
		return bot.Reply{}, err
	}
	if c.request.Room != (bot.RoomID{}) && !c.request.Ephemeral {
		text := phrase.Of("Others can read this, so that code is no longer good. `link` gives a new one: say it to me in private.")
		return c.private(text), c.tx.PutMemo(ownMemos, codeMemo+word, nil)
	}
	if err := c.mayLink(other); err != nil {
		return bot.Reply{}, err
	}
	if c.args.Word("sure") == "confirm" && code.Shown == c.me.ID {
		return c.beginLink(other)
	}
	count, err := c.gamesPlayed(other.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	code.Shown = c.me.ID
	sure := bot.Button{Label: phrase.Of("Yes, that is me: merge"), Command: fmt.Sprintf("link %s confirm", word)}
	return c.private(phrase.Of("The code is of %s, known to me since %s, with %s. If that is you, `%s` makes you one player, in %s: one record, one rating in each game, and the preferences of %s. "+
		"If somebody else has given you this code, don't: they would play your games.",
		other.Describe(), bot.Timestamp(other.Since), gameCount(count), sure.Command, bot.Spell(linkDelay), other.Name), sure), c.putCode(word, code)
}

// gamesPlayed counts a player's games, ongoing and finished.
func (c *call) gamesPlayed(p bot.PlayerID) (n int, err error) {
	err = c.eachGame(p, func(bot.Game) error { n++; return nil })
	return n, err
}

// mayLink returns a problem if the asker can't be linked with another player now, or if the operator does not allow
// linking two accounts of one platform.
func (c *call) mayLink(other bot.Player) error {
	if pending, err := c.pendingLink(other.ID); err != nil || pending != nil {
		return errors.Join(err, bot.Problemf(bot.NotNow, "%s is being linked already. `link undo` there ends that.", other.Said()))
	}
	for _, u := range other.Users {
		if _, both := c.me.User(u.Platform); both && !c.service.linksWithin && other.ID != c.me.ID {
			return bot.Problemf(bot.NotAllowed, "You both are on %s, and two accounts of one platform cannot be linked here.", u.Platform)
		}
	}
	return c.mayMerge(other)
}

// private returns a reply that only the asker may read.
func (c *call) private(text string, buttons ...bot.Button) bot.Reply {
	return bot.Reply{Answer: []bot.Message{c.message(bot.Private, text, buttons...)}}
}

// giveCode creates a code for the asker, replacing an earlier one.
func (c *call) giveCode() (bot.Reply, error) {
	if err := c.dropCodes(func(code linkCode) bool {
		return code.Player == c.me.ID || code.Until.Before(c.uptime.Beat)
	}); err != nil {
		return bot.Reply{}, err
	}
	drawn := make([]byte, codeLength)
	if _, err := io.ReadFull(c.service.secrets, drawn); err != nil {
		return bot.Reply{}, err
	}
	var code strings.Builder
	for _, b := range drawn {
		code.WriteByte(codeLetters[int(b)%len(codeLetters)]) // unbiased: 32 divides 256
	}
	text := phrase.Of("Say `link %s-%s` to the bot from your other account within %s to merge the two. Tell nobody else, and never say a code that somebody has given you.",
		code.String()[:codeLength/2], code.String()[codeLength/2:], bot.Spell(codeLife))
	return c.private(text), c.putCode(code.String(), linkCode{Player: c.me.ID, Until: c.uptime.Beat.Add(codeLife).UTC()})
}

func (c *call) putCode(word string, code linkCode) error {
	value, err := json.Marshal(code)
	return errors.Join(err, c.tx.PutMemo(ownMemos, codeMemo+word, value))
}

// dropCodes deletes the codes for which drop returns true.
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

// codeOf returns a valid code, and the player who was given it.
func (c *call) codeOf(word string) (linkCode, bot.Player, error) {
	code, err := c.readCode(codeMemo + word)
	if errors.Is(err, bot.ErrNotFound) || err == nil && code.Until.Before(c.uptime.Beat) {
		return code, bot.Player{}, bot.Problemf(bot.Unknown, "That is no code, or no longer one: it is good for %s, and once. `link` on the other platform gives a new one.", bot.Spell(codeLife))
	}
	if err != nil {
		return code, bot.Player{}, err
	}
	p, err := c.tx.Player(code.Player) // neither merged nor forgotten, which would delete their codes
	return code, p, err
}

// wrongTries counts the wrong codes that somebody has entered, until it expires.
type wrongTries struct {
	Wrong int
	Until time.Time
}

func (c *call) triesKey() string { return fmt.Sprintf("%s%d", triesMemo, c.me.ID) }

// tries returns the wrong codes that somebody has entered within codeLife.
func (c *call) tries(key string) (t wrongTries, err error) {
	value, err := c.tx.Memo(ownMemos, key)
	if errors.Is(err, bot.ErrNotFound) {
		return t, nil
	}
	if err == nil {
		err = json.Unmarshal(value, &t)
	}
	if t.Until.Before(c.uptime.Beat) {
		t = wrongTries{}
	}
	return t, err
}

// miss counts a wrong code of the asker, and deletes the expired counts of others.
func (c *call) miss() error {
	t, err := c.tries(c.triesKey())
	if err != nil {
		return err
	}
	keys, err := c.tx.Memos(ownMemos, triesMemo, 0)
	for _, key := range keys {
		old, missing := c.tries(key)
		if err = errors.Join(err, missing); old.Wrong == 0 {
			err = errors.Join(err, c.tx.PutMemo(ownMemos, key, nil))
		}
	}
	if err != nil {
		return err
	}
	t = wrongTries{t.Wrong + 1, c.uptime.Beat.Add(codeLife).UTC()}
	value, err := json.Marshal(t)
	return errors.Join(err, c.tx.PutMemo(ownMemos, c.triesKey(), value))
}

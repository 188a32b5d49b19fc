package people

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

const (
	// codeLife is how long a code is valid.
	codeLife = 15 * time.Minute
	// codeLength is the number of letters of a code. Each letter has five bits.
	codeLength = 10
	// codeLetters are the letters of codes: digits and letters that are not easily confused.
	codeLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
)

const (
	// codeMemo is the key prefix of codes, triesMemo that of the counts of wrong codes.
	codeMemo  string = "link/"
	triesMemo string = "tries/"
	// maxTries is how many wrong codes somebody may enter within codeLife.
	maxTries = 5
)

// linkCode is a code that has not been used yet.
type linkCode struct {
	Player bot.PlayerID
	Until  time.Time
	// Shown is the player who has entered the code and been shown whose it is. Only they can confirm
	// the link.
	Shown bot.PlayerID `json:",omitzero"`
}

// link gives the asker a code, or begins to link the asker with the player who was given the code
// that the asker has entered.
func link(c *action.Call) (bot.Reply, error) {
	word := strings.ToUpper(strings.ReplaceAll(c.Args.Word("code"), "-", ""))
	switch pending, err := action.PendingLink(c, c.Me.ID); {
	case err != nil:
		return bot.Reply{}, err
	case word == "UNDO":
		return undoLink(c, pending)
	case pending != nil:
		return linkStands(c, *pending)
	case c.Args.Word("code") == "":
		return giveCode(c)
	}
	if tries, err := tries(c, triesKey(c)); err != nil || tries.Wrong >= maxTries {
		reply := c.AnswerPrivately(phrase.Of("Too many codes were wrong. Try again in %s.", bot.DurationWords(codeLife)))
		reply.Outcome = bot.Refused
		return reply, err
	}
	code, other, err := codeOf(c, word)
	var wrong *bot.Problem
	if errors.As(err, &wrong) {
		reply := c.AnswerPrivately(wrong.Text)
		reply.Outcome = bot.Refused
		return reply, countWrongCode(c)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	if c.Request.Room != (bot.RoomID{}) && !c.Request.Ephemeral {
		text := phrase.Of("Others can read this, so that code is no longer good. `link` gives a new one: say it to me in private.")
		return c.AnswerPrivately(text), c.Tx.PutMemo(action.OwnMemos, codeMemo+word, nil)
	}
	if err := mayLink(c, other); err != nil {
		return bot.Reply{}, err
	}
	if c.Args.Word("sure") == "confirm" && code.Shown == c.Me.ID {
		return beginLink(c, other)
	}
	count, err := gamesPlayed(c, other.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	code.Shown = c.Me.ID
	sure := bot.Button{Label: phrase.Of("Yes, that is me: merge"), Command: fmt.Sprintf("link %s confirm", word)}
	return c.AnswerPrivately(phrase.Of("The code is of %s, known to me since %s, with %s. If that is you, `%s` makes you one player, in %s: one record, one rating in each game, and the preferences of %s. "+
		"If somebody else has given you this code, don't: they would play your games.",
		other.Describe(), bot.Timestamp(other.Since), action.GameCount(count), sure.Command, bot.DurationWords(linkDelay), other.Name), sure), putCode(c, word, code)
}

// gamesPlayed counts a player's games, ongoing and finished.
func gamesPlayed(c *action.Call, p bot.PlayerID) (n int, err error) {
	err = action.EachGame(c, p, func(bot.Game) error { n++; return nil })
	return n, err
}

// mayLink returns a problem if the asker can't be linked with another player now, or if the
// operator does not allow linking two accounts of one platform.
func mayLink(c *action.Call, other bot.Player) error {
	if pending, err := action.PendingLink(c, other.ID); err != nil || pending != nil {
		return errors.Join(err, bot.Problemf(bot.NotNow, "%s is being linked already. `link undo` there ends that.", other.Said()))
	}
	for _, u := range other.Users {
		if _, both := c.Me.User(u.Platform); both && !c.Bot.LinksWithin && other.ID != c.Me.ID {
			return bot.Problemf(bot.NotAllowed, "You both are on %s, and two accounts of one platform cannot be linked here.", u.Platform)
		}
	}
	return mayMerge(c, other)
}

// giveCode creates a code for the asker, replacing an earlier one.
func giveCode(c *action.Call) (bot.Reply, error) {
	if err := dropCodes(c, func(code linkCode) bool {
		return code.Player == c.Me.ID || code.Until.Before(c.Uptime.Beat)
	}); err != nil {
		return bot.Reply{}, err
	}
	drawn := make([]byte, codeLength)
	if _, err := io.ReadFull(c.Bot.Secrets, drawn); err != nil {
		return bot.Reply{}, err
	}
	var code strings.Builder
	for _, b := range drawn {
		code.WriteByte(codeLetters[int(b)%len(codeLetters)]) // unbiased: 32 divides 256
	}
	text := phrase.Of("Say `link %s-%s` to the bot from your other account within %s to merge the two. Tell nobody else, and never say a code that somebody has given you.",
		code.String()[:codeLength/2], code.String()[codeLength/2:], bot.DurationWords(codeLife))
	return c.AnswerPrivately(text), putCode(c, code.String(), linkCode{Player: c.Me.ID, Until: c.Uptime.Beat.Add(codeLife).UTC()})
}

func putCode(c *action.Call, word string, code linkCode) error {
	value, err := json.Marshal(code)
	return errors.Join(err, c.Tx.PutMemo(action.OwnMemos, codeMemo+word, value))
}

// dropCodes deletes the codes for which drop returns true.
func dropCodes(c *action.Call, drop func(linkCode) bool) error {
	keys, err := c.Tx.Memos(action.OwnMemos, codeMemo, 0)
	if err != nil {
		return err
	}
	for _, key := range keys {
		code, err := readCode(c, key)
		if err == nil && drop(code) {
			err = c.Tx.PutMemo(action.OwnMemos, key, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func readCode(c *action.Call, key string) (code linkCode, err error) {
	value, err := c.Tx.Memo(action.OwnMemos, key)
	if err == nil {
		err = json.Unmarshal(value, &code)
	}
	return code, err
}

// codeOf returns a code if it is valid, and the player who was given it.
func codeOf(c *action.Call, word string) (linkCode, bot.Player, error) {
	code, err := readCode(c, codeMemo+word)
	if errors.Is(err, bot.ErrNotFound) || err == nil && code.Until.Before(c.Uptime.Beat) {
		return code, bot.Player{}, bot.Problemf(bot.Unknown, "That is no code, or no longer one: it is good for %s, and once. `link` on the other platform gives a new one.", bot.DurationWords(codeLife))
	}
	if err != nil {
		return code, bot.Player{}, err
	}
	p, err := c.Tx.Player(code.Player) // neither merged nor forgotten, which would delete their codes
	return code, p, err
}

// wrongTries is the number of wrong codes that somebody has entered. It expires.
type wrongTries struct {
	Wrong int
	Until time.Time
}

func triesKey(c *action.Call) string { return fmt.Sprintf("%s%d", triesMemo, c.Me.ID) }

// tries returns the number of wrong codes that the asker has entered within codeLife.
func tries(c *action.Call, key string) (t wrongTries, err error) {
	value, err := c.Tx.Memo(action.OwnMemos, key)
	if errors.Is(err, bot.ErrNotFound) {
		return t, nil
	}
	if err == nil {
		err = json.Unmarshal(value, &t)
	}
	if t.Until.Before(c.Uptime.Beat) {
		t = wrongTries{}
	}
	return t, err
}

// countWrongCode counts a wrong code of the asker, and deletes the expired counts of other players.
func countWrongCode(c *action.Call) error {
	t, err := tries(c, triesKey(c))
	if err != nil {
		return err
	}
	keys, err := c.Tx.Memos(action.OwnMemos, triesMemo, 0)
	for _, key := range keys {
		old, missing := tries(c, key)
		if err = errors.Join(err, missing); old.Wrong == 0 {
			err = errors.Join(err, c.Tx.PutMemo(action.OwnMemos, key, nil))
		}
	}
	if err != nil {
		return err
	}
	t = wrongTries{t.Wrong + 1, c.Uptime.Beat.Add(codeLife).UTC()}
	value, err := json.Marshal(t)
	return errors.Join(err, c.Tx.PutMemo(action.OwnMemos, triesKey(c), value))
}

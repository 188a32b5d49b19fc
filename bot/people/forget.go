package people

import (
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// forget deletes what is stored about the asker, after they confirm. Their opponents keep the
// finished games, without the asker's name. A shadow remains: see [action.Shadows].
func forget(c *action.Call) (bot.Reply, error) {
	going, err := c.Tx.GamesOf(c.Me.ID, false, bot.Page{})
	if err != nil {
		return bot.Reply{}, err
	}
	if c.Args.Word("sure") != "confirm" {
		sure := bot.Button{Label: phrase.Of("Forget me"), Command: action.CommandText("forget", "me", "confirm"), Tone: bot.Refuses}
		return action.ConfirmByYes(c.AnswerPrivately(phrase.Of("This forgets %s: name, preferences, ratings, notes and imported records go for good, and %s will be given up. "+
			"Games that have ended stay for your opponents, without your name; what stands in the chats stays there. "+
			"A code that tells nobody who you are stays, so that blocks against you still hold. The bot's disk is overwritten within eight days; the operator's backups keep everything until newer ones replace them. `%s` does it.",
			c.Me.Describe(), givenUp(len(going)), sure.Command), sure)), nil
	}
	notices, err := erase(c)
	if err != nil {
		return bot.Reply{}, err
	}
	answer := c.AnswerPrivately(phrase.Of("You are forgotten. If you speak again, you are somebody new.")).Answer
	for _, a := range c.Me.Addresses() {
		if a.User.UserID != c.Request.From.UserID {
			notices = append(notices, a.Message(phrase.Of("You are forgotten here too, as you have asked on %s.", c.Request.From.Platform)))
		}
	}
	// The answer is still given in the language of the player.
	c.Me = bot.Player{Language: c.Me.Language, Locale: c.Me.Locale, Zone: c.Me.Zone}
	return bot.Reply{Answer: answer, Notices: notices}, nil
}

// givenUp describes what a person loses when they are forgotten: their unfinished games and their
// places in tournaments.
func givenUp(games int) phrase.Text {
	if games == 0 {
		return phrase.Of("your place in every tournament")
	}
	return phrase.Of("%s and your place in every tournament", phrase.Count(games, "%d unfinished game", "%d unfinished games"))
}

// erase ends the asker's games and memberships, and deletes what is stored about the asker. It
// returns the messages that tell others.
func erase(c *action.Call) (notices []bot.Message, err error) {
	for _, f := range slices.Backward(c.Bot.Features) { // dependent features come first
		if f.Leave == nil {
			continue
		}
		told, err := f.Leave(c)
		if err != nil {
			return nil, err
		}
		notices = append(notices, told...)
	}
	notices = slices.DeleteFunc(notices, c.ToMe)
	for i := range notices { // a mention would show the name
		notices[i].To = slices.DeleteFunc(notices[i].To, func(u bot.User) bool { return c.Me.Uses(u.UserID) })
	}
	err = forgetMessages(c) // while the games that they are about can still be read
	if err == nil {
		err = c.Bot.InTurn(func(f action.Feature) error {
			if f.Forget == nil {
				return nil
			}
			return f.Forget(c)
		})
	}
	if err != nil {
		return nil, err
	}
	if err := action.MergeShadows(c); err != nil {
		return nil, err
	}
	shadow := bot.Player{ID: c.Me.ID, Name: bot.NobodyName, Since: c.Me.Since, Forgotten: true, Former: c.Me.Former}
	if shadow.Users, err = action.Shadows(c, c.Me.Users); err == nil {
		err = c.Tx.PutPlayer(shadow)
	}
	return notices, err
}

// forgetPerson deletes the asker's browser sessions, memos and alarms.
func forgetPerson(c *action.Call) error {
	return errors.Join(closeAccounts(c), dropAlarms(c))
}

// forgetMessages deletes the waiting messages that are for the asker alone or about their studies.
func forgetMessages(c *action.Call) error {
	for _, u := range c.Me.Users {
		waiting, err := c.Tx.Waiting(u.Platform, 0, forgetAtOnce)
		if err != nil {
			return err
		}
		for _, m := range waiting {
			study := false
			if g, missing := c.Tx.Game(m.Game); missing == nil {
				study = g.Study() && g.Has(c.Me.ID)
			}
			if study || c.ToMe(m) {
				err = errors.Join(err, c.Tx.Dequeue(m.Platform, m.ID))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// forgetAtOnce bounds the waiting messages that are checked. Those beyond it are delivered.
const forgetAtOnce = 10_000

// forgetMemos deletes what adapters store about the asker, and the asker's codes.
func forgetMemos(c *action.Call) error {
	err := errors.Join(dropCodes(c, func(code linkCode) bool { return code.Player == c.Me.ID }), c.Tx.PutMemo(action.OwnMemos, triesKey(c), nil))
	for _, u := range c.Me.Users {
		keys, missing := c.Tx.Memos(u.Platform, bot.UserMemo(u.UserID), 0)
		err = errors.Join(err, missing)
		for _, key := range keys {
			err = errors.Join(err, c.Tx.PutMemo(u.Platform, key, nil))
		}
	}
	return err
}

package service

import (
	"errors"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// forget deletes what is stored about the asker, after they confirm. Their opponents keep the finished games, without
// the asker's name. A shadow remains: see player_shadow.go.
func forget(c *call) (bot.Reply, error) {
	going, err := c.tx.GamesOf(c.me.ID, false, bot.Page{})
	if err != nil {
		return bot.Reply{}, err
	}
	if c.args.Word("sure") != "confirm" {
		sure := bot.Button{Label: phrase.Of("Forget me"), Command: strings.Join([]string{"forget", "me", "confirm"}, " ")}
		return asking(c.private(phrase.Of("This forgets %s: name, preferences, ratings, notes and imported records go for good, and %s will be given up, and every tournament left. "+
			"Games that have ended stay for your opponents, without your name; what stands in the chats stays there. "+
			"A code that tells nobody who you are stays, so that blocks against you still hold. The bot's disk is overwritten within eight days; the operator's backups keep everything until newer ones replace them. `%s` does it.",
			c.me.Describe(), phrase.Count(len(going), "%d unfinished game", "%d unfinished games"), sure.Command), sure)), nil
	}
	var notices []bot.Message
	for _, step := range []func() ([]bot.Message, error){c.dropLink, c.leaveTournaments, c.leaveGames, c.leaveChallenges} {
		told, err := step()
		if err != nil {
			return bot.Reply{}, err
		}
		notices = append(notices, told...)
	}
	notices = slices.DeleteFunc(notices, c.toMe)
	for _, step := range []func() error{c.forgetMessages, c.forgetGames, c.forgetFiles, c.forgetEntries, c.forgetAnalyses, c.forgetNotes, c.forgetRatings, c.forgetWeb, c.forgetFollowing, c.forgetMemos} {
		if err := step(); err != nil {
			return bot.Reply{}, err
		}
	}
	answer := c.private(phrase.Of("You are forgotten. If you speak again, you are somebody new.")).Answer
	for _, a := range c.me.Addresses() {
		if a.User.UserID != c.request.From.UserID {
			notices = append(notices, a.Message(phrase.Of("You are forgotten here too, as you have asked on %s.", c.request.From.Platform)))
		}
	}
	if err := c.mergeShadows(); err != nil {
		return bot.Reply{}, err
	}
	shadow := bot.Player{ID: c.me.ID, Name: bot.NobodyName, Since: c.me.Since, Forgotten: true, Former: c.me.Former}
	if shadow.Users, err = c.shadows(c.me.Users); err == nil {
		err = c.tx.PutPlayer(shadow)
	}
	c.me = bot.Player{Language: c.me.Language, Locale: c.me.Locale, Zone: c.me.Zone} // for the language of the answer
	return bot.Reply{Answer: answer, Notices: notices}, err
}

// toMe reports whether a message is for the asker only.
func (c *call) toMe(m bot.Message) bool {
	return m.Room == (bot.RoomID{}) && len(m.To) == 1 && slices.ContainsFunc(c.me.Users, func(u bot.User) bool { return u.UserID == m.To[0].UserID })
}

// leaveGames ends the asker's ongoing games against others: those that have begun are resigned, the others aborted.
func (c *call) leaveGames() (notices []bot.Message, err error) {
	going, err := c.tx.GamesOf(c.me.ID, false, bot.Page{})
	for _, g := range going {
		if err != nil {
			return nil, err
		}
		if g.Study() {
			continue
		}
		c.game = g
		c.side, _ = g.Side(c.me.ID)
		winner := c.side.Other()
		result := bot.Result{Reason: bot.ByResignation, Winner: &winner}
		if g.Moves < 2 {
			result = bot.Result{Reason: bot.PlayerLeft, Aborted: true}
		}
		var reply bot.Reply
		reply, err = c.end(g, result, phrase.Of("%s: %s has left.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.side)))
		notices = append(notices, reply.Notices...)
	}
	return notices, err
}

// leaveChallenges deletes the challenges to and from the asker.
func (c *call) leaveChallenges() (notices []bot.Message, err error) {
	all, err := c.tx.ChallengesOf(c.me.ID)
	for _, ch := range all {
		if !ch.Open() {
			text := phrase.Of("%s has left, and challenge %d comes to nothing.", c.me.Said(), ch.ID)
			other := ch.Other(c.me.ID)
			told, unknown := c.unaddressed(other.Player, other.Address().ChallengeMessage(ch, text))
			notices, err = append(notices, told...), errors.Join(err, unknown)
		}
		err = errors.Join(err, c.drop(ch, bot.Departed))
	}
	return notices, err
}

// forgetGames removes the asker's name from finished games, and deletes those in which nobody else has played.
func (c *call) forgetGames() error {
	return c.eachGame(c.me.ID, func(g bot.Game) error {
		if g.Study() {
			return c.tx.DeleteGame(g.ID)
		}
		for i := range g.Seats {
			if c.me.Is(g.Seats[i].Player) { // both seats, in a game between two accounts merged since
				g.Seats[i].User = bot.User{UserID: bot.UserID{Platform: g.Seats[i].User.Platform}, Name: bot.NobodyName}
			}
		}
		return c.tx.PutGame(g)
	})
}

// forgetAnalyses removes the asker from those who wait for analyses.
func (c *call) forgetAnalyses() error {
	waiting, err := c.tx.WaitingAnalyses(0)
	for _, a := range waiting {
		followers := len(a.Followers)
		for _, f := range a.Followers {
			if c.me.Is(f.Player) {
				err = errors.Join(err, c.tx.PutMemo(f.Where.Message("").Platform, shownKey(f.Progress), nil))
			}
		}
		a.Followers = slices.DeleteFunc(slices.Clone(a.Followers), func(f bot.Follower) bool { return c.me.Is(f.Player) })
		if len(a.Followers) < followers {
			err = errors.Join(err, c.tx.PutAnalysis(a))
		}
	}
	return err
}

// forgetFiles deletes the games that the asker's imported records have brought along. A game that they have added to a place is the
// place's, and nothing tells that it was they.
func (c *call) forgetFiles() error {
	files, err := c.tx.GameFiles()
	for _, f := range files {
		if slices.ContainsFunc(c.me.Users, func(u bot.User) bool { return importer(u) == f.Importer }) {
			c.dropped, c.relocal = append(c.dropped, f.ID), true
			err = errors.Join(err, c.tx.DeleteGameFile(f.ID))
		}
	}
	return err
}

func (c *call) forgetNotes() error {
	all, err := c.tx.NotesOf(c.me.ID)
	for _, notes := range all {
		notes.Lines = nil
		err = errors.Join(err, c.tx.PutNotes(notes))
	}
	return err
}

func (c *call) forgetRatings() error {
	all, err := c.tx.RatingsOf(c.me.ID)
	for _, r := range all {
		err = errors.Join(err, c.tx.DeleteRating(r.Player, r.Variant))
	}
	return err
}

// forgetMessages deletes the waiting messages that are for the asker only, or about their studies.
func (c *call) forgetMessages() error {
	for _, u := range c.me.Users {
		waiting, err := c.tx.Waiting(u.Platform, 0, forgetAtOnce)
		if err != nil {
			return err
		}
		for _, m := range waiting {
			study := false
			if g, missing := c.tx.Game(m.Game); missing == nil {
				study = g.Study() && g.Has(c.me.ID)
			}
			if study || c.toMe(m) {
				err = errors.Join(err, c.tx.Dequeue(m.Platform, m.ID))
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
func (c *call) forgetMemos() error {
	err := errors.Join(c.dropCodes(func(code linkCode) bool { return code.Player == c.me.ID }), c.tx.PutMemo(ownMemos, c.triesKey(), nil))
	for _, u := range c.me.Users {
		keys, missing := c.tx.Memos(u.Platform, UserMemo(u.UserID), 0)
		err = errors.Join(err, missing)
		for _, key := range keys {
			err = errors.Join(err, c.tx.PutMemo(u.Platform, key, nil))
		}
	}
	return err
}

package people

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
)

// A guest is a player whose only account is a random ID. One browser has been signed in to it since
// the guest arrived, and nobody can sign in to it from elsewhere.

const (
	// guestLife is how long a guest is kept after the last recorded visit.
	guestLife = 30 * bot.Day
	// visitEvery is the minimum time between two recorded visits.
	visitEvery = bot.Day
	// guestMemo is the prefix of the keys that list guests by the time when they will be forgotten.
	guestMemo string = "guest/"
)

// guestKey returns the key under which a guest is listed.
func guestKey(until time.Time, u bot.UserID) string {
	return fmt.Sprintf("%s%012d/%s", guestMemo, until.Unix(), u.ID)
}

// listedMemo returns the key of the memo that holds a guest's current [guestKey].
func listedMemo(u bot.UserID) string { return bot.UserMemo(u) + "listed" }

// Welcome creates a guest with a name, and returns the secret of the guest's new session. If the
// name is not possible or taken, the error is a *[bot.Problem]. browser is the name that the
// browser gives itself.
func (s *Sessions) Welcome(ctx context.Context, name, browser string) (secret string, u bot.User, err error) {
	id, err := s.Secret()
	if err == nil {
		secret, err = s.Secret()
	}
	if err != nil {
		return "", u, err
	}
	u = bot.User{UserID: bot.UserID{Platform: bot.Guest, ID: id}}
	err = s.Store.Update(ctx, func(tx bot.Tx) error {
		c, err := s.CallAt(tx)
		if err != nil {
			return err
		}
		c.Request = bot.Request{From: u}
		if u.Name, err = freeName(c, name); err != nil {
			return err
		}
		if _, err := c.Remember(u); err != nil {
			return err
		}
		now := c.Uptime.Beat.UTC()
		return errors.Join(tidyWeb(c, hashed(secret)), listGuest(c, u.UserID, now.Add(guestLife)),
			putWeb(c, WebSessionMemo, secret, webEntry{User: u.UserID, Since: now, Until: now.Add(guestLife), Browser: bot.CleanName(browser)}))
	})
	return secret, u, err
}

// freeName returns the full name of a guest who has entered name. It returns a *[bot.Problem] if
// that name is not allowed, is taken, or could be mistaken for the bot's.
func freeName(c *action.Call, name string) (string, error) {
	full, ok := bot.GuestName(name)
	switch {
	case !ok:
		return "", bot.Problemf(bot.Misunderstood, "A guest's name has up to 26 letters, digits, dots, dashes and underscores, at least one letter, and is no address.")
	case bot.SeemsBot(full):
		return "", bot.Problemf(bot.NotAllowed, "That name could be taken for mine. Choose another.")
	}
	taken, err := c.Tx.PlayersAlike(full)
	if err == nil && len(taken) > 0 {
		err = bot.Problemf(bot.NotNow, "A guest with that name, or one that looks like it, is here already. Choose another.")
	}
	return full, err
}

// listGuest records the time until which a guest is kept.
func listGuest(c *action.Call, u bot.UserID, until time.Time) error {
	if err := unlistGuest(c, u); err != nil {
		return err
	}
	key := guestKey(until, u)
	return errors.Join(c.Tx.PutMemo(action.OwnMemos, key, []byte{1}), c.Tx.PutMemo(u.Platform, listedMemo(u), []byte(key)))
}

// unlistGuest deletes the records of listGuest, if there are any.
func unlistGuest(c *action.Call, u bot.UserID) error {
	key, err := c.Tx.Memo(u.Platform, listedMemo(u))
	if errors.Is(err, bot.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(c.Tx.PutMemo(action.OwnMemos, string(key), nil), c.Tx.PutMemo(u.Platform, listedMemo(u), nil))
}

// Visited records a visit of the guest to whom a session belongs. It does nothing for other
// sessions.
func (s *Sessions) Visited(ctx context.Context, secret string) error {
	recent := func(c *action.Call) (e webEntry, recent bool, err error) {
		e, err = findWebEntry(c, WebSessionMemo, secret)
		return e, e.User.Platform != bot.Guest || e.Until.After(c.Uptime.Beat.Add(guestLife-visitEvery)), err
	}
	record := func(tx bot.Tx, renew func(*action.Call, webEntry) error) error {
		c, err := s.CallAt(tx)
		if err != nil {
			return err
		}
		e, done, err := recent(c)
		if err != nil || done {
			return err
		}
		return renew(c, e)
	}
	due := false
	err := s.Store.View(ctx, func(tx bot.Tx) error {
		return record(tx, func(*action.Call, webEntry) error { due = true; return nil })
	})
	if err != nil || !due {
		return err
	}
	return s.Store.Update(ctx, func(tx bot.Tx) error {
		return record(tx, func(c *action.Call, e webEntry) error {
			e.Until = c.Uptime.Beat.UTC().Add(guestLife)
			return errors.Join(listGuest(c, e.User, e.Until), putWeb(c, WebSessionMemo, secret, e))
		})
	})
}

// takeAlong merges the guest to whom a session belongs into the player of an account. It does
// nothing if the session belongs to no guest.
func takeAlong(c *action.Call, session string, account bot.UserID) error {
	e, err := findWebEntry(c, WebSessionMemo, session)
	if errors.Is(err, bot.ErrNotFound) || err == nil && e.User.Platform != bot.Guest {
		return nil
	}
	if err != nil {
		return err
	}
	guest, err := c.Tx.PlayerOf(e.User)
	if err != nil {
		return err
	}
	into, err := c.Tx.PlayerOf(account)
	if err != nil {
		return err
	}
	by := *c
	by.Me, by.Request = guest, bot.Request{From: bot.User{UserID: account}}
	if err := mayMerge(&by, into); err != nil {
		return err
	}
	if _, err := merge(&by, into); err != nil {
		return err
	}
	return closeAccounts(&by)
}

// closeAccounts ends the sessions of the asker's accounts, and deletes what is stored about them.
func closeAccounts(c *action.Call) (err error) {
	for _, u := range c.Me.Users {
		err = errors.Join(err, unlistGuest(c, u.UserID))
	}
	return errors.Join(err, forgetWeb(c), forgetMemos(c))
}

// forgetDueGuests forgets the guests whose last visit was longer ago than guestLife.
func forgetDueGuests(b *action.Batch) error {
	return action.EachDue(b, func(limit int) ([]string, error) { return dueGuests(b.Call, limit) }, func(key string) any { return key }, "guest",
		func(key string) error { return forgetGuest(b.Call, key) })
}

// dueGuests returns the keys of up to limit guests who have to be forgotten, the earliest first.
func dueGuests(c *action.Call, limit int) (due []string, err error) {
	keys, err := c.Tx.Memos(action.OwnMemos, guestMemo, limit)
	for _, key := range keys {
		if until, _, ok := readGuestKey(key); ok && until.After(c.Uptime.Beat) {
			break
		}
		due = append(due, key)
	}
	return due, err
}

// readGuestKey parses a key from [guestKey].
func readGuestKey(key string) (until time.Time, u bot.UserID, ok bool) {
	at, id, ok := strings.Cut(strings.TrimPrefix(key, guestMemo), "/")
	seconds, err := strconv.ParseInt(at, 10, 64)
	return time.Unix(seconds, 0), bot.UserID{Platform: bot.Guest, ID: id}, ok && err == nil
}

// forgetGuest forgets the guest listed under a key.
func forgetGuest(c *action.Call, key string) error {
	_, id, _ := readGuestKey(key)
	p, err := c.Tx.PlayerOf(id)
	if errors.Is(err, bot.ErrNotFound) {
		return c.Tx.PutMemo(action.OwnMemos, key, nil)
	}
	if err != nil {
		return err
	}
	by := *c
	by.Me, by.Request = p, bot.Request{From: bot.User{UserID: id}}
	notices, err := erase(&by)
	if err != nil {
		return err
	}
	return c.Enqueue(notices)
}

// checkGuest calls fault for everything that is wrong with a guest's account.
func checkGuest(tx bot.Tx, p bot.Player, fault func(format string, args ...any)) {
	u, guest := p.User(bot.Guest)
	if !guest || p.Forgotten {
		return
	}
	if len(p.Users) > 1 {
		fault("is a guest, and has other accounts")
	}
	key, err := tx.Memo(bot.Guest, listedMemo(u.UserID))
	if err == nil {
		_, err = tx.Memo(action.OwnMemos, string(key))
	}
	if _, listed, _ := readGuestKey(string(key)); err != nil || listed != u.UserID {
		fault("is a guest whom nothing will forget")
	}
}

package people

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
)

// Sessions signs browsers in and out: it manages their links and sessions.
type Sessions struct{ *action.Bot }

const (
	// sessionLife is how long a browser stays signed in, and mostSessions bounds the sessions of one
	// account.
	sessionLife  = 30 * 24 * time.Hour
	mostSessions = 10
	// frameLife and mostFrames are the same for sessions in a frame of the account's own platform,
	// each of which ends unseen when the frame is closed.
	frameLife  = 12 * time.Hour
	mostFrames = 5
)

const (
	// webLinkMemo and WebSessionMemo are the key prefixes of links and sessions.
	webLinkMemo    string = "weblink/"
	WebSessionMemo string = "websession/"
)

// webEntry is a sign-in link or a session.
type webEntry struct {
	User         bot.UserID
	Since, Until time.Time
	Browser      string `json:",omitzero"` // the name that the browser gives itself
	Frame        bool   `json:",omitzero"` // the session is in a frame of the account's platform
}

// webSession is an entry with the suffix of its key.
type webSession struct {
	webEntry
	key string
}

// wellFormed reports whether a text has the form of a secret. Other texts are not looked up.
func wellFormed(secret string) bool {
	random, err := base64.RawURLEncoding.Strict().DecodeString(secret)
	return err == nil && len(random) == action.SecretLength && len(secret) == base64.RawURLEncoding.EncodedLen(action.SecretLength)
}

// hashed returns the hash under which the store keeps a secret.
func hashed(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// accountMemo returns the key of the second memo of an entry, which lists it under its account.
func accountMemo(kind, key string, u bot.UserID) string { return bot.UserMemo(u) + kind + key }

// putWeb stores an entry under the hash of its secret.
func putWeb(c *action.Call, kind, secret string, e webEntry) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	key := hashed(secret)
	return errors.Join(c.Tx.PutMemo(action.OwnMemos, kind+key, data), c.Tx.PutMemo(e.User.Platform, accountMemo(kind, key, e.User), []byte{1}))
}

// findWebEntry returns the entry of a secret if it is still valid, else [bot.ErrNotFound].
func findWebEntry(c *action.Call, kind, secret string) (e webEntry, err error) {
	data, err := c.Tx.Memo(action.OwnMemos, kind+hashed(secret))
	if err == nil && len(data) == 0 {
		err = bot.ErrNotFound
	}
	if err == nil {
		err = json.Unmarshal(data, &e)
	}
	if err == nil && !e.Until.After(c.Uptime.Beat) {
		err = bot.ErrNotFound
	}
	return e, err
}

// endWeb removes an entry.
func endWeb(c *action.Call, kind, key string, u bot.UserID) error {
	return errors.Join(c.Tx.PutMemo(action.OwnMemos, kind+key, nil), c.Tx.PutMemo(u.Platform, accountMemo(kind, key, u), nil))
}

// webOf returns the entries of one kind of an account.
func webOf(c *action.Call, kind string, u bot.UserID) (all []webSession, err error) {
	prefix := accountMemo(kind, "", u)
	keys, err := c.Tx.Memos(u.Platform, prefix, 0)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		key = strings.TrimPrefix(key, prefix)
		s := webSession{key: key}
		data, err := c.Tx.Memo(action.OwnMemos, kind+key)
		if err == nil {
			err = json.Unmarshal(data, &s.webEntry)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// dropWeb removes all entries of one kind of an account.
func dropWeb(c *action.Call, kind string, u bot.UserID) error {
	all, err := webOf(c, kind, u)
	for _, s := range all {
		err = errors.Join(err, endWeb(c, kind, s.key, u))
	}
	return err
}

// forgetWeb signs the asker out everywhere, and removes their links.
func forgetWeb(c *action.Call) (err error) {
	for _, u := range c.Me.Users {
		err = errors.Join(err, dropWeb(c, webLinkMemo, u.UserID), dropWeb(c, WebSessionMemo, u.UserID))
	}
	return err
}

// account returns the current user of an account, or [bot.ErrNotFound] if it was forgotten.
func account(c *action.Call, id bot.UserID) (bot.User, error) {
	p, err := c.Tx.PlayerOf(id)
	if err != nil {
		return bot.User{}, err
	}
	for _, u := range p.Users {
		if u.UserID == id && !p.Forgotten {
			return u, nil
		}
	}
	return bot.User{}, bot.ErrNotFound
}

// LinkOf returns the user whom a link signs in, without using it up, or [bot.ErrNotFound] if it is
// used, expired or unknown.
func (s *Sessions) LinkOf(ctx context.Context, secret string) (u bot.User, err error) {
	return s.signed(ctx, webLinkMemo, secret, false)
}

// SessionOf returns the user of a session, or [bot.ErrNotFound]. The session must be one in a frame
// if frame is true, and else one of a browser.
func (s *Sessions) SessionOf(ctx context.Context, secret string, frame bool) (u bot.User, err error) {
	return s.signed(ctx, WebSessionMemo, secret, frame)
}

// signed returns the user of the link or session with a secret, or [bot.ErrNotFound].
func (s *Sessions) signed(ctx context.Context, kind, secret string, frame bool) (u bot.User, err error) {
	if !wellFormed(secret) {
		return u, bot.ErrNotFound
	}
	err = s.Store.View(ctx, func(tx bot.Tx) error {
		c, err := s.CallAt(tx)
		if err != nil {
			return err
		}
		e, err := findWebEntry(c, kind, secret)
		if err == nil && e.Frame != frame {
			err = bot.ErrNotFound
		}
		if err == nil {
			u, err = account(c, e.User)
		}
		return err
	})
	return u, err
}

// SignIn uses up a link and returns the secret of the session that it starts, or [bot.ErrNotFound].
// browser is the name that the browser gives itself. before is the secret of the browser's previous
// session, which ends; it is empty if there is none. If that session was a guest's, the guest is
// merged with the user, unless alone is true. If they cannot be merged, SignIn changes nothing, and
// returns a *[bot.Problem].
func (s *Sessions) SignIn(ctx context.Context, link, before, browser string, alone bool) (secret string, err error) {
	if secret, err = s.Secret(); err != nil {
		return "", err
	}
	err = s.Store.Update(ctx, func(tx bot.Tx) error {
		c, err := s.CallAt(tx)
		if err != nil {
			return err
		}
		e, err := findWebEntry(c, webLinkMemo, link)
		if err != nil {
			return err
		}
		if _, err := account(c, e.User); err != nil {
			return err
		}
		if !alone {
			if err := takeAlong(c, before, e.User); err != nil {
				return err
			}
		}
		if err := endWeb(c, webLinkMemo, hashed(link), e.User); err != nil {
			return err
		}
		if err := errors.Join(endSession(c, before), tidyWeb(c, hashed(secret)), makeRoom(c, e.User, false, mostSessions)); err != nil {
			return err
		}
		now := c.Uptime.Beat.UTC()
		return putWeb(c, WebSessionMemo, secret, webEntry{User: e.User, Since: now, Until: now.Add(sessionLife), Browser: bot.CleanName(browser)})
	})
	return secret, err
}

// SignInFrame begins a session in a frame of a platform, for a user whom that platform has named,
// and returns its secret. The bot then knows the user, as after a first word. browser is the name
// that the browser gives itself.
func (s *Sessions) SignInFrame(ctx context.Context, u bot.User, browser string) (secret string, err error) {
	if secret, err = s.Secret(); err != nil {
		return "", err
	}
	err = s.Store.Update(ctx, func(tx bot.Tx) error {
		c, err := s.CallAt(tx)
		if err != nil {
			return err
		}
		u.Name = bot.CleanName(u.Name)
		c.Request = bot.Request{From: u}
		if _, err := c.Remember(u); err != nil {
			return err
		}
		now := c.Uptime.Beat.UTC()
		e := webEntry{User: u.UserID, Since: now, Until: now.Add(frameLife), Browser: bot.CleanName(browser), Frame: true}
		return errors.Join(tidyWeb(c, hashed(secret)), makeRoom(c, u.UserID, true, mostFrames), putWeb(c, WebSessionMemo, secret, e))
	})
	return secret, err
}

// makeRoom ends the expired sessions of an account, and as many of its oldest ones as it takes to
// make room for a new one, of which there may be most. Sessions in frames and others have room of
// their own.
func makeRoom(c *action.Call, u bot.UserID, frame bool, most int) error {
	all, err := webOf(c, WebSessionMemo, u)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(s webSession) bool { return s.Frame != frame })
	for len(all) > 0 {
		oldest := 0
		for i, s := range all {
			if s.Since.Before(all[oldest].Since) {
				oldest = i
			}
		}
		if len(all) < most && all[oldest].Until.After(c.Uptime.Beat) {
			break
		}
		if err := endWeb(c, WebSessionMemo, all[oldest].key, u); err != nil {
			return err
		}
		all = append(all[:oldest], all[oldest+1:]...)
	}
	return nil
}

// SignOut ends a session.
func (s *Sessions) SignOut(ctx context.Context, secret string) error {
	return s.Store.Update(ctx, func(tx bot.Tx) error {
		c, err := s.CallAt(tx)
		if err != nil {
			return err
		}
		return endSession(c, secret)
	})
}

// endSession ends the session of a secret, if there is one.
func endSession(c *action.Call, secret string) error {
	e, err := findWebEntry(c, WebSessionMemo, secret)
	if errors.Is(err, bot.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return endWeb(c, WebSessionMemo, hashed(secret), e.User)
}

// checkedAtOnce is the number of links, and of sessions, that each sign-in checks for expired ones.
const checkedAtOnce = 40

// tidyWeb checks some links and sessions, chosen by a random key, and removes those that have
// expired.
func tidyWeb(c *action.Call, random string) error {
	for _, kind := range []string{webLinkMemo, WebSessionMemo} {
		keys, err := someWeb(c, kind, random)
		for _, key := range keys {
			err = errors.Join(err, dropExpired(c, kind, strings.TrimPrefix(key, kind)))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// someWeb returns the keys of up to checkedAtOnce entries that begin like a random key. It compares
// fewer digits if too few entries match.
func someWeb(c *action.Call, kind, random string) (keys []string, err error) {
	for digits := 2; digits >= 0 && len(keys) < checkedAtOnce && err == nil; digits-- {
		keys, err = c.Tx.Memos(action.OwnMemos, kind+random[:digits], checkedAtOnce)
	}
	return keys, err
}

// dropExpired removes an entry if it has expired.
func dropExpired(c *action.Call, kind, key string) error {
	data, err := c.Tx.Memo(action.OwnMemos, kind+key)
	var e webEntry
	if err == nil {
		err = json.Unmarshal(data, &e)
	}
	if err != nil || e.Until.After(c.Uptime.Beat) {
		return err
	}
	return endWeb(c, kind, key, e.User)
}

// Pages returns the base URL of the web pages, empty if there are no public ones.
func (s *Sessions) Pages() string { return s.Site }

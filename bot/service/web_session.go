package service

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	"raumbot/bot"
)

// Users sign in with 128 random bits, of which the store keeps only a hash: first a link that can be opened once,
// then a browser session. Beside each entry, a memo under its account finds it when the account is forgotten.

const (
	// sessionLife is how long a browser stays signed in, and mostSessions bounds the sessions of one account.
	sessionLife  = 30 * 24 * time.Hour
	mostSessions = 10
	// secondLookRate and secondLookBurst limit how often the server is asked about secrets that this process does not know: in a second, and at once.
	secondLookRate, secondLookBurst = 5, 50
	// secretLength is the number of random bytes.
	secretLength = 16
	// webLinkMemo and webSessionMemo are key prefixes.
	webLinkMemo    string = "weblink/"
	webSessionMemo string = "websession/"
)

// webEntry is a sign-in link or a session.
type webEntry struct {
	User         bot.UserID
	Since, Until time.Time
	Browser      string `json:",omitzero"` // as it names itself
}

// webSession is an entry with the suffix of its key.
type webSession struct {
	webEntry
	key string
}

// secret returns a new random secret.
func (s *Service) secret() (string, error) {
	random := make([]byte, secretLength)
	_, err := io.ReadFull(s.secrets, random)
	return base64.RawURLEncoding.EncodeToString(random), err
}

// wellFormed reports whether a text may be a secret. What is not is looked up nowhere.
func wellFormed(secret string) bool {
	random, err := base64.RawURLEncoding.Strict().DecodeString(secret)
	return err == nil && len(random) == secretLength && len(secret) == base64.RawURLEncoding.EncodedLen(secretLength)
}

// hashed returns the hash under which the store keeps a secret.
func hashed(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// besideWeb returns the key of the memo beside an entry, on the platform of its account.
func besideWeb(kind, key string, u bot.UserID) string { return UserMemo(u) + kind + key }

// putWeb stores an entry under the hash of its secret.
func (c *call) putWeb(kind, secret string, e webEntry) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	key := hashed(secret)
	return errors.Join(c.tx.PutMemo(ownMemos, kind+key, data), c.tx.PutMemo(e.User.Platform, besideWeb(kind, key, e.User), []byte{1}))
}

// webEntry returns the entry of a secret if it is still valid, else [bot.ErrNotFound].
func (c *call) webEntry(kind, secret string) (e webEntry, err error) {
	data, err := c.tx.Memo(ownMemos, kind+hashed(secret))
	if err == nil && len(data) == 0 {
		err = bot.ErrNotFound
	}
	if err == nil {
		err = json.Unmarshal(data, &e)
	}
	if err == nil && !e.Until.After(c.uptime.Beat) {
		err = bot.ErrNotFound
	}
	return e, err
}

// endWeb removes an entry.
func (c *call) endWeb(kind, key string, u bot.UserID) error {
	return errors.Join(c.tx.PutMemo(ownMemos, kind+key, nil), c.tx.PutMemo(u.Platform, besideWeb(kind, key, u), nil))
}

// webOf returns the entries of an account.
func (c *call) webOf(kind string, u bot.UserID) (all []webSession, err error) {
	prefix := besideWeb(kind, "", u)
	keys, err := c.tx.Memos(u.Platform, prefix, 0)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		key = strings.TrimPrefix(key, prefix)
		s := webSession{key: key}
		data, err := c.tx.Memo(ownMemos, kind+key)
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

// dropWeb removes all entries of an account.
func (c *call) dropWeb(kind string, u bot.UserID) error {
	all, err := c.webOf(kind, u)
	for _, s := range all {
		err = errors.Join(err, c.endWeb(kind, s.key, u))
	}
	return err
}

// forgetWeb signs the asker out everywhere, and removes their links.
func (c *call) forgetWeb() (err error) {
	for _, u := range c.me.Users {
		err = errors.Join(err, c.dropWeb(webLinkMemo, u.UserID), c.dropWeb(webSessionMemo, u.UserID))
	}
	return err
}

// account returns the current user of an account, or [bot.ErrNotFound] if it was forgotten.
func (c *call) account(id bot.UserID) (bot.User, error) {
	p, err := c.tx.PlayerOf(id)
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

// LinkOf returns the user whom a link signs in, without using it up, or [bot.ErrNotFound] if it is used, expired or
// unknown.
func (s *Service) LinkOf(ctx context.Context, secret string) (u bot.User, err error) {
	return s.signed(ctx, webLinkMemo, secret)
}

// SessionOf returns the user of a session, or [bot.ErrNotFound].
func (s *Service) SessionOf(ctx context.Context, secret string) (u bot.User, err error) {
	return s.signed(ctx, webSessionMemo, secret)
}

func (s *Service) signed(ctx context.Context, kind, secret string) (u bot.User, err error) {
	if !wellFormed(secret) {
		return u, bot.ErrNotFound
	}
	find := func(tx bot.Tx) error {
		c, err := s.callAt(tx)
		if err != nil {
			return err
		}
		e, err := c.webEntry(kind, secret)
		if err == nil {
			u, err = c.account(e.User)
		}
		return err
	}
	err = s.store.View(ctx, find)
	// Another process may have made it in this moment, of which the server is sure; but it is not asked about every invented secret.
	if s.shared && errors.Is(err, bot.ErrNotFound) && s.secondLooks.AllowN(s.clock.Now(), 1) {
		err = s.store.Update(ctx, find)
	}
	return u, err
}

// SignIn uses up a link and returns the secret of the session that it starts, or [bot.ErrNotFound]. browser is what
// the browser calls itself, and before the secret of the session that it has had so far, which ends; empty if none.
func (s *Service) SignIn(ctx context.Context, link, before, browser string) (secret string, err error) {
	if secret, err = s.secret(); err != nil {
		return "", err
	}
	err = s.store.Update(ctx, func(tx bot.Tx) error {
		c, err := s.callAt(tx)
		if err != nil {
			return err
		}
		e, err := c.webEntry(webLinkMemo, link)
		if err != nil {
			return err
		}
		if _, err := c.account(e.User); err != nil {
			return err
		}
		if err := c.endWeb(webLinkMemo, hashed(link), e.User); err != nil {
			return err
		}
		if err := errors.Join(c.endSession(before), c.tidyWeb(hashed(secret)), c.crowdOut(e.User)); err != nil {
			return err
		}
		now := c.uptime.Beat.UTC()
		return c.putWeb(webSessionMemo, secret, webEntry{User: e.User, Since: now, Until: now.Add(sessionLife), Browser: bot.CleanName(browser)})
	})
	return secret, err
}

// crowdOut ends the expired sessions of an account, and its oldest ones, to make room for one.
func (c *call) crowdOut(u bot.UserID) error {
	all, err := c.webOf(webSessionMemo, u)
	if err != nil {
		return err
	}
	for len(all) > 0 {
		oldest := 0
		for i, s := range all {
			if s.Since.Before(all[oldest].Since) {
				oldest = i
			}
		}
		if len(all) < mostSessions && all[oldest].Until.After(c.uptime.Beat) {
			break
		}
		if err := c.endWeb(webSessionMemo, all[oldest].key, u); err != nil {
			return err
		}
		all = append(all[:oldest], all[oldest+1:]...)
	}
	return nil
}

// SignOut ends a session.
func (s *Service) SignOut(ctx context.Context, secret string) error {
	return s.store.Update(ctx, func(tx bot.Tx) error {
		c, err := s.callAt(tx)
		if err != nil {
			return err
		}
		return c.endSession(secret)
	})
}

// endSession ends the session of a secret, if there is one.
func (c *call) endSession(secret string) error {
	e, err := c.webEntry(webSessionMemo, secret)
	if errors.Is(err, bot.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return c.endWeb(webSessionMemo, hashed(secret), e.User)
}

// tidied is how many links and how many sessions, of any accounts, are looked at when somebody signs in.
const tidied = 40

// tidyWeb removes those of some links and sessions that have expired. Which ones is left to chance, by a random key.
func (c *call) tidyWeb(random string) error {
	for _, kind := range []string{webLinkMemo, webSessionMemo} {
		keys, err := c.someWeb(kind, random)
		for _, key := range keys {
			err = errors.Join(err, c.dropExpired(kind, strings.TrimPrefix(key, kind)))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// someWeb returns the memos of at most tidied entries: those whose keys begin as a random one does, with as many digits of it as leave enough of them.
func (c *call) someWeb(kind, random string) (keys []string, err error) {
	for digits := 2; digits >= 0 && len(keys) < tidied && err == nil; digits-- {
		keys, err = c.tx.Memos(ownMemos, kind+random[:digits], tidied)
	}
	return keys, err
}

// dropExpired removes an entry if it has expired.
func (c *call) dropExpired(kind, key string) error {
	data, err := c.tx.Memo(ownMemos, kind+key)
	var e webEntry
	if err == nil {
		err = json.Unmarshal(data, &e)
	}
	if err != nil || e.Until.After(c.uptime.Beat) {
		return err
	}
	return c.endWeb(kind, key, e.User)
}

// Pages returns the base URL of the web pages, empty if there are no public ones.
func (s *Service) Pages() string { return s.pages }

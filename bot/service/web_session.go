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

// What signs somebody in is 128 random bits, of which the store keeps a hash alone: a link that is opened once, and then the session of
// a browser. Beside each lies a memo of its account, under which it is found when the account is forgotten.

const (
	// sessionLife is how long a browser stays signed in, and mostSessions how many of one account do.
	sessionLife  = 30 * 24 * time.Hour
	mostSessions = 10
	// secretLength is the number of random bytes.
	secretLength = 16
	// webLinkMemo and webSessionMemo are how the keys begin.
	webLinkMemo    string = "weblink/"
	webSessionMemo string = "websession/"
)

// webEntry is a link, or a session.
type webEntry struct {
	User         bot.UserID
	Since, Until time.Time
	Browser      string `json:",omitzero"` // as it names itself
}

// webSession is an entry with the end of its key.
type webSession struct {
	webEntry
	key string
}

// secret returns what nobody can guess.
func (s *Service) secret() (string, error) {
	random := make([]byte, secretLength)
	_, err := io.ReadFull(s.secrets, random)
	return base64.RawURLEncoding.EncodeToString(random), err
}

// hashed is what the store keeps of a secret.
func hashed(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// besideWeb is the key of the memo that lies beside an entry, on the platform of its account.
func besideWeb(kind, key string, u bot.UserID) string { return UserMemo(u) + kind + key }

// putWeb keeps an entry under the hash of its secret.
func (c *call) putWeb(kind, secret string, e webEntry) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	key := hashed(secret)
	return errors.Join(c.tx.PutMemo(ownMemos, kind+key, data), c.tx.PutMemo(e.User.Platform, besideWeb(kind, key, e.User), []byte{1}))
}

// webEntry returns an entry of a secret that still holds, or [bot.ErrNotFound].
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

// forgetWeb signs the asker out everywhere, for good.
func (c *call) forgetWeb() (err error) {
	for _, u := range c.me.Users {
		err = errors.Join(err, c.dropWeb(webLinkMemo, u.UserID), c.dropWeb(webSessionMemo, u.UserID))
	}
	return err
}

// account returns who an account is now, or [bot.ErrNotFound] if it is forgotten.
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

// LinkOf returns whom a link signs in, without spending it, or [bot.ErrNotFound] if it is spent, too old or none.
func (s *Service) LinkOf(ctx context.Context, secret string) (u bot.User, err error) {
	return s.signed(ctx, webLinkMemo, secret)
}

// SessionOf returns who is signed in by a session, or [bot.ErrNotFound].
func (s *Service) SessionOf(ctx context.Context, secret string) (u bot.User, err error) {
	return s.signed(ctx, webSessionMemo, secret)
}

func (s *Service) signed(ctx context.Context, kind, secret string) (u bot.User, err error) {
	err = s.look(ctx, bot.Request{}, func(c *call) error {
		e, err := c.webEntry(kind, secret)
		if err == nil {
			u, err = c.account(e.User)
		}
		return err
	})
	return u, err
}

// SignIn spends a link and returns the secret of a session that begins with it, or [bot.ErrNotFound]. browser is what the browser calls itself.
func (s *Service) SignIn(ctx context.Context, link, browser string) (secret string, err error) {
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
		if err := c.crowdOut(e.User); err != nil {
			return err
		}
		now := c.uptime.Beat.UTC()
		return c.putWeb(webSessionMemo, secret, webEntry{User: e.User, Since: now, Until: now.Add(sessionLife), Browser: bot.CleanName(browser)})
	})
	return secret, err
}

// crowdOut ends the oldest sessions of an account, and those that hold no more, so that there is room for one.
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
		e, err := c.webEntry(webSessionMemo, secret)
		if errors.Is(err, bot.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		return c.endWeb(webSessionMemo, hashed(secret), e.User)
	})
}

// callAt returns a call of nobody, for what is not a command.
func (s *Service) callAt(tx bot.Tx) (*call, error) {
	uptime, err := tx.Uptime()
	return &call{service: s, tx: tx, uptime: uptime.Tick(s.clock.Now())}, err
}

// Pages returns the address of the pages for browsers, empty if there are none that all can reach.
func (s *Service) Pages() string { return s.pages }

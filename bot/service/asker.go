package service

import (
	"context"
	"errors"
	"time"

	"raumbot/bot"
)

// identify finds out who is asking and what time it is. Users who change something are stored, under their current
// name.
func (c *call) identify(now time.Time) error {
	uptime, err := c.tx.Uptime()
	if err != nil {
		return err
	}
	c.uptime = uptime.Tick(now)
	from := c.request.From
	c.me, err = c.tx.PlayerOf(from.UserID)
	switch {
	case errors.Is(err, bot.ErrNotFound):
		c.me = bot.Player{Name: from.Name, Users: []bot.User{from}, Since: now.UTC()}
	case err != nil:
		return err
	}
	if !c.command.Alters(c.args) {
		return nil
	}
	if err := errors.Join(c.tx.PutUptime(c.uptime), resume(c.tx, uptime, c.uptime)); err != nil {
		return err
	}
	if err := c.rememberLocale(); err != nil {
		return err
	}
	if c.me, err = c.remember(from); err != nil {
		return err
	}
	if err := c.noteOrganiser(); err != nil {
		return err
	}
	for _, u := range c.me.Users {
		if u.UserID == from.UserID {
			c.request.From = u
		}
	}
	return nil
}

// meet stores a user who has spoken for the first time without changing anything, so that others can name them.
func (s *Service) meet(ctx context.Context, c *call) error {
	return s.store.Update(ctx, func(tx bot.Tx) error {
		c.tx = tx
		_, err := c.remember(c.request.From)
		return err
	})
}

// remember returns the player of a user, created or renamed as needed.
func (c *call) remember(u bot.User) (bot.Player, error) {
	locale := ""
	if u.UserID == c.request.From.UserID {
		locale = c.request.Locale
	}
	p, err := c.tx.PlayerOf(u.UserID)
	if err != nil && !errors.Is(err, bot.ErrNotFound) {
		return p, err
	}
	known := err == nil
	if u.Shared, err = c.shares(p, u); err != nil {
		return p, err
	}
	if !known {
		p = bot.Player{Name: u.Name, Users: []bot.User{u}, Since: c.uptime.Beat.UTC(), Locale: locale}
		if p.Former, err = c.returning(u.UserID); err == nil {
			p.ID, err = c.tx.AddPlayer(p)
		}
		return p, err
	}
	changed := locale != "" && p.Locale != locale
	if changed {
		p.Locale = locale
	}
	newlyShared := false
	for i := range p.Users {
		if p.Users[i].UserID == u.UserID && p.Users[i] != u {
			newlyShared = u.Shared && !p.Users[i].Shared
			p.Users[i], p.Name = u, u.Name
			changed = true
		}
	}
	if newlyShared {
		err = c.showHandle(p.ID, u)
	}
	if changed {
		err = errors.Join(err, c.tx.PutPlayer(p))
	}
	return p, err
}

package action

import (
	"context"
	"errors"
	"time"

	"raumbot/bot"
	"raumbot/bot/nickname"
)

// Identify sets the asker and the time of the call. A command that may change something also stores
// the asker under their current name.
func (c *Call) Identify(now time.Time) error {
	uptime, err := c.Tx.Uptime()
	if err != nil {
		return err
	}
	c.Uptime = uptime.Tick(now)
	from := c.Request.From
	c.Me, err = c.Tx.PlayerOf(from.UserID)
	switch {
	case errors.Is(err, bot.ErrNotFound) && from.Platform == bot.Guest:
		return bot.Problemf(bot.NotNow, "You are not this guest any more: it has signed in, or was forgotten. Open the page again.")
	case errors.Is(err, bot.ErrNotFound):
		c.Me = bot.Player{Name: from.Name, Users: []bot.User{from}, Since: now.UTC()}
	case err != nil:
		return err
	}
	if !c.Command.Alters(c.Args) {
		return nil
	}
	if err := errors.Join(c.Tx.PutUptime(c.Uptime), resume(c.Tx, uptime, c.Uptime)); err != nil {
		return err
	}
	if err := c.rememberLocale(); err != nil {
		return err
	}
	if c.Me, err = c.Remember(from); err != nil {
		return err
	}
	if err := errors.Join(noteOrganiser(c), nickname.Store(c.Tx, c.Request, c.Me)); err != nil {
		return err
	}
	for _, u := range c.Me.Users {
		if u.UserID == from.UserID {
			c.Request.From = u
		}
	}
	return nil
}

// SaveMe stores the asker, unless the command only shows their settings.
func (c *Call) SaveMe() error {
	if !c.Command.Alters(c.Args) {
		return nil
	}
	return c.Tx.PutPlayer(c.Me)
}

// storeNewcomer stores a user who speaks for the first time and changes nothing, so that others can
// name them.
func (s *Bot) storeNewcomer(ctx context.Context, c *Call) error {
	return s.Store.Update(ctx, func(tx bot.Tx) error {
		c.Tx = tx
		_, err := c.Remember(c.Request.From)
		return err
	})
}

// Remember returns the player of a user. It creates or renames the player if necessary.
func (c *Call) Remember(u bot.User) (bot.Player, error) {
	locale := ""
	if u.UserID == c.Request.From.UserID {
		locale = c.Request.Locale
	}
	p, err := c.Tx.PlayerOf(u.UserID)
	if err != nil && !errors.Is(err, bot.ErrNotFound) {
		return p, err
	}
	known := err == nil
	if u.Shared, err = nameShared(c, p, u); err != nil {
		return p, err
	}
	if !known {
		p = bot.Player{Name: u.Name, Users: []bot.User{u}, Since: c.Uptime.Beat.UTC(), Locale: locale}
		if p.Former, err = formerIDs(c, u.UserID); err == nil {
			p.ID, err = c.Tx.AddPlayer(p)
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
		err = ShowHandle(c, p.ID, u)
	}
	if changed {
		err = errors.Join(err, c.Tx.PutPlayer(p))
	}
	return p, err
}

package service

import (
	"cmp"
	"context"
	"errors"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// askersLanguage returns the language of answers to the asker alone: what
// they prefer, else what their platform says of them, else that of the room.
func (c *call) askersLanguage() (string, error) {
	if code := c.askersOwn(); code != "" {
		return code, nil
	}
	return c.roomsLanguage()
}

// askersOwn returns the language of the asker wherever they are, empty if nothing is known of it.
func (c *call) askersOwn() string {
	return cmp.Or(c.me.Language, locale.Spoken(c.request.Locale), locale.Spoken(c.me.Locale))
}

// languageAround returns the language in which to write to somebody of whom nothing is known, such as one who
// has never spoken: that of the place where it is said, in private that of the asker.
func (c *call) languageAround() (string, error) {
	if c.request.Room == (bot.RoomID{}) {
		return c.askersLanguage()
	}
	return c.roomsLanguage()
}

// roomsLanguage returns the language of the room where the asker speaks.
func (c *call) roomsLanguage() (string, error) {
	here, err := c.decidedHere()
	return here.LanguageCode(), err
}

// decidedHere returns what holds where the asker speaks.
func (c *call) decidedHere() (bot.Room, error) {
	here, err := decided(c.tx, c.request.Places())
	here.Locale = cmp.Or(c.request.RoomLocale, here.Locale) // what is remembered may be out of date
	return here, err
}

// rememberLocale keeps what the platform says of the language of a room and of the place around it, so that
// what is said there without anybody's asking is in that language, too.
func (c *call) rememberLocale() error {
	locale := c.request.RoomLocale
	if locale == "" {
		return nil
	}
	for _, place := range c.request.Places() {
		r, err := c.tx.Room(place)
		if err != nil && !errors.Is(err, bot.ErrNotFound) {
			return err
		}
		if r.Locale == locale {
			continue
		}
		r.ID, r.Locale = place, locale
		if err := c.tx.PutRoom(r); err != nil {
			return err
		}
	}
	return nil
}

// render writes a message out in its language.
func (s *Service) render(m *bot.Message) {
	l := s.languages[m.Language]
	m.Text, m.Title = l.Render(m.Text), l.Render(m.Title)
	m.Buttons = renderButtons(l, m.Buttons)
	if m.Menu != nil {
		m.Menu = &bot.Menu{Prompt: l.Render(m.Menu.Prompt), Options: renderButtons(l, m.Menu.Options)}
	}
	if m.File != nil {
		m.File = &bot.File{Name: m.File.Name, Text: l.Render(m.File.Text)}
	}
}

// renderButtons returns buttons with their labels in a language.
func renderButtons(l phrase.Language, buttons []bot.Button) []bot.Button {
	var all []bot.Button
	for _, b := range buttons {
		all = append(all, bot.Button{Label: l.Render(b.Label), Command: b.Command})
	}
	return all
}

// Language returns the code of the language in which whoever makes a request is answered, empty if
// nothing is known of it: for what an adapter says itself.
func (s *Service) Language(ctx context.Context, r bot.Request) (code string, err error) {
	code, _, err = s.answered(ctx, &call{request: r})
	return code, err
}

// answered returns the language and the time zone of answers to a call that has no transaction any more.
func (s *Service) answered(ctx context.Context, c *call) (code, zone string, err error) {
	err = s.store.View(ctx, func(tx bot.Tx) (err error) {
		c.tx = tx
		if c.me, err = tx.PlayerOf(c.request.From.UserID); err != nil && !errors.Is(err, bot.ErrNotFound) {
			return err
		}
		here, err := c.decidedHere()
		code, zone = cmp.Or(c.askersOwn(), here.LanguageCode()), cmp.Or(c.me.Zone, here.Zone)
		return err
	})
	return code, zone, err
}

// renderProblem writes a problem out in the language of whoever has it.
func (s *Service) renderProblem(ctx context.Context, c *call, p *bot.Problem) *bot.Problem {
	code, zone := locale.Spoken(c.request.Locale), ""
	if p.Kind != bot.Internal { // else the store may be what is broken
		if known, there, err := s.answered(ctx, c); err == nil {
			code, zone = known, there
		} else {
			s.log.Debug("no language", "err", err) // English does
		}
	}
	l := s.languages[code]
	return &bot.Problem{Kind: p.Kind, Text: l.Render(p.Text), Buttons: renderButtons(l, p.Buttons), Yes: p.Yes, Language: code, Zone: zone, Personal: p.Personal || c.personal()}
}

package service

import (
	"cmp"
	"context"
	"errors"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// askersLanguage returns the language of answers that only the asker reads: their preference, else the locale that
// their platform reports, else the language of the room.
func (c *call) askersLanguage() (string, error) {
	if code := c.askersOwn(); code != "" {
		return code, nil
	}
	return c.roomsLanguage()
}

// askersOwn returns the asker's own language: their preference, else the locale that their platform reports, else that of the page they look at;
// empty if none is known.
func (c *call) askersOwn() string {
	return cmp.Or(c.me.Language, locale.Spoken(c.request.Locale), locale.Spoken(c.me.Locale), locale.Spoken(c.request.PageLocale))
}

// languageAround returns the language of a message to somebody whose language is unknown, such as one who has never
// spoken: that of the room where the command was given, in private that of the asker.
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

// decidedHere returns the settings that apply where the asker speaks.
func (c *call) decidedHere() (bot.Room, error) {
	here, err := decided(c.tx, c.request.Places())
	here.Locale = cmp.Or(c.request.RoomLocale, here.Locale) // the stored one may be out of date
	return here, err
}

// playersLanguage returns the language that all people prefer who play a game, or whom a challenge is from and to; empty
// if they differ, or if the language of one is unknown.
func (c *call) playersLanguage(id bot.GameID) (string, error) {
	if id == 0 {
		return "", nil
	}
	g, err := c.tx.Game(id)
	if errors.Is(err, bot.ErrNotFound) {
		ch, missing := c.tx.Challenge(id)
		if errors.Is(missing, bot.ErrNotFound) {
			return "", nil
		}
		g.Seats, err = [2]bot.Seat{ch.From, ch.To}, missing
	}
	if err != nil {
		return "", err
	}
	shared := ""
	for _, seat := range g.Seats {
		if seat.Player == 0 { // an invitation to everybody
			return "", nil
		}
		if seat.User.Platform == bot.Computer {
			continue
		}
		p, err := present(c.tx, seat.Player)
		if err != nil {
			return "", err
		}
		code := cmp.Or(p.Language, locale.Spoken(p.Locale))
		if code == "" || shared != "" && shared != code {
			return "", nil
		}
		shared = code
	}
	return shared, nil
}

// rememberLocale stores the locale that the platform reports for a room and the places around it, so that messages
// which nobody asked for are in that language, too.
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

// render translates a message into its language.
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

// renderButtons returns buttons with their labels translated into a language.
func renderButtons(l phrase.Language, buttons []bot.Button) []bot.Button {
	var all []bot.Button
	for _, b := range buttons {
		all = append(all, bot.Button{Label: l.Render(b.Label), Command: b.Command})
	}
	return all
}

// Language returns the code of the language in which the user who makes a request is answered, empty if it is
// unknown. Adapters use it for texts of their own.
func (s *Service) Language(ctx context.Context, r bot.Request) (code string, err error) {
	code, _, err = s.Manner(ctx, r)
	return code, err
}

// Manner is [Service.Language], and the name of the time zone in which times are told; empty for universal time.
func (s *Service) Manner(ctx context.Context, r bot.Request) (code, zone string, err error) {
	return s.answered(ctx, &call{request: r})
}

// answered returns the language and the time zone of answers to a call whose transaction has ended.
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

// renderProblem translates a problem into the asker's language.
func (s *Service) renderProblem(ctx context.Context, c *call, p *bot.Problem) *bot.Problem {
	code, zone := locale.Spoken(c.request.Locale), ""
	if p.Kind != bot.Internal { // an internal error may come from the store
		if known, there, err := s.answered(ctx, c); err == nil {
			code, zone = known, there
		} else {
			s.log.Debug("no language", "err", err) // the request's locale, or English
		}
	}
	l := s.languages[code]
	return &bot.Problem{Kind: p.Kind, Text: l.Render(p.Text), Buttons: renderButtons(l, p.Buttons), Yes: p.Yes, Language: code, Zone: zone, Personal: p.Personal || c.personal()}
}

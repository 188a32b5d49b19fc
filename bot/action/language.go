package action

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// AskersLanguage returns the language of answers that only the asker reads: the asker's own, or
// else that of the room.
func (c *Call) AskersLanguage() (string, error) {
	if code := c.askersOwn(); code != "" {
		return code, nil
	}
	return c.roomsLanguage()
}

// askersOwn returns the asker's own language: their preference, else the one in which they write,
// else their usual one. It is empty if none is known.
func (c *Call) askersOwn() string {
	return cmp.Or(c.Me.Language, c.Bot.Tongues.Of(c.Request.From.UserID), c.askersUsual())
}

// askersUsual returns the language of the locale that the asker's platform reports, else that of
// the web page they are viewing. It is empty if none is known.
func (c *Call) askersUsual() string {
	return cmp.Or(locale.Spoken(c.Request.Locale), locale.Spoken(c.Me.Locale), locale.Spoken(c.Request.PageLocale))
}

// languageAround returns the language of a message to somebody whose language is unknown, such as a
// user who has never spoken. It is the language of the room where the command was given, or in
// private that of the asker.
func (c *Call) languageAround() (string, error) {
	if c.Request.Room == (bot.RoomID{}) {
		return c.AskersLanguage()
	}
	return c.roomsLanguage()
}

// roomsLanguage returns the language of the room where the asker speaks.
func (c *Call) roomsLanguage() (string, error) {
	here, err := c.DecidedHere()
	return here.LanguageCode(), err
}

// DecidedHere returns the settings that apply where the asker speaks.
func (c *Call) DecidedHere() (bot.Room, error) {
	here, err := bot.RoomSettings(c.Tx, c.Request.Places())
	here.Locale = cmp.Or(c.Request.RoomLocale, here.Locale) // the stored one may be out of date
	return here, err
}

// playersLanguage returns the language that both players of a game, or both sides of a challenge,
// prefer. It is empty if they differ or if one of them is unknown.
func (c *Call) playersLanguage(id bot.GameID) (string, error) {
	if id == 0 {
		return "", nil
	}
	g, err := c.Tx.Game(id)
	if errors.Is(err, bot.ErrNotFound) {
		ch, missing := c.Tx.Challenge(id)
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
		if seat.Player == 0 { // an open challenge
			return "", nil
		}
		if seat.User.Platform == bot.Computer {
			continue
		}
		p, err := CurrentPlayer(c.Tx, seat.Player)
		if err != nil {
			return "", err
		}
		code := c.languageOf(p)
		if code == "" || shared != "" && shared != code {
			return "", nil
		}
		shared = code
	}
	return shared, nil
}

// languageOf returns a player's own language: their preference, else the one in which they write,
// else that of their platform. It is empty if none is known.
func (c *Call) languageOf(p bot.Player) string {
	code := p.Language
	for _, u := range p.Users {
		code = cmp.Or(code, c.Bot.Tongues.Of(u.UserID))
	}
	return cmp.Or(code, locale.Spoken(p.Locale))
}

// rememberLocale stores the locale that the platform reports for a room and the places around it.
// Messages that nobody asked for are then written in that language, too.
func (c *Call) rememberLocale() error {
	locale := c.Request.RoomLocale
	if locale == "" {
		return nil
	}
	for _, place := range c.Request.Places() {
		r, err := c.Tx.Room(place)
		if err != nil && !errors.Is(err, bot.ErrNotFound) {
			return err
		}
		if r.Locale == locale {
			continue
		}
		r.ID, r.Locale = place, locale
		if err := c.Tx.PutRoom(r); err != nil {
			return err
		}
	}
	return nil
}

// rendered returns messages, each in its language.
func (s *Bot) rendered(messages []bot.Message) []bot.RenderedMessage {
	all := make([]bot.RenderedMessage, 0, len(messages))
	for _, m := range messages {
		all = append(all, bot.Render(m, s.Languages[m.Language]))
	}
	return all
}

// Language returns the code of the language for answers to the user who makes a request. It is
// empty if it is unknown. Adapters use it for their own texts.
func (s *Bot) Language(ctx context.Context, r bot.Request) (code string, err error) {
	code, _, err = s.LanguageAndZone(ctx, r)
	return code, err
}

// LanguageAndZone is like [Bot.Language], and also returns the name of the time zone for times in
// answers. An empty name means universal time.
func (s *Bot) LanguageAndZone(ctx context.Context, r bot.Request) (code, zone string, err error) {
	return s.answered(ctx, &Call{Bot: s, Request: r})
}

// answered returns the language and the time zone for answers to a call whose transaction has
// ended.
func (s *Bot) answered(ctx context.Context, c *Call) (code, zone string, err error) {
	err = s.Store.View(ctx, func(tx bot.Tx) (err error) {
		c.Tx = tx
		if c.Me, err = tx.PlayerOf(c.Request.From.UserID); err != nil && !errors.Is(err, bot.ErrNotFound) {
			return err
		}
		here, err := c.DecidedHere()
		code, zone = cmp.Or(c.askersOwn(), here.LanguageCode()), cmp.Or(c.Me.Zone, here.Zone)
		return err
	})
	return code, zone, err
}

// Zone returns the name of the time zone by which the asker's dates are read: their own, or else
// the room's. It is empty if neither is known.
func (c *Call) Zone() (string, error) {
	if c.Me.Zone != "" {
		return c.Me.Zone, nil
	}
	here, err := c.DecidedHere()
	return here.Zone, err
}

// renderProblem translates a problem into the asker's language.
func (s *Bot) renderProblem(ctx context.Context, c *Call, p *bot.Problem) *bot.Problem {
	code, zone := locale.Spoken(c.Request.Locale), ""
	if !p.AtFault() { // the store may be what has failed
		if known, there, err := s.answered(ctx, c); err == nil {
			code, zone = known, there
		} else {
			s.Log.Debug("no language", "err", err) // the request's locale, or English
		}
	}
	l, whole := s.Languages[code], *p
	if once := c.languageHint(ctx); once != "" && p.Kind != bot.TooOften && !p.AtFault() {
		whole.Text += "\n" + once
	}
	var told *bot.Problem
	if !p.AtFault() {
		err := s.Store.View(ctx, func(tx bot.Tx) error {
			told = bot.RenderProblem(&whole, s.Namers.In(tx, c.Request.Room, l))
			return nil
		})
		if err != nil {
			s.Log.Debug("no nicknames", "err", err)
		}
	}
	if told == nil {
		told = bot.RenderProblem(&whole, l)
	}
	told.Language, told.Zone, told.Personal = code, zone, p.Personal || c.personal()
	return told
}

// languageHint returns a sentence on how to choose a language. It returns it once to each user
// whose language is known only from what they write, and otherwise returns "".
func (c *Call) languageHint(ctx context.Context) phrase.Text {
	code, usual := c.Bot.Tongues.Untold(c.Request.From.UserID), c.askersUsual()
	if code == "" || c.Me.Language != "" {
		return ""
	}
	err := c.Bot.Store.View(ctx, func(tx bot.Tx) (err error) {
		asker := *c
		if asker.Renew(tx); usual == "" {
			usual, err = asker.roomsLanguage()
		}
		return err
	})
	if err != nil || usual == code {
		return ""
	}
	c.Bot.Tongues.Tell(c.Request.From.UserID)
	name := locale.Names[code]
	return phrase.Of("I answer you in %s, because you write it. `prefer language %s` makes that so everywhere.", name, strings.ToLower(name))
}

// addLanguageHint adds the sentence of languageHint to the first answer of a reply that only the
// asker can read.
func (c *Call) addLanguageHint(ctx context.Context, reply bot.Reply) {
	for i := range reply.Answer {
		if m := &reply.Answer[i]; m.Text != "" && !forAll(m.Audience) {
			if told := c.languageHint(ctx); told != "" {
				m.Text += "\n" + told
			}
			return
		}
	}
}

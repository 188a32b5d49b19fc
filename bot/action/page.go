package action

import (
	"cmp"
	"context"
	"errors"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// Look calls do in a view, as the user who makes a request. It does not store the user.
func (s *Bot) Look(ctx context.Context, r bot.Request, do func(*Call) error) error {
	return s.Store.View(ctx, func(tx bot.Tx) error {
		r.Games = s.Library.At(r.Places())
		c := &Call{Bot: s, Request: r, Tx: tx, Utterance: Utterance{Command: s.Actions["game"]}}
		if err := c.Identify(s.Clock.Now()); err != nil {
			return err
		}
		if r.From.ID == "" {
			c.Me = bot.Player{}
		}
		if _, err := c.ReaderLanguageCode(); err != nil {
			return err
		}
		return do(c)
	})
}

// Explain is like [Bot.Look], for a function that needs the store only to identify the asker. If
// the database server is away, it calls do without a transaction, as for an unknown user.
func (s *Bot) Explain(ctx context.Context, r bot.Request, do func(*Call) error) error {
	err := s.Look(ctx, r, do)
	if !errors.Is(err, bot.ErrAway) {
		return err
	}
	r.Games = s.Library.At(r.Places())
	c := &Call{Bot: s, Request: r, Utterance: Utterance{Command: s.Actions["game"]}}
	c.Memo = map[any]any{readerLanguageCode{}: cmp.Or(c.askersOwn(), locale.English)}
	return do(c)
}

// readerLanguageCode is the key of the reader's language in the memo of a call.
type readerLanguageCode struct{}

// ReaderLanguageCode returns the code of the language in which the asker reads pages and
// suggestions.
func (c *Call) ReaderLanguageCode() (string, error) {
	return Cached(c, readerLanguageCode{}, c.AskersLanguage)
}

// ReaderLanguage returns the language in which the asker reads pages and suggestions, or English if
// it cannot be determined.
func (c *Call) ReaderLanguage() phrase.Language {
	code, _ := c.ReaderLanguageCode() // ignored: an earlier call has returned this error
	return c.Bot.Languages[code]
}

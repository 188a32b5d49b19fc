package service

import (
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// webLinkLife is how long a link to the web pages is valid.
const webLinkLife = 10 * time.Minute

// openWeb gives the asker a link that signs them in to the web pages, replacing an earlier one.
func openWeb(c *call) (bot.Reply, error) {
	if c.service.pages == "" {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "There are no pages for browsers here: the operator has not set any up.")
	}
	secret, err := c.service.secret()
	if err != nil {
		return bot.Reply{}, err
	}
	if err := c.dropWeb(webLinkMemo, c.request.From.UserID); err != nil {
		return bot.Reply{}, err
	}
	link := webEntry{User: c.request.From.UserID, Since: c.uptime.Beat.UTC(), Until: c.uptime.Beat.Add(webLinkLife).UTC()}
	return c.private(phrase.Of("This link signs you in as %s in a browser, once, within %s. Keep it to yourself: whoever opens it plays as you.\n%s",
		c.request.From.Known(), bot.Spell(webLinkLife), c.service.pages+"/enter#"+secret)), c.putWeb(webLinkMemo, secret, link)
}

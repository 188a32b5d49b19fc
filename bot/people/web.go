package people

import (
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// webLinkLife is how long a link to the web pages is valid.
const webLinkLife = 10 * time.Minute

// openWeb gives the asker a link that signs them in to the web pages, replacing an earlier one.
func openWeb(c *action.Call) (bot.Reply, error) {
	if c.Me.Guest() {
		return c.Answer(phrase.Of("You play here as a guest. To sign in, say `web` to me in a chat that I am in, and open the link in this browser: your games come along.")), nil
	}
	if c.Request.OnPage {
		return c.Answer(phrase.Of("You are on the pages already. To sign in another browser, say `web` to me in your chat.")), nil
	}
	if c.Bot.Site == "" {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "There are no pages for browsers here: the operator has not set any up.")
	}
	secret, err := c.Bot.Secret()
	if err != nil {
		return bot.Reply{}, err
	}
	if err := dropWeb(c, webLinkMemo, c.Request.From.UserID); err != nil {
		return bot.Reply{}, err
	}
	link := webEntry{User: c.Request.From.UserID, Since: c.Uptime.Beat.UTC(), Until: c.Uptime.Beat.Add(webLinkLife).UTC()}
	return c.AnswerPrivately(phrase.Of("This link signs you in as %s in a browser, once, within %s. Keep it to yourself: whoever opens it plays as you.\n%s",
		c.Request.From.Known(), bot.DurationWords(webLinkLife), c.Bot.Site+"/enter#"+secret)), putWeb(c, webLinkMemo, secret, link)
}

package console

import (
	"context"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
	"raumbot/bot/service"
)

// greet prints a short explanation of the prompt, with an example.
func (c *Console) greet(ctx context.Context, service *service.Service) error {
	if c.options.Speaker == "" || c.options.JSON {
		return nil
	}
	language, err := c.language(ctx, service)
	if err != nil {
		return err
	}
	keys := phrase.Of("`help` lists what you can say, `/help` what the console knows, and `/quit` ends.")
	if c.options.Terminal != nil {
		keys = phrase.Of("Tab completes commands and moves, ↑ brings back earlier lines, `/help` says what the console knows, and `/quit` ends.")
	}
	text := locale.Render(language, phrase.Of("Hello %s! Here you play three-dimensional chess, against the computer or with others at this keyboard.", c.speaker)) + "\n" +
		locale.Render(language, keys) + "\n" +
		locale.Render(language, phrase.Of("For example: `challenge computer raumschach level 1`"))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.write(printable(bot.Format(text, bot.Style{})))
	return c.flush()
}

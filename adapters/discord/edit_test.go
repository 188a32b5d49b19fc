package discord_test

import (
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// analysing plays a game in its thread, and asks for an analysis there that everybody sees.
func (c *club) analysing() func() *discordtest.Channel {
	c.t.Helper()
	c.begin("raumschach")
	thread := c.thread("1")
	card := c.said(thread, "Game 1 begins")
	for i, p := range plies(whole["raumschach"]) {
		before := card
		byText(c, []*discordtest.User{c.alice, c.bob}[i%2], card, p)
		card = c.next(before)
	}
	var in *discordtest.Channel
	c.Look(func() { in = thread() })
	c.done(c.Slash(c.alice, in, "learn analyse", discordtest.Options{"id": 1, "show": "here"}))
	return thread
}

// TestAnalysis has a game analysed. One message shows the progress and is edited; the result is a
// message with a picture and buttons.
func TestAnalysis(t *testing.T) {
	c := newClub(t, func(c *club) { c.analysis = 2000 })
	thread := c.analysing()
	progress := c.said(thread, "Game 1 has been analysed: 4 of 4 moves.")
	result := c.said(thread, "accuracy", "Turning points:")
	c.Look(func() {
		if progress.Edits == 0 || len(progress.Files) > 0 || !strings.Contains(progress.Content, "<@"+c.alice.ID+">") {
			t.Errorf("edited %d times: %s", progress.Edits, progress.Screen())
		}
		if len(result.Files) != 1 || result.Files[0].Name != "analysis-1.png" || len(result.Buttons) == 0 {
			t.Errorf("the result is %s", result.Screen())
		}
	})
}

// TestEditFails makes an edit fail, permanently or for a while. The result of the analysis is
// posted in both cases, and an edit that failed for a while is made later.
func TestEditFails(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]struct {
		status, code, times int
		words               string
	}{
		"the message is gone":    {404, 10008, 9, "0 of 4 moves."},
		"the channel is closed":  {403, 50001, 9, "0 of 4 moves."},
		"the text is refused":    {400, 50035, 9, "0 of 4 moves."},
		"Discord is down":        {502, 0, 2, "4 of 4 moves."},
		"Discord wants to wait":  {429, 0, 1, "4 of 4 moves."},
		"the thread is archived": {400, 50083, 9, "0 of 4 moves."},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t, func(c *club) {
				c.analysis = 2000
				c.Fail = func(route string, body []byte) (int, int) {
					if route != "PATCH /channels/{channel}/messages/{message}" || !strings.Contains(string(body), "analysed") || f.times == 0 {
						return 0, 0
					}
					f.times--
					return f.status, f.code
				}
			})
			thread := c.analysing()
			c.said(thread, "accuracy")
			c.said(thread, f.words)
		})
	}
}

package discord_test

import (
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// men returns the menu of the pieces that can move, as a player of the game sees it.
func (c *club) men(u *discordtest.User, card *discordtest.Message) (options []discordtest.Option) {
	c.t.Helper()
	i := c.Press(u, card, "Move")
	c.done(i)
	c.Look(func() { options = i.Answers[0].Menu })
	return options
}

// TestEmoji shows a man beside the options of a menu whose emoji Discord has, and none beside the
// others. When somebody has deleted an emoji, the menu comes without.
func TestEmoji(t *testing.T) {
	deleted := false
	c := newClub(t, func(c *club) {
		c.options.Emoji = true
		c.Server.Emoji = []*discordtest.Emoji{{ID: "77", Name: "white_paw", Roles: []string{}}}
		c.Fail = func(route string, body []byte) (int, int) {
			if route == "POST /applications/{app}/emojis" || deleted && strings.Contains(string(body), `"emoji":{`) {
				return 400, 50035
			}
			return 0, 0
		}
	})
	c.begin("raumschach")
	card := c.said(c.thread("1"), "Game 1 begins")
	c.Wait("the attempt to upload", func() bool { return c.Requests["POST /applications/{app}/emojis"] == 1 })
	for range 2 {
		for _, o := range c.men(c.alice, card) {
			if (o.Emoji == "white_paw") != strings.HasPrefix(o.Label, "Pawn") || o.Emoji != "" && o.Emoji != "white_paw" {
				t.Errorf("%s has the emoji %q", o.Label, o.Emoji)
			}
		}
	}
	c.Look(func() { deleted = true })
	for range 2 {
		options := c.men(c.alice, card)
		if len(options) == 0 {
			t.Error("there is no menu without emoji")
		}
		for _, o := range options {
			if o.Emoji != "" {
				t.Errorf("%s has the deleted emoji", o.Label)
			}
		}
	}
}

// TestEmojiUploaded uploads emoji that Discord does not have, until Discord fails and the bot stops.
// The next run uploads the others, and none twice.
func TestEmojiUploaded(t *testing.T) {
	failing, failed := true, 0
	c := newClub(t, func(c *club) {
		c.options.Emoji = true
		c.Fail = func(route string, _ []byte) (int, int) {
			if failing && route == "POST /applications/{app}/emojis" && len(c.Server.Emoji) >= 10 {
				failed++
				return 503, 0
			}
			return 0, 0
		}
	})
	c.Wait("some emoji", func() bool { return failed > 0 })
	c.stop()
	c.Look(func() { failing = false })
	c.start()
	c.Wait("more emoji", func() bool { return len(c.Server.Emoji) >= 20 })
	c.Look(func() {
		if made := c.Requests["POST /applications/{app}/emojis"] - failed; made > len(c.Server.Emoji)+1 {
			t.Errorf("%d requests for %d emoji", made, len(c.Server.Emoji))
		}
	})
}

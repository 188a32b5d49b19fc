package console

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode"

	"raumbot/bot"
)

// printed is a message as --json prints it.
type printed struct {
	Room    string   `json:"room"`
	To      []string `json:"to"`
	Private bool     `json:"private"`
	Game    string   `json:"game"`
	Text    string   `json:"text"`
	Image   string   `json:"image"`
	Buttons []string `json:"buttons"`
	File    string   `json:"file,omitempty"`
}

// print prints a message, its picture written to a file.
func (c *Console) print(m bot.Message) error {
	p := printed{
		Room:    m.Room.ID,
		To:      []string{},
		Private: m.Audience == bot.Aside || m.Audience == bot.Private,
		Text:    strings.TrimRight(harmless(bot.Format(m.Text, bot.Style{Time: date})), "\n"),
		Buttons: []string{},
	}
	if m.Game != 0 {
		p.Game = m.Game.String()
	}
	if m.Menu != nil {
		p.Text += "\n" + harmless(bot.Format(m.Menu.Lines(), bot.Style{}))
	}
	if m.Repeat {
		p.Text = "(perhaps said before) " + p.Text
	}
	for _, u := range m.To {
		p.To = append(p.To, harmless(u.Name))
	}
	for _, b := range m.Buttons {
		p.Buttons = append(p.Buttons, harmless(b.Label))
	}
	image, err := c.picture(m)
	if err != nil {
		p.Text += "\n(" + harmless(err.Error()) + ")"
	}
	p.Image = image.path
	if m.File != nil {
		if p.File, err = c.file(m); err != nil {
			p.Text += "\n(" + harmless(err.Error()) + ")"
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.options.JSON {
		encoder := json.NewEncoder(c.out)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(p); err != nil {
			return err
		}
		return c.out.Flush()
	}
	fmt.Fprintf(c.out, "%s: %s\n", p.head(m.Audience), strings.ReplaceAll(p.Text, "\n", "\n  "))
	if p.Image != "" {
		fmt.Fprintf(c.out, "  picture: %s\n", p.Image)
		if image.png != nil {
			c.options.Inline.show(c.out, image.png)
		}
	}
	if p.File != "" {
		fmt.Fprintf(c.out, "  file: %s\n", p.File)
	}
	for _, b := range m.Buttons {
		fmt.Fprintf(c.out, "  [%s] %s\n", harmless(b.Label), harmless(b.Command))
	}
	return c.out.Flush()
}

// head says where and to whom the bot speaks: "bot", "bot@den", "bot to
// alice" in her ear, "bot@ to alice" in private.
func (p printed) head(a bot.Audience) string {
	head := "bot"
	if p.Room != lobby && (p.Room != "" || a == bot.Private) {
		head += "@" + p.Room
	}
	if p.Private && len(p.To) > 0 {
		head += " to " + strings.Join(p.To, ", ")
	}
	return head
}

// date writes a moment: at a terminal nobody's own time is known.
func date(t time.Time) string { return t.Format("2006-01-02 15:04 UTC") }

// harmless removes what would command a terminal rather than be read.
func harmless(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || unicode.IsPrint(r) {
			return r
		}
		return -1
	}, text)
}

package console

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/locale"
)

// printed is the JSON form of a message.
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

// print prints a message, after writing its picture to a file.
func (c *Console) print(ctx context.Context, m bot.Message) error {
	m = m.MarkRepeat()
	p := printed{
		Room:    m.Room.ID,
		To:      []string{},
		Private: m.Audience == bot.Aside || m.Audience == bot.Private,
		Text:    strings.TrimRight(printable(bot.Format(m.Text, bot.Style{Time: bot.When(m.Zone, m.Language, time.Now())})), "\n"),
		Buttons: []string{},
	}
	if m.Game != 0 {
		p.Game = m.Game.String()
	}
	if m.Menu != nil {
		p.Text += "\n" + printable(bot.Format(m.Menu.Lines(), bot.Style{}))
	}
	for _, u := range m.To {
		p.To = append(p.To, printable(u.Name))
	}
	for _, b := range m.Buttons {
		p.Buttons = append(p.Buttons, printable(b.Label))
	}
	image, err := c.picture(ctx, m)
	if err != nil {
		p.Text += failure(m.Language, err)
	}
	p.Image = image.path
	if m.File != nil {
		if p.File, err = c.file(m); err != nil {
			p.Text += failure(m.Language, err)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.options.JSON {
		encoder := json.NewEncoder(&c.out)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(p); err != nil {
			return err
		}
		return c.flush()
	}
	fmt.Fprintf(&c.out, "%s: %s\n", p.head(m.Audience), strings.ReplaceAll(p.Text, "\n", "\n  "))
	if p.Image != "" {
		fmt.Fprintf(&c.out, "  picture: %s\n", p.Image)
		c.show(m.Language, image)
	}
	if p.File != "" {
		fmt.Fprintf(&c.out, "  file: %s\n", p.File)
	}
	for _, b := range m.Buttons {
		fmt.Fprintf(&c.out, "  [%s] %s\n", printable(b.Label), printable(b.Command))
	}
	return c.flush()
}

// failure returns a pictureError as an additional line of a message.
func failure(language string, err error) string {
	text := err.Error()
	if e := pictureError(""); errors.As(err, &e) {
		text = locale.Render(language, string(e))
	}
	return "\n" + printable(bot.Format(text, bot.Style{}))
}

// head returns the prefix of a message: "bot", "bot@den", "bot to
// alice" for an aside, "bot@ to alice" in private.
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

// printable removes control characters, which a terminal would execute.
func printable(text string) string { return bot.Visible(text) }

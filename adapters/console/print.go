package console

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// jsonMessage is the JSON form of a message.
type jsonMessage struct {
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
func (c *Console) print(ctx context.Context, m bot.RenderedMessage) error {
	m = m.MarkRepeat()
	p := jsonMessage{
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
	c.write(p.head(m.Audience) + ": " + strings.ReplaceAll(p.Text, "\n", "\n  "))
	if p.Image != "" {
		fmt.Fprintf(&c.out, "  picture: %s\n", p.Image)
		c.show(m, image)
	}
	if p.File != "" {
		fmt.Fprintf(&c.out, "  file: %s\n", p.File)
	}
	for _, b := range m.Buttons {
		fmt.Fprintf(&c.out, "  [%s] %s\n", printable(b.Label), printable(b.Command))
	}
	return c.flush()
}

// width returns the width of lines in a conversation, or 0 for lines of any length.
func (c *Console) width() int {
	if c.options.Speaker == "" || c.options.JSON || c.options.Width == nil {
		return 0
	}
	return c.options.Width()
}

// write writes a text, whose lines are broken between words in a conversation. The caller holds mu.
func (c *Console) write(text string) {
	c.out.WriteString(wrapped(text, c.width()) + "\n")
}

// wrapped returns a text with its lines broken between words to be at most so many characters wide.
// The rest of a broken line has the indentation of a further line of a message. Longer words and
// boards of letters stay as they are. A width of 0 breaks nothing.
func wrapped(text string, width int) string {
	if width <= len(furtherLine) {
		return text
	}
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		for utf8.RuneCountInString(line) > width {
			at := breakAt(line, width)
			if at < 0 {
				break
			}
			out = append(out, line[:at])
			line = furtherLine + line[at+1:]
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// furtherLine begins all lines of a message but its first.
const furtherLine = "  "

// breakAt returns the index of the space at which to break a line: the last one within the width,
// or else the first one after it. Spaces between backquotes do not count, because people copy what
// stands there. It is negative if the line has no such space.
func breakAt(line string, width int) int {
	last, n, quoted := -1, 0, false
	begin := len(line) - len(strings.TrimLeft(line, " "))
	for i, r := range line {
		quoted = quoted != (r == '`')
		if r == ' ' && i > begin && !quoted {
			last = i
		}
		if n++; n > width && last >= 0 {
			return last
		}
	}
	return -1
}

// failure returns a pictureError as an additional line of a message.
func failure(language string, err error) string {
	text := err.Error()
	if e := pictureError(""); errors.As(err, &e) {
		text = locale.Render(language, phrase.Text(e))
	}
	return "\n" + printable(bot.Format(text, bot.Style{}))
}

// head returns the prefix of a message: "bot" in the lobby, "bot@den" in another room, "bot to
// alice" for an answer that only alice sees, "bot@ to alice" in private.
func (p jsonMessage) head(a bot.Audience) string {
	head := "bot"
	if p.Room != lobby && (p.Room != "" || a == bot.Private) {
		head += "@" + p.Room
	}
	if p.Private && len(p.To) > 0 {
		head += " to " + strings.Join(p.To, ", ")
	}
	return head
}

// printable removes control characters, which a terminal would interpret.
func printable(text string) string { return bot.Visible(text) }

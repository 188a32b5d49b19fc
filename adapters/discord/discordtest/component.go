package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// The types of components.
const (
	actionRow   = 1
	button      = 2
	textDisplay = 10
	gallery     = 12
	fileShown   = 13
	separator   = 14
	container   = 17
)

// componentsV2 is the flag of a message that consists of components alone.
const componentsV2 = 1 << 15

// component is a component of a message, of any type.
type component struct {
	Type        int         `json:"type"`
	Components  []component `json:"components"`
	Content     string      `json:"content"`
	Label       string      `json:"label"`
	CustomID    string      `json:"custom_id"`
	URL         string      `json:"url"`
	Style       int         `json:"style"`
	Placeholder string      `json:"placeholder"`
	Options     []struct {
		Label       string `json:"label"`
		Value       string `json:"value"`
		Description string `json:"description"`
		Emoji       *struct {
			ID   string `json:"id"`
			Name string `json:"name"`
		} `json:"emoji"`
	} `json:"options"`
	Items []struct {
		Media media `json:"media"`
	} `json:"items"`
	File media `json:"file"`
}

// media names a file of a message.
type media struct {
	URL string `json:"url"`
}

// layout is what the components of a message show.
type layout struct {
	count, characters int
	known             map[string]bool // custom IDs
	m                 *Message
}

// setComponents sets the texts, the buttons and the menu from the components. It refuses what
// exceeds Discord's limits.
func (m *Message) setComponents(p sent) error {
	if p.Components == nil {
		return nil
	}
	m.Texts, m.Buttons, m.Menu = nil, nil, nil
	l := layout{known: map[string]bool{}, m: m}
	if err := l.add(*p.Components, 0); err != nil {
		return err
	}
	switch {
	case !m.Card && len(*p.Components) > 5:
		return refuse(http.StatusBadRequest, 50035, "more than five rows")
	case l.count > 40 && m.Card:
		return refuse(http.StatusBadRequest, 50035, fmt.Sprintf("%d components", l.count))
	case l.characters > 4000:
		return refuse(http.StatusBadRequest, 50035, fmt.Sprintf("texts of %d characters", l.characters))
	}
	return nil
}

// add adds components that are within so many containers.
func (l *layout) add(all []component, depth int) error {
	for _, c := range all {
		l.count++
		if c.Type != actionRow && !l.m.Card {
			return refuse(http.StatusBadRequest, 50035, fmt.Sprintf("a component of type %d without the flag", c.Type))
		}
		var err error
		switch {
		case c.Type == actionRow:
			err = l.addRow(c)
		case c.Type == container && depth == 0 && len(c.Components) > 0:
			err = l.add(c.Components, depth+1)
		case c.Type == textDisplay && c.Content != "":
			l.characters += characters(c.Content)
			l.m.Texts = append(l.m.Texts, c.Content)
		case c.Type == gallery && len(c.Items) > 0 && len(c.Items) <= 10:
			for _, item := range c.Items {
				err = l.needFile(item.Media)
			}
		case c.Type == fileShown:
			err = l.needFile(c.File)
		case c.Type != separator:
			err = refuse(http.StatusBadRequest, 50035, fmt.Sprintf("a component of type %d", c.Type))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// needFile fails if the message lacks the file that a component shows.
func (l *layout) needFile(shown media) error {
	for _, f := range l.m.Files {
		if shown.URL == "attachment://"+f.Name {
			return nil
		}
	}
	return refuse(http.StatusBadRequest, 50035, "no file for "+shown.URL)
}

// addRow adds a row of buttons, or with a menu.
func (l *layout) addRow(row component) error {
	if len(row.Components) == 0 || len(row.Components) > 5 {
		return refuse(http.StatusBadRequest, 50035, fmt.Sprintf("a row of %d components", len(row.Components)))
	}
	for _, c := range row.Components {
		l.count++
		if c.CustomID != "" && l.known[c.CustomID] {
			return refuse(http.StatusBadRequest, 50035, "two components with one custom_id "+c.CustomID)
		}
		l.known[c.CustomID] = true
		if c.Type == button {
			l.m.Buttons = append(l.m.Buttons, Option{Label: c.Label, Command: c.CustomID, Style: c.Style})
			continue
		}
		l.m.Prompt = c.Placeholder
		for _, o := range c.Options {
			option := Option{Label: o.Label, Command: o.Value, Detail: o.Description}
			if o.Emoji != nil {
				option.Emoji = o.Emoji.Name
			}
			l.m.Menu = append(l.m.Menu, option)
		}
	}
	return nil
}

// words returns the content of the message or, if it is a card, its texts.
func (m *Message) words() string {
	if m.Card {
		return strings.Join(m.Texts, "\n")
	}
	return m.Content
}

// shownComponents returns the components as they were sent last.
func (m *Message) shownComponents() []any {
	var p struct {
		Components []any `json:"components"`
	}
	if m.JSON == nil || json.Unmarshal(m.JSON, &p) != nil || p.Components == nil {
		return []any{}
	}
	return p.Components
}

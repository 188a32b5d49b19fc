package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	"raumbot/bot/command"
	botlocale "raumbot/bot/locale"
)

// field is a field of a form.
type field struct {
	param string // of the command
	max   int    // characters of a text, 0 for one line
	// unless makes an optional parameter required, except when any option has this value; "" for none.
	unless string
}

// needed reports whether a request must have a value for a field.
func (f field) needed(r bot.Request, p command.Param) bool {
	if f.unless == "" {
		return !p.Optional
	}
	for _, value := range r.Params {
		if value == f.unless {
			return false
		}
	}
	return true
}

// forms lists the fields of the modals of commands that need long texts or several values. A slash command opens its form if a
// required value is missing.
var forms = map[string][]field{
	"challenge":  {{param: "variant"}, {param: "colour"}, {param: "pace"}, {param: "stakes"}},
	"note":       {{param: "id"}, {param: "text", max: 200}},
	"say":        {{param: "id"}, {param: "text", max: 500}},
	"import":     {{param: "record", max: 4000, unless: attached}},
	"adjudicate": {{param: "id"}, {param: "verdict"}, {param: "reason", max: 200, unless: "undo"}},
	"create":     {{param: "format"}, {param: "variant"}, {param: "pace"}, {param: "scope"}, {param: "name"}},
}

// opensForm reports whether a slash command has a form to open, so that Discord need not require its options.
func opensForm(name string) bool { return name != "challenge" && forms[name] != nil }

// formPrefix is the prefix of a form's custom ID. The command follows, and the ID of the user whom it is about, if there is one.
const formPrefix = "form "

// Discord's limits of forms.
const (
	maxFormTitle = 45
	maxFormLabel = 45
	maxFormHelp  = 100
	oneLine      = 100
)

// The components of a modal, which the library lacks.
const (
	componentSelect = 3
	componentText   = 4
	componentLabel  = 18
)

// formLabel is a component of a modal: a text input or a select menu with its label.
type formLabel struct {
	Type        int       `json:"type"`
	Label       string    `json:"label"`
	Description string    `json:"description,omitempty"`
	Component   formInput `json:"component"`
}

type formInput struct {
	Type      int          `json:"type"`
	CustomID  string       `json:"custom_id"`
	Style     int          `json:"style,omitempty"` // of a text: 1 for a line, 2 for a paragraph
	Value     string       `json:"value,omitempty"`
	MaxLength int          `json:"max_length,omitempty"`
	Required  bool         `json:"required"`
	Options   []formOption `json:"options,omitempty"`
}

type formOption struct {
	Label   string `json:"label"`
	Value   string `json:"value"`
	Default bool   `json:"default,omitempty"`
}

// needsForm reports whether a slash command should open its form because a required value is missing.
func (d *Discord) needsForm(r bot.Request) bool {
	c := d.commandNamed(r.Text)
	if c == nil || !opensForm(c.Name) {
		return false
	}
	return slices.ContainsFunc(c.Params, func(p command.Param) bool {
		needed := !p.Optional && p.Kind != command.Person
		for _, f := range forms[c.Name] {
			if f.param == p.Name {
				needed = f.needed(r, p)
			}
		}
		return needed && r.Params[p.Name] == ""
	})
}

// openForm answers an interaction with the form of a command, prefilled with the values in the request. about is the ID of the user
// whom it is about, "" for nobody.
func (x *exchange) openForm(ctx context.Context, r bot.Request, about string) {
	language := string(x.i.Locale)
	c := x.commandNamed(r.Text)
	labels := []formLabel{}
	for _, f := range forms[c.Name] {
		n := slices.IndexFunc(c.Params, func(p command.Param) bool { return p.Name == f.param })
		if n < 0 {
			continue
		}
		p := c.Params[n]
		labels = append(labels, formLabel{
			Type:        componentLabel,
			Label:       shorten(upperFirst(x.locale.nameIn(p.Name, language)), maxFormLabel),
			Description: shorten(botlocale.Translate(language, p.Help), maxFormHelp),
			Component:   x.formInput(ctx, r, p, f),
		})
	}
	title := upperFirst(x.locale.nameIn(c.Name, language))
	_ = x.first(ctx, answer{Type: answerModal, Data: map[string]any{ // a failure is logged there
		"custom_id":  strings.TrimSpace(formPrefix + c.Name + " " + about),
		"title":      shorten(title, maxFormTitle),
		"components": labels,
	}}, payload{})
}

// formInput returns the input for a parameter: a select menu if there are values to choose from, else a text input.
func (x *exchange) formInput(ctx context.Context, r bot.Request, p command.Param, f field) formInput {
	given := r.Params[p.Name]
	input := formInput{Type: componentText, CustomID: p.Name, Style: 1, Value: given, MaxLength: cmp.Or(f.max, oneLine), Required: f.needed(r, p)}
	if f.max > 0 {
		input.Style = 2
	}
	var options []formOption
	switch p.Kind {
	case command.Choice:
		for _, word := range p.Choices {
			options = append(options, formOption{botlocale.Translate(string(x.i.Locale), word), word, word == given})
		}
	case command.VariantName:
		suggestions, err := x.ready().Suggest(ctx, r, p.Name, "")
		if err != nil {
			x.log.Warn("no games to choose from", "err", err) // they can be typed
		}
		for _, s := range suggestions {
			options = append(options, formOption{s.Label, s.Value, s.Value == given})
		}
	}
	if len(options) > 0 {
		for n := range options {
			options[n].Label = shorten(options[n].Label, maxOption)
		}
		return formInput{Type: componentSelect, CustomID: p.Name, Required: !p.Optional, Options: options[:min(len(options), maxOptions)]}
	}
	return input
}

// upperFirst returns a word with its first letter in upper case.
func upperFirst(word string) string {
	r, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(r)) + word[size:]
}

// formJSON is what the bot needs of a component of a submitted form.
type formJSON struct {
	Component struct {
		CustomID string   `json:"custom_id"`
		Value    string   `json:"value"`
		Values   []string `json:"values"`
	} `json:"component"`
}

// submitted returns the request of a submitted form, and why it is refused, "" if it is not.
func (d *Discord) submitted(ctx context.Context, i *discordgo.Interaction, id string, components []json.RawMessage) (r bot.Request, why string) {
	r = d.request(ctx, i)
	name, about, _ := strings.Cut(strings.TrimPrefix(id, formPrefix), " ")
	r.Text, r.Params, r.Mentions = name, map[string]string{}, map[string]bot.User{}
	for _, data := range components {
		var c formJSON
		if json.Unmarshal(data, &c) != nil {
			continue
		}
		value := c.Component.Value
		if len(c.Component.Values) > 0 {
			value = c.Component.Values[0]
		}
		if value = strings.TrimSpace(value); value != "" {
			r.Params[c.Component.CustomID] = value
		}
	}
	if about == "" {
		return r, ""
	}
	user, err := d.user(ctx, about)
	if err != nil {
		d.log.Warn("a user could not be looked up", "err", err)
		return r, userUnknown
	}
	return r, d.name(&r, user)
}

// user looks a user up, as a form carries only their ID.
func (d *Discord) user(ctx context.Context, id string) (*discordgo.User, error) {
	var u discordgo.User
	err := d.rest.do(ctx, request{method: http.MethodGet, path: "users/" + id, bucket: "GET users", into: &u})
	return &u, err
}

// name sets a user as the person that a request names, and returns why that is refused, "" if it is not.
func (d *Discord) name(r *bot.Request, user *discordgo.User) (why string) {
	if user.Bot {
		return cannotBePlayed
	}
	mention := "<@" + user.ID + ">"
	r.Params[personParam(d.ready(), r.Text)] = mention
	r.Mentions[mention] = userOf(user)
	return ""
}

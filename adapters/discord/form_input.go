package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	"raumbot/bot/command"
	botlocale "raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// Discord's limits of forms.
const (
	maxFormTitle = 45
	maxFormLabel = 45
	maxFormHelp  = 100
	oneLine      = 100
	maxRadios    = 10
)

// The components of a modal, which the library lacks.
const (
	componentSelect   = 3
	componentText     = 4
	componentUser     = 5
	componentLabel    = 18
	componentFile     = 19
	componentRadio    = 21
	componentCheckbox = 23
)

// formLabel is a component of a modal: an input with its label.
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
	Required  *bool        `json:"required,omitempty"` // a checkbox has none
	Default   bool         `json:"default,omitempty"`
	Options   []formOption `json:"options,omitempty"`
}

type formOption struct {
	Label   string `json:"label"`
	Value   string `json:"value"`
	Default bool   `json:"default,omitempty"`
}

// formInput returns the input for a parameter, which suits its kind: people, games and tournaments
// are never typed. ok is false if there is nothing to choose from.
func (x *exchange) formInput(ctx context.Context, r bot.Request, p command.Param, f field) (input formInput, ok bool) {
	given, needed := r.Params[p.Name], f.needed(r, p)
	input = formInput{Type: componentText, CustomID: p.Name, Required: &needed}
	switch {
	case f.ticked != "":
		input.Type, input.Required, input.Default = componentCheckbox, nil, given == f.ticked
		return input, true
	case p.Kind == command.Person:
		input.Type = componentUser
		return input, true
	case p.Kind == command.FileValue:
		input.Type = componentFile
		return input, true
	}
	input.Options = x.formOptions(ctx, r, p, f)
	switch n := len(input.Options); {
	case n > maxRadios || n == 1 || n > 0 && p.Kind != command.Choice && p.Kind != command.PaceWord:
		input.Type = componentSelect
	case n > 0:
		input.Type = componentRadio
	case p.Kind == command.Number || p.Kind == command.TournamentNumber:
		return input, false
	default:
		input.Style, input.Value, input.MaxLength = 1, given, cmp.Or(f.max, oneLine)
		if f.max > 0 {
			input.Style = 2
		}
	}
	return input, true
}

// formOptions returns the values to choose from for a parameter, the given one selected.
func (x *exchange) formOptions(ctx context.Context, r bot.Request, p command.Param, f field) (options []formOption) {
	given := r.Params[p.Name]
	if p.Kind == command.Choice {
		for _, word := range p.Choices {
			options = append(options, formOption{Label: botlocale.Translate(string(x.i.Locale), word), Value: word})
		}
	} else {
		suggestions, err := x.ready().Suggest(ctx, r, p.Name, "")
		if err != nil {
			x.log.Warn("nothing to choose from in a form", "err", err)
		}
		for _, s := range suggestions {
			if s.Value != f.without {
				options = append(options, formOption{Label: s.Label, Value: s.Value})
			}
		}
		if given != "" && length(given) <= maxOption && len(options) > 0 && !slices.ContainsFunc(options, func(o formOption) bool { return o.Value == given }) {
			options = slices.Insert(options, 0, formOption{Label: given, Value: given})
		}
	}
	options = options[:min(len(options), maxOptions)]
	for n := range options {
		options[n].Label, options[n].Default = shorten(options[n].Label, maxOption), options[n].Value == given
	}
	return options
}

// upperFirst returns a word with its first letter in upper case.
func upperFirst(word string) string {
	r, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(r)) + word[size:]
}

// formJSON has the fields that the bot needs of a component of a submitted form.
type formJSON struct {
	Component struct {
		CustomID string          `json:"custom_id"`
		Value    json.RawMessage `json:"value"` // a string, or of a checkbox a boolean
		Values   []string        `json:"values"`
	} `json:"component"`
}

// chosen returns the value of a component, "" for none.
func (f formJSON) chosen() string {
	if len(f.Component.Values) > 0 {
		return f.Component.Values[0]
	}
	var text string
	if json.Unmarshal(f.Component.Value, &text) == nil {
		return strings.TrimSpace(text)
	}
	return ""
}

// ticked reports whether a component is a ticked checkbox.
func (f formJSON) ticked() bool { return string(f.Component.Value) == "true" }

// submitted returns the request of a submitted form, and the reason why it is refused, "" if it
// is not.
func (d *Discord) submitted(ctx context.Context, i *discordgo.Interaction, e *interactionJSON) (r bot.Request, why phrase.Text) {
	r = d.request(ctx, i)
	name, kept, _ := strings.Cut(strings.TrimPrefix(e.Data.CustomID, formPrefix), " ")
	r.Text, r.Params, r.Mentions = name, map[string]string{}, map[string]bot.User{}
	values, err := url.ParseQuery(kept)
	if err != nil {
		d.log.Warn("a form has another identifier", "err", err)
	}
	for param := range values {
		r.Params[param] = values.Get(param)
	}
	for _, data := range e.Data.Components {
		var c formJSON
		if json.Unmarshal(data, &c) != nil {
			continue
		}
		value, param := c.chosen(), c.Component.CustomID
		n := slices.IndexFunc(forms[name].fields, func(f field) bool { return f.param == param })
		switch {
		case c.ticked() && n >= 0:
			r.Params[param] = forms[name].fields[n].ticked
		case value == "":
		case e.Data.Resolved.Attachments[value] != nil:
			r.Params[param], r.File = attached, d.attachment(e.Data.Resolved.Attachments[value])
		case e.Data.Resolved.Users[value] != nil:
			if why := d.setPerson(&r, e.Data.Resolved.Users[value]); why != "" {
				return r, why
			}
		default:
			r.Params[param] = value
		}
	}
	return r, d.resolvePerson(ctx, &r)
}

// resolvePerson looks up the person whom a form names, if only their ID is known. It returns the
// reason why the request is refused, "" if it is not.
func (d *Discord) resolvePerson(ctx context.Context, r *bot.Request) (why phrase.Text) {
	p := personParam(d.ready(), r.Text)
	id := mention.FindStringSubmatch(r.Params[p.Name])
	if id == nil || r.Mentions[r.Params[p.Name]] != (bot.User{}) {
		return ""
	}
	user, err := d.user(ctx, id[1])
	if err != nil {
		d.log.Warn("a user could not be looked up", "err", err)
		return userUnknown
	}
	return d.setPerson(r, user)
}

// user looks a user up, as a form carries only their ID.
func (d *Discord) user(ctx context.Context, id string) (*discordgo.User, error) {
	ctx, cancel := context.WithTimeout(ctx, d.lookupTimeout)
	defer cancel()
	var u discordgo.User
	err := d.rest.do(ctx, request{method: http.MethodGet, path: "users/" + id, bucket: "GET users", into: &u})
	return &u, err
}

// setPerson makes a request name a user, or the computer if it is the bot itself. It returns the
// reason why that is refused, "" if it is not.
func (d *Discord) setPerson(r *bot.Request, user *discordgo.User) (why phrase.Text) {
	p := personParam(d.ready(), r.Text)
	switch {
	case user.ID == d.me():
		r.Params[p.Name] = string(bot.Computer)
		return ""
	case user.Bot:
		return cannotBePlayed
	}
	mention := "<@" + user.ID + ">"
	r.Params[p.Name] = mention
	r.Mentions[mention] = userOf(user)
	return ""
}

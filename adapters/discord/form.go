package discord

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	botlocale "raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// field is a field of a form.
type field struct {
	param string // the name of the command's parameter
	label phrase.Text
	max   int // the greatest length of a text in characters; 0 for one line
	// unless makes an optional parameter required, except in requests in which any parameter has
	// this value. If it is "", it has no effect.
	unless string
	always bool // an optional parameter is required in the form
	// ticked makes the field a checkbox, which stands for this value.
	ticked string
	// without is a value that is not offered.
	without string
}

// needed reports whether a request must have a value for the field, whose parameter is p.
func (f field) needed(r bot.Request, p command.Param) bool {
	if f.unless == "" {
		return f.always || !p.Optional
	}
	for _, value := range r.Params {
		if value == f.unless {
			return false
		}
	}
	return true
}

// form is the modal of a command.
type form struct {
	fields []field
	// opens reports whether a slash command opens the form. If it is nil, a missing value that a field
	// needs does.
	opens func(bot.Request) bool
}

// The labels of fields that several forms have.
var (
	gameLabel  = phrase.Term("Game")
	paceLabel  = phrase.Term("Time for each move")
	aboutLabel = phrase.Term("About which game")
)

// forms lists the forms of commands that need long texts, files or several values.
var forms = map[string]form{
	"challenge": {[]field{{param: "name", label: phrase.Term("Opponent"), always: true}, {param: "variant", label: gameLabel}, {param: "colour", label: phrase.Term("Your colour")},
		{param: "pace", label: paceLabel}, {param: "stakes", label: phrase.Term("Rated game"), ticked: "rated"}},
		func(r bot.Request) bool { return r.Params["name"] == "" && r.Params["ladder"] == "" }},
	"note": {fields: []field{{param: "id", label: aboutLabel}, {param: "text", label: phrase.Term("Your note"), max: 200}}},
	"say":  {fields: []field{{param: "id", label: aboutLabel}, {param: "text", label: phrase.Term("Your message"), max: 500}}},
	"import": {[]field{{param: "attachment", label: phrase.Term("A file with the record")}, {param: "record", label: phrase.Term("Or the record itself"), max: 4000}},
		func(r bot.Request) bool { return r.Params["record"] == "" && r.File == nil }},
	"variant": {[]field{{param: "attachment", label: phrase.Term("The file of the game"), always: true}},
		func(r bot.Request) bool { return r.Params["what"] == "add" && r.File == nil }},
	"adjudicate": {fields: []field{{param: "id", label: aboutLabel}, {param: "verdict", label: phrase.Term("Your decision")}, {param: "reason", label: phrase.Term("Your reason, which the players read"), max: 200, unless: "undo"}}},
	"create": {fields: []field{{param: "format", label: phrase.Term("Format")}, {param: "variant", label: gameLabel}, {param: "pace", label: paceLabel, without: "none"},
		{param: "scope", label: phrase.Term("Who may join")}, {param: "name", label: phrase.Term("Name of the tournament")}}},
	"newleague": {fields: []field{{param: "variant", label: gameLabel, always: true}, {param: "pace", label: paceLabel, without: "none"}, {param: "weeks", label: phrase.Term("Weeks of a season, from 4 to 12")},
		{param: "scope", label: phrase.Term("Who may join")}, {param: "name", label: phrase.Term("Name of the league")}}},
}

// opensForm reports whether a slash command opens a form when values are missing, so that Discord
// need not require its options.
func opensForm(name string) bool { return forms[name].fields != nil }

// formPrefix is the prefix of a form's custom ID. The name of the command follows, and the values
// that the form does not ask for.
const formPrefix = "form "

// needsForm reports whether a slash command should open its form because a value is missing.
func (d *Discord) needsForm(r bot.Request) bool {
	c := d.commandNamed(r.Text)
	if c == nil || !opensForm(c.Name) {
		return false
	}
	f := forms[c.Name]
	if f.opens != nil {
		return f.opens(r)
	}
	return slices.ContainsFunc(c.Params, func(p command.Param) bool {
		needed := !p.Optional && p.Kind != command.Person
		for _, f := range f.fields {
			if f.param == p.Name {
				needed = f.needed(r, p)
			}
		}
		return needed && r.Params[p.Name] == ""
	})
}

// openForm answers an interaction with the form of a command, filled in with the values in the
// request. A person whom the request names is not asked for. It returns false if the values do not
// fit into the form.
func (x *exchange) openForm(ctx context.Context, r bot.Request) bool {
	language := string(x.i.Locale)
	c := x.commandNamed(r.Text)
	labels, kept := []formLabel{}, url.Values{}
	lookup, cancel := context.WithTimeout(ctx, x.lookupTimeout)
	defer cancel()
	for name, value := range r.Params {
		kept.Set(name, value)
	}
	for _, f := range forms[c.Name].fields {
		n := slices.IndexFunc(c.Params, func(p command.Param) bool { return p.Name == f.param })
		if n < 0 || c.Params[n].Kind == command.Person && r.Params[f.param] != "" {
			continue
		}
		p := c.Params[n]
		input, ok := x.formInput(lookup, r, p, f)
		if !ok {
			continue
		}
		kept.Del(p.Name)
		labels = append(labels, formLabel{
			Type:        componentLabel,
			Label:       shorten(botlocale.Render(language, f.label), maxFormLabel),
			Description: shorten(botlocale.Translate(language, p.Help), maxFormHelp),
			Component:   input,
		})
	}
	id := strings.TrimSpace(formPrefix + c.Name + " " + kept.Encode())
	if len(id) > maxOption || len(labels) == 0 {
		return false
	}
	// sendFirst logs a failure.
	_ = x.sendFirst(ctx, firstAnswer{Type: answerModal, Data: map[string]any{
		"custom_id": id, "title": shorten(upperFirst(x.locale.nameIn(c.Name, language)), maxFormTitle), "components": labels,
	}}, payload{})
	return true
}

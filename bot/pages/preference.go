package pages

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
)

// Preference is a command that shows and changes settings of the asker's own, in their language.
type Preference struct {
	Form
	// State is what the command answers without arguments, with the markup of [bot.Format]. It is
	// empty for a command that shows nothing.
	State string
	// Buttons are parameters that have a single value, such as the one that forgets all settings.
	Buttons []FormField
}

// Form is a command with parameters to fill in, in the asker's language.
type Form struct {
	Command, Title, Brief string
	Fields                []FormField
}

// FormField is a parameter of a [Form].
type FormField struct {
	Name, Label string
	Value       string // the current one, or empty
	Required    bool
	Options     []FormOption
	// Most is the maximum of a number; it is zero for other values.
	Most int
}

// FormOption is a value to choose.
type FormOption struct{ Value, Label string }

// settingsGroup is the group of the commands about the asker's own settings.
const settingsGroup = "settings"

// IsPreference reports whether a command changes settings of whoever gives it. It shows them, too,
// or names a person.
func IsPreference(c *command.Command) bool {
	return c.Slash.Group == settingsGroup && (c.Shows || len(c.Params) == 1 && c.Params[0].Kind == command.Person)
}

// ViewPreferences returns the settings that the asker can change, in the order of the commands. It
// returns none for a user without an account.
func (s *Pages) ViewPreferences(ctx context.Context, r bot.Request) (all []Preference, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		all = nil
		// Those that the help lists as settings are first.
		listed := slices.SortedStableFunc(slices.Values(s.Table), func(a, b *command.Command) int {
			return slices.Index(b.Topics, command.SettingsTopic) - slices.Index(a.Topics, command.SettingsTopic)
		})
		for _, listed := range listed {
			known := s.Actions[listed.Name]
			if !IsPreference(listed) || c.Me.ID == 0 || known.MayBeUsed(c.Request.From, s.Guests) != nil {
				continue
			}
			shown, err := viewPreference(c, known)
			if err != nil {
				return err
			}
			all = append(all, shown)
		}
		return nil
	})
	return all, err
}

// viewPreference returns one of the asker's settings.
func viewPreference(c *action.Call, of *action.Command) (p Preference, err error) {
	own := *c
	own.Command, own.Args = of, command.Args{}
	words := c.ReaderLanguage()
	p.Form = newForm(c, of)
	if of.Shows {
		reply, err := of.Do(&own)
		if err != nil {
			return p, err
		}
		var state []string
		for _, m := range reply.Answer {
			state = append(state, words.Render(m.Text))
		}
		p.State = strings.Join(state, "\n")
	}
	now := map[string]string{}
	if of.Current != nil {
		now = of.Current(&own)
	}
	for _, param := range of.Params {
		f := fieldOf(c, param)
		f.Value = now[param.Name]
		switch {
		case param.Kind == command.FileValue:
		case len(f.Options) == 1:
			p.Buttons = append(p.Buttons, f)
		default:
			p.Fields = append(p.Fields, f)
		}
	}
	return p, nil
}

// newForm returns the form of a command without its fields.
func newForm(c *action.Call, of *action.Command) Form {
	words := c.ReaderLanguage()
	f := Form{Command: of.Name, Title: words.Render(phrase.Term(cmp.Or(of.Button, of.Brief)))}
	if of.Button != "" {
		f.Brief = words.Render(phrase.Term(of.Brief))
	}
	return f
}

// fieldOf returns the field for a parameter of a command.
func fieldOf(c *action.Call, param command.Param) FormField {
	words := c.ReaderLanguage()
	f := FormField{Name: param.Name, Label: words.Render(phrase.Term(param.Help)), Required: !param.Optional}
	for _, word := range param.Choices {
		f.Options = append(f.Options, FormOption{word, words.Render(phrase.Upper(phrase.Term(word)))})
	}
	if param.Kind == command.Count {
		_, f.Most = param.Bounds()
	}
	return f
}

// ViewForms returns the forms of the commands that begin something in the room of the request, in
// the order of the commands. organises is whether the asker may organise tournaments there.
func (s *Pages) ViewForms(ctx context.Context, r bot.Request, organises bool) (all []Form, err error) {
	err = s.Explain(ctx, r, func(c *action.Call) error {
		all = nil
		for _, listed := range s.Table {
			known := s.Actions[listed.Name]
			if listed.Form == nil || slices.Contains(listed.Topics, command.OrganisingTopic) && !organises || known.MayBeUsed(r.From, s.Guests) != nil {
				continue
			}
			f := newForm(c, known)
			for _, name := range listed.Form {
				param := listed.Params[slices.IndexFunc(listed.Params, func(p command.Param) bool { return p.Name == name })]
				field := fieldOf(c, param)
				if param.Kind == command.VariantName {
					for _, v := range c.Variants() {
						field.Options = append(field.Options, FormOption{action.VariantWord(c, v), c.ReaderLanguage().Render(bot.Title(v.ID()))})
					}
				}
				f.Fields = append(f.Fields, field)
			}
			all = append(all, f)
		}
		return nil
	})
	return all, err
}

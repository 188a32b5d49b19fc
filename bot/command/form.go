package command

import (
	"errors"
	"strings"
	"unicode/utf8"

	"raumbot/bot"
)

// readForm finds the command that a request names, and reads its Params. The error is a
// *[bot.Problem].
func (t Table) readForm(r bot.Request) (*Command, Args, error) {
	command := t.Find(strings.ToLower(r.Text))
	if command == nil {
		return nil, Args{}, t.NoCommand(r.Text)
	}
	length := utf8.RuneCountInString(r.Text)
	for _, value := range r.Params {
		length += utf8.RuneCountInString(value)
		if !utf8.ValidString(value) {
			return nil, Args{}, bot.Problemf(bot.Misunderstood, "That is no readable text. `help` lists what can be said.")
		}
	}
	if limit := t.maxText(command.Name); length > limit {
		return nil, Args{}, bot.Problemf(bot.Misunderstood, "That is too long: a command has at most %d characters.", limit)
	}
	args, err := command.fill(command.formerParams(strings.ToLower(r.Text), r.Params))
	if problem := (*bot.Problem)(nil); errors.As(err, &problem) {
		err = problem // without the error about a game's name, which [completed] would complete
	}
	return command, args, err
}

// fill reads the values of a form, by parameter name.
func (c *Command) fill(values map[string]string) (Args, error) {
	args := Args{Words: map[string]string{}}
	given := false // whether the preceding parameter was given
	for _, p := range c.Params {
		value := strings.TrimSpace(values[p.Name])
		switch {
		case p.Kind == FileValue: // the file is in Request.File
			continue
		case value == "" && !p.Optional:
			return args, c.Misused("")
		case value == "":
			given = false
			continue
		case given && p.Instead:
			return args, c.Misused(value)
		}
		given = true
		err := p.read(&args, value)
		switch {
		case errors.Is(err, errNotThis) && p.Refuse != nil:
			err = p.Refuse(value)
		case errors.Is(err, errNotThis):
			err = c.misfit([]Param{p}, value)
		}
		if err != nil {
			return args, err
		}
	}
	return args, nil
}

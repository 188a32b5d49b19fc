package bot

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// readForm finds the command that a request names, and reads the parameters that come with it one
// by one. The error is a *[Problem].
func (s *Service) readForm(r Request) (*Command, Args, error) {
	command := s.command(strings.ToLower(r.Text))
	if command == nil {
		return nil, Args{}, s.noCommand(r.Text)
	}
	length := len(r.Text)
	for _, value := range r.Params {
		length += len(value)
		if !utf8.ValidString(value) {
			return nil, Args{}, problem(Misunderstood, "That is no readable text. `help` lists what can be said.")
		}
	}
	if limit := s.maxText(command.Name); length > limit {
		return nil, Args{}, problem(Misunderstood, "That is too long: a command has at most %d characters.", limit)
	}
	args, err := command.fill(r.Params)
	return command, args, err
}

// fill reads the parameters of a form.
func (c *Command) fill(values map[string]string) (Args, error) {
	args := Args{words: map[string]string{}}
	given := false // whether the parameter before was
	for _, p := range c.Params {
		value := strings.TrimSpace(values[p.Name])
		switch {
		case value == "" && !p.Optional:
			return args, c.misused("")
		case value == "":
			given = false
			continue
		case given && p.Instead:
			return args, c.misused(value)
		}
		given = true
		err := p.read(&args, value)
		if errors.Is(err, errNotThis) {
			err = c.misused(value)
		}
		if err != nil {
			return args, err
		}
	}
	return args, nil
}

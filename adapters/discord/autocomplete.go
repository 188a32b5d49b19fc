package discord

import (
	"context"
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot/action"
)

// proposal is a completion of an option. Value is a string or an integer.
type proposal struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// complete answers a request for completions of an option. If it fails, it proposes nothing.
func (d *Discord) complete(ctx context.Context, i *discordgo.Interaction) {
	proposals := []proposal{}
	data := i.ApplicationCommandData()
	r, why := d.slashRequest(ctx, i, data)
	name, options := d.commandOf(data)
	for _, o := range options {
		if why != "" || !o.Focused {
			continue
		}
		param := o.Name
		if param == byName {
			param = personParam(d.ready(), name).Name
		}
		delete(r.Params, o.Name)
		typed := ""
		if o.Value != nil {
			typed = fmt.Sprint(o.Value)
		}
		suggestions, err := d.ready().Suggest(ctx, r, param, typed)
		if err != nil {
			d.log.Warn("autocompletion failed", "command", name, "err", err)
		}
		proposals = propose(suggestions, o.Type)
	}
	x := newExchange(d, i)
	_ = x.sendFirst(ctx, firstAnswer{Type: answerChoices, Data: map[string]any{"choices": proposals}}, payload{})
}

// propose returns suggestions as completions within Discord's limits.
func propose(suggestions []action.RenderedSuggestion, kind discordgo.ApplicationCommandOptionType) []proposal {
	all := []proposal{}
	for _, s := range suggestions {
		p := proposal{shorten(s.Label, maxOption), s.Value}
		if kind == discordgo.ApplicationCommandOptionInteger {
			n, err := strconv.ParseInt(s.Value, 10, 53)
			if err != nil {
				continue
			}
			p.Value = n
		}
		if p.Name != "" && s.Value != "" && length(s.Value) <= maxOption && len(all) < maxOptions {
			all = append(all, p)
		}
	}
	return all
}

package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// registered is the prefix of the memos that say which commands are registered
// where, by a digest of them.
const registered = "commands/"

// register makes Discord show the commands. Where nothing has changed since the last
// time it asks for nothing; where commands were shown and no longer should be, it removes them.
func (d *Discord) register(ctx context.Context, service *bot.Service) error {
	commands := d.locale.slashCommands(service.Commands())
	if d.options.Guild == "" {
		forAll(commands, d.userInstall)
	}
	data, err := json.Marshal(commands)
	if err != nil {
		return err
	}
	digest := sha256.Sum256(data)
	want := d.scope(d.options.Guild)
	known, err := service.Kept(ctx, Platform, registered, 0)
	if err != nil {
		return err
	}
	for _, key := range known {
		if scope := strings.TrimPrefix(key, registered); scope != want {
			if err := d.overwrite(ctx, service, scope, []*discordgo.ApplicationCommand{}, nil); err != nil {
				return err
			}
		}
	}
	before, err := service.Recall(ctx, Platform, registered+want)
	now := []byte(hex.EncodeToString(digest[:]))
	if err != nil || string(before) == string(now) {
		return err
	}
	return d.overwrite(ctx, service, want, commands, now)
}

// scope returns the path under which commands are registered, for a server or, without one, for all.
func (d *Discord) scope(guild string) string {
	if guild == "" {
		return "applications/" + d.app + "/commands"
	}
	return "applications/" + d.app + "/guilds/" + guild + "/commands"
}

// overwrite registers commands in place of all others, and notes their digest.
func (d *Discord) overwrite(ctx context.Context, service *bot.Service, scope string, commands []*discordgo.ApplicationCommand, digest []byte) error {
	own := strings.HasPrefix(scope, "applications/"+d.app+"/") // an earlier application's are out of reach
	if own {
		done := false
		err := d.persist(ctx, "registering the slash commands", func() error {
			err := d.rest.do(ctx, request{method: "PUT", path: scope, body: commands, patient: true})
			switch status(err) {
			case http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound: // the rest works without them
				d.log.Error("the slash commands cannot be registered; if they are for a test server, is the bot in it?", "scope", scope, "err", err)
				return nil
			}
			done = err == nil
			return err
		})
		if err != nil || !done {
			return err
		}
		d.log.Info("slash commands registered", "scope", scope, "commands", len(commands))
	}
	return service.Keep(ctx, Platform, registered+scope, digest)
}

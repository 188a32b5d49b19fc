package discord

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot/service"
)

// registeredMemo is the prefix of the memos that hold command IDs by registration path
// (see commandScope).
const registeredMemo = "commands/"

// application is what Discord says about the bot's application.
type application struct {
	ID      string                     `json:"id"`
	Install map[string]json.RawMessage `json:"integration_types_config"`
}

// userInstall reports whether users can install the application for themselves, which is
// Discord's default.
func (a application) userInstall() bool {
	_, listed := a.Install["1"]
	return listed || a.Install == nil
}

// register registers the commands with Discord. It runs beside the connections, as rate limits may
// delay it by an hour.
func (d *Discord) register(ctx context.Context, service *service.Service) {
	ctx = withUrgency(ctx, unhurried)
	var app application
	err := d.retry(ctx, "asking Discord for the application", func() error {
		return d.rest.do(ctx, request{method: "GET", path: "applications/@me", into: &app})
	})
	if err == nil && ctx.Err() == nil {
		d.setAppID(app.ID)
		if d.links() {
			d.background.Go(func() { d.recovering(func() { d.keepLinks(ctx) }) })
		}
		if d.emoji != nil {
			d.background.Go(func() { d.recovering(func() { d.keepEmoji(ctx) }) })
		}
		err = d.syncCommands(ctx, service, app)
	}
	switch {
	case errors.Is(err, errToken):
		d.fail(err)
	case err != nil:
		d.log.Error("the slash commands were not registered", "err", err)
	}
}

// syncCommands compares the commands that Discord shows with those of the service, and replaces
// them if they differ. It also removes commands that were registered in another scope before.
func (d *Discord) syncCommands(ctx context.Context, service *service.Service, app application) error {
	commands := d.locale.slashCommands(service.Commands())
	if d.options.Guild == "" {
		setContexts(commands, app.userInstall())
	}
	want := commandScope(app.ID, d.options.Guild)
	known, err := service.Kept(ctx, Platform, registeredMemo, 0)
	if err != nil {
		return err
	}
	for _, key := range known {
		scope := strings.TrimPrefix(key, registeredMemo)
		if scope == want {
			continue
		}
		// Commands of another application cannot be removed.
		if strings.HasPrefix(scope, "applications/"+app.ID+"/") {
			shown, err := d.shownCommands(ctx, scope)
			if err != nil || ctx.Err() != nil {
				return err
			}
			if _, err := d.replaceCommands(ctx, scope, nil, entryPoints(shown)); err != nil {
				return err
			}
		}
		if err := service.Keep(ctx, Platform, key, nil); err != nil {
			return err
		}
	}
	if known, err := service.Recall(ctx, Platform, registeredMemo+want); err != nil {
		return err
	} else if known == nil { // stored first, so that the commands can be removed even after a crash
		if err := service.Keep(ctx, Platform, registeredMemo+want, []byte("{}")); err != nil {
			return err
		}
	}
	shown, err := d.shownCommands(ctx, want)
	if err != nil || ctx.Err() != nil {
		return err
	}
	entries := entryPoints(shown)
	if !sameCommands(commands, slices.DeleteFunc(slices.Clone(shown), isEntryPoint)) {
		shown, err = d.replaceCommands(ctx, want, commands, entries)
	}
	if err != nil || shown == nil {
		return err
	}
	return d.rememberCommands(ctx, service, want, shown)
}

// commandScope returns the path under which commands are registered, for one server or, if guild is
// "", for all servers.
func commandScope(app, guild string) string {
	if guild == "" {
		return "applications/" + app + "/commands"
	}
	return "applications/" + app + "/guilds/" + guild + "/commands"
}

// shownCommands returns the commands of a scope as Discord shows them.
func (d *Discord) shownCommands(ctx context.Context, scope string) (shown []map[string]any, err error) {
	err = d.retry(ctx, "asking Discord for the slash commands", func() error {
		shown = nil
		return ignoreRefusal(d.rest.do(ctx, request{method: "GET", path: scope + "?with_localizations=true", into: &shown}))
	})
	return shown, err
}

// entryPoint is the type of the command by which Discord starts the application's Activity. The
// operator creates it in the developer portal.
const entryPoint = 4

func isEntryPoint(shown map[string]any) bool { return shown["type"] == float64(entryPoint) }

// entryPoints returns the entry points among commands that Discord shows, in the form in which they
// are registered again: Discord refuses to replace the commands without them.
func entryPoints(shown []map[string]any) (all []map[string]any) {
	for _, c := range shown {
		if !isEntryPoint(c) {
			continue
		}
		again := map[string]any{}
		for _, field := range []string{"id", "type", "name", "name_localizations", "description", "description_localizations", "handler", "contexts", "integration_types"} {
			if value := c[field]; value != nil {
				again[field] = value
			}
		}
		all = append(all, again)
	}
	return all
}

// replaceCommands replaces all commands of a scope except its entry points, and returns the
// commands as Discord shows them. If Discord refuses them, it logs that and returns nil without an
// error, because the rest of the bot works without slash commands.
func (d *Discord) replaceCommands(ctx context.Context, scope string, commands []*discordgo.ApplicationCommand, entries []map[string]any) (shown []map[string]any, err error) {
	err = d.retry(ctx, "registering the slash commands", func() error {
		err := d.rest.do(ctx, request{method: "PUT", path: scope, body: registrations(commands, entries), into: &shown})
		if err != nil && ignoreRefusal(err) == nil {
			d.log.Error("Discord refuses the slash commands; if they are for a test server, is the bot in it?", "scope", scope, "err", err)
			return nil
		}
		return err
	})
	if err == nil && shown != nil {
		d.log.Info("slash commands registered", "scope", scope, "commands", len(shown))
	}
	return shown, err
}

// registration is a command as it is registered: permissions are then a number, although Discord
// shows them as a text.
type registration struct {
	*discordgo.ApplicationCommand
	Permissions *int64 `json:"default_member_permissions,omitempty"`
}

func registrations(commands []*discordgo.ApplicationCommand, entries []map[string]any) []any {
	all := []any{}
	for _, c := range commands {
		all = append(all, registration{c, c.DefaultMemberPermissions})
	}
	for _, c := range entries {
		all = append(all, c)
	}
	return all
}

// ignoreRefusal returns nil for errors that no retry fixes and that the bot can ignore. It returns
// other errors unchanged.
func ignoreRefusal(err error) error {
	switch status(err) {
	case http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound:
		return nil
	}
	return err
}

// rememberCommands stores the IDs of the commands that Discord shows, for
// [Discord.commandHint]. The next run needs them, too, as a message that is sent again after a
// crash must have the same text.
func (d *Discord) rememberCommands(ctx context.Context, service *service.Service, scope string, shown []map[string]any) error {
	ids := map[string]string{}
	for _, c := range shown {
		name, _ := c["name"].(string)
		id, _ := c["id"].(string)
		if numberOr(c["type"], 1) == float64(discordgo.ChatApplicationCommand) {
			ids[name] = id
		}
	}
	data, err := json.Marshal(ids)
	if err == nil {
		err = service.Keep(ctx, Platform, registeredMemo+scope, data)
	}
	d.setCommandIDs(ids)
	return err
}

// loadCommandIDs loads the IDs that an earlier run stored.
func (d *Discord) loadCommandIDs(ctx context.Context, service *service.Service) {
	known, err := service.Kept(ctx, Platform, registeredMemo, 0)
	for _, key := range known {
		if strings.HasSuffix(key, commandScope("", d.options.Guild)[len("applications/"):]) && (d.options.Guild != "" || !strings.Contains(key, "/guilds/")) {
			var data []byte
			var ids map[string]string
			if data, err = service.Recall(ctx, Platform, key); err == nil && json.Unmarshal(data, &ids) == nil {
				d.setCommandIDs(ids)
			}
		}
	}
	if err != nil {
		d.log.Warn("the IDs of the slash commands could not be read", "err", err)
	}
}

func (d *Discord) setCommandIDs(ids map[string]string) {
	if len(ids) > 0 && d.commandIDs.Swap(&ids) == nil {
		close(d.commandsKnown)
	}
}

// sameCommands reports whether Discord shows exactly these commands, ignoring fields that it adds.
func sameCommands(want []*discordgo.ApplicationCommand, shown []map[string]any) bool {
	data, err := json.Marshal(want)
	if err != nil {
		return false
	}
	var plain []map[string]any
	if json.Unmarshal(data, &plain) != nil || len(plain) != len(shown) {
		return false
	}
	for _, c := range plain {
		at := slices.IndexFunc(shown, func(s map[string]any) bool {
			return s["name"] == c["name"] && numberOr(s["type"], 1) == numberOr(c["type"], 1)
		})
		if at < 0 || !covers(shown[at], c) {
			return false
		}
	}
	return true
}

// numberOr returns a number in JSON, or otherwise if that is missing or zero.
func numberOr(value any, otherwise float64) float64 {
	if n, ok := value.(float64); ok && n != 0 {
		return n
	}
	return otherwise
}

// commandFields are the fields of commands and options that the bot sets.
var commandFields = []string{
	"name", "name_localizations", "description", "description_localizations", "options", "required", "choices", "value",
	"autocomplete", "min_value", "max_value", "contexts", "integration_types", "default_member_permissions",
}

// covers reports whether a JSON value from Discord has the same contents as another, apart from
// fields that Discord adds. A missing field equals its zero value.
func covers(shown, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		shown, _ := shown.(map[string]any)
		for field, value := range want {
			if !covers(shown[field], value) {
				return false
			}
		}
		for _, field := range commandFields {
			if _, said := want[field]; !said && !isZero(shown[field]) && field != "contexts" && field != "integration_types" {
				return false
			}
		}
		return true
	case []any:
		shown, _ := shown.([]any)
		if len(shown) != len(want) {
			return false
		}
		for i := range want {
			if !covers(shown[i], want[i]) {
				return false
			}
		}
		return true
	}
	return shown == want || isZero(shown) && isZero(want)
}

func isZero(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case float64:
		return v == 0
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

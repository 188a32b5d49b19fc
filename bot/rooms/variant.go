package rooms

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/variants"
	"raumbot/rules"
	"raumbot/rules/gamefile"
)

// localVariant shows, adds or removes a game of the place where the command is given.
func localVariant(c *action.Call) (bot.Reply, error) {
	switch c.Args.Word("what") {
	case "add":
		return addVariant(c)
	case "remove":
		return removeVariant(c)
	case "show":
		return showFile(c)
	}
	if c.Args.Variant != nil {
		return showFile(c)
	}
	return listLocal(c)
}

// listLocal lists the games of the place.
func listLocal(c *action.Call) (bot.Reply, error) {
	limits := c.Bot.Library.Limits
	switch {
	case c.Request.Widest() == (bot.RoomID{}):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Games are added to a room or a server. Say it there.")
	case len(c.Request.Games) == 0 && limits.Size == 0:
		return c.Answer(phrase.Of("This place has no games of its own, and the bot's operator does not let organisers add any. `variants` lists the games that there are.")), nil
	case len(c.Request.Games) == 0:
		return c.Answer(phrase.Of("This place has no games of its own. An organiser adds one by `variant add` with a file attached, as `help variant` tells.")), nil
	}
	lines := []phrase.Text{phrase.Of("The games of this place; `rules NAME` explains one, `variant show NAME` gives its file.")}
	for _, v := range c.Request.Games {
		lines = append(lines, phrase.Sprintf("`%s`: %s. %s.", v.Name, versionTitle(v), v.Blurb))
	}
	return c.Answer(phrase.Join(lines, "\n")), nil
}

// showFile answers with the file of a game and a picture of its array.
func showFile(c *action.Call) (bot.Reply, error) {
	v := c.Args.Variant
	if v == nil {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "Which game? Write `variant show` and its name; `variants` lists them all.")
	}
	text := string(gamefile.Write(&gamefile.Game{Variant: v}))
	if v.Version != "" {
		f, err := c.Tx.GameFile(v.ID())
		switch {
		case err == nil:
			text = f.Text
		case !errors.Is(err, bot.ErrNotFound):
			return bot.Reply{}, err
		}
	}
	reply := c.Answer(phrase.Of("The file of %s.", versionTitle(v)))
	reply.Answer[0].Picture = &bot.Picture{Variant: v.ID()}
	reply.Answer[0].File = &bot.File{Name: v.Name + ".toml", Text: phrase.Said(text)}
	return reply, nil
}

// mayChangeGames returns a problem if the asker may not add or remove games where they speak.
func mayChangeGames(c *action.Call) error {
	switch place := c.Request.Widest(); {
	case place == (bot.RoomID{}):
		return bot.Problemf(bot.NotNow, "Games are added to a room or a server. Say it there.")
	case !c.Request.Organises(place) && place == c.Request.Server():
		return bot.Problemf(bot.NotAllowed, "Only those who organise the whole server add and remove games, as they are known in all of its rooms. `variant` lists those of this place.")
	case !c.Request.Organises(place):
		return bot.Problemf(bot.NotAllowed, "Only an organiser of this room adds and removes games. `variant` lists those of this place.")
	}
	return nil
}

// readAttached reads the file that an organiser wants to add.
func readAttached(c *action.Call, ctx context.Context) (variants.Attached, error) {
	file := c.Request.File
	text, problem := file.Download(ctx, c.Bot.Library.Limits.Size, c.Bot.Log)
	if problem != nil {
		return variants.Attached{Problem: problem}, nil
	}
	return c.Bot.Library.Read(ctx, fileName(file.Name), text, bot.GameFile{Place: c.Request.Widest()}.Owner(), c.Request.Games)
}

// fileName returns the name of a file for the list of its mistakes.
func fileName(name string) string {
	name = bot.CleanName(name[strings.LastIndexAny(name, `/\`)+1:])
	if !strings.HasSuffix(strings.ToLower(name), ".toml") {
		return "game.toml"
	}
	return name
}

// addVariant adds the game in the attached file to the place, or a new version of a game of the
// place.
func addVariant(c *action.Call) (bot.Reply, error) {
	limits := c.Bot.Library.Limits
	if err := mayChangeGames(c); err != nil {
		return bot.Reply{}, err
	}
	switch {
	case limits.Size == 0:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "The bot's operator does not let organisers add games.")
	case c.Request.File == nil:
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "Attach the file of the game to `variant add`: a text file of at most %d kB, in the format that docs/variants.md explains. `variant show raumschach` gives one as an example.", limits.Size>>10)
	}
	file, err := action.Await(c, "file", func(ctx context.Context) (variants.Attached, error) { return readAttached(c, ctx) })
	switch {
	case err != nil:
		return bot.Reply{}, err
	case file.Problem != nil:
		return bot.Reply{}, file.Problem
	case len(file.Mistakes) > 0:
		return listMistakes(c, file.Mistakes), nil
	}
	g := file.Game
	files, err := c.Tx.GameFiles()
	if err != nil {
		return bot.Reply{}, err
	}
	before, err := roomForGame(c, files, g.Variant)
	if err != nil {
		return bot.Reply{}, err
	}
	id := g.Variant.ID()
	if before != nil && before.ID == id {
		return c.Answer(phrase.Of("%s is here already, in this very version.", g.Variant.Title)), nil
	}
	now := bot.GameFile{ID: id, Text: file.Text, Added: c.Uptime.Beat.UTC(), Place: c.Request.Widest()}
	if i := slices.IndexFunc(files, func(f bot.GameFile) bool { return f.ID == id }); i >= 0 {
		// An earlier version is added again.
		now.Used, now.RatedAs = files[i].Used, files[i].RatedAs
	} else if g.SameAs != "" {
		if now.RatedAs, err = continuesLocal(c, g, files); err != nil {
			return bot.Reply{}, err
		}
	}
	text := phrase.Of("%s has added a game to this place: `%s`, %s. %s.", c.Me.Said(), g.Variant.Name, g.Variant.Title, g.Variant.Blurb)
	if before != nil {
		text = phrase.Of("%s has replaced a game of this place by a new version: `%s`, %s. %s.", c.Me.Said(), g.Variant.Name, g.Variant.Title, g.Variant.Blurb) + " " +
			phrase.Of("What has begun goes on by the version before.")
		if err := retireVersion(c, *before); err != nil {
			return bot.Reply{}, err
		}
	}
	if g.Variant.Author != "" {
		text += " " + phrase.Of("By %s.", g.Variant.Author)
	}
	text += "\n" + phrase.Of("`rules %s` explains it, `challenge NAME %s` begins a game.", g.Variant.Name, g.Variant.Name)
	action.ReloadLocal(c)
	m := c.Message(bot.Public, text)
	m.Picture = &bot.Picture{Variant: id}
	return bot.Reply{Notices: []bot.Message{m}}, c.Tx.PutGameFile(now)
}

// roomForGame returns the file that a new game of the place would replace, nil if there is none, or
// a problem if the place or the bot has too many games.
func roomForGame(c *action.Call, files []bot.GameFile, v *rules.Variant) (before *bot.GameFile, err error) {
	here, all, versions := 0, 0, 0
	for i, f := range files {
		switch {
		case f.Place == (bot.RoomID{}):
			continue
		case !f.Removed:
			all++
		}
		if f.Place != c.Request.Widest() {
			continue
		}
		versions++
		if f.Removed {
			continue
		}
		if here++; bot.VariantName(f.ID) == v.Name {
			before = &files[i]
		}
	}
	most := c.Bot.Library.Limits.Count
	switch {
	case before == nil && here >= most:
		return nil, bot.Problemf(bot.NotNow, "This place has %d games of its own, and that is the most. `variant remove NAME` makes room.", here)
	case before == nil && all >= variants.MaxLocal:
		return nil, bot.Problemf(bot.NotNow, "The bot has no room for more games. Ask its operator.")
	case versions >= most*variants.VersionsKept:
		return nil, bot.Problemf(bot.NotNow, "This place has had %d versions of games that are still kept, because something has been played by them, and that is the most.", versions)
	}
	return before, nil
}

// continuesLocal returns the ID of the ratings that a new version continues. Its file names an
// earlier version of this place.
func continuesLocal(c *action.Call, g *gamefile.Game, files []bot.GameFile) (string, error) {
	version := strings.ToLower(g.SameAs)
	version = version[strings.LastIndexByte(version, '@')+1:]
	id := g.Variant.Name + "@" + version
	i := slices.IndexFunc(files, func(f bot.GameFile) bool { return f.ID == id && f.Place == c.Request.Widest() })
	if i < 0 {
		return "", bot.Problemf(bot.Misunderstood, "The file says that it continues the ratings of version %s, and this place has no such version of %s.", bot.CleanName(version), g.Variant.Name)
	}
	before, err := c.Bot.Library.Version(files[i])
	if err != nil {
		return "", err
	}
	if err := gamefile.Alike(g.Variant, before); err != nil {
		return "", bot.Problemf(bot.Misunderstood, "The file says that it continues the ratings of version %s, but it is another game: %s.", version, bot.CleanText(err.Error()))
	}
	return before.RatingID(), nil
}

// retireVersion marks a version as removed, so that no game can be started with it. It deletes a
// version that was never used.
func retireVersion(c *action.Call, f bot.GameFile) error {
	if !f.Used {
		action.ReloadLocal(c, f.ID)
		return c.Tx.DeleteGameFile(f.ID)
	}
	f.Removed = true
	action.ReloadLocal(c)
	return c.Tx.PutGameFile(f)
}

// mistakesShown is the number of mistakes shown in the message. The attached file has all of them.
const mistakesShown = 5

// listMistakes returns the reply that lists the mistakes of a file.
func listMistakes(c *action.Call, all gamefile.Mistakes) bot.Reply {
	lines := []phrase.Text{phrase.Count(len(all), "The file has %d mistake, so nothing was added:", "The file has %d mistakes, so nothing was added:")}
	for _, m := range all[:min(len(all), mistakesShown)] {
		lines = append(lines, "`"+phrase.Said(variants.Quote(m))+"`")
	}
	reply := c.Answer(phrase.Join(lines, "\n"))
	if more := len(all) - mistakesShown; more > 0 {
		reply.Answer[0].Text += "\n" + phrase.Of("… and %d more, in the file.", more)
		var text strings.Builder
		for _, m := range all {
			text.WriteString(bot.CleanText(m.String()) + "\n")
		}
		reply.Answer[0].File = &bot.File{Name: "mistakes.txt", Text: phrase.Said(text.String())}
	}
	reply.Outcome = bot.Refused
	return reply
}

// removeVariant removes a game from the place, after the asker has confirmed it.
func removeVariant(c *action.Call) (bot.Reply, error) {
	if err := mayChangeGames(c); err != nil {
		return bot.Reply{}, err
	}
	v := c.Args.Variant
	if v == nil {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "Which game? Write `variant remove` and its name; `variant` lists those of this place.")
	}
	files, err := c.Tx.GameFiles()
	if err != nil {
		return bot.Reply{}, err
	}
	// Look it up by name, because the operator may have added a game of the same name since.
	i := slices.IndexFunc(files, func(f bot.GameFile) bool {
		return f.Place == c.Request.Widest() && !f.Removed && bot.VariantName(f.ID) == v.Name
	})
	if i < 0 {
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "%s is no game of this place, so it cannot be removed from it. `variant` lists those of this place.", v.Title)
	}
	if own, err := rules.Find(files[i].ID); err == nil {
		v = own
	}
	if c.Args.Word("sure") != "confirm" {
		sure := bot.Button{Label: phrase.Of("Remove it"), Command: action.CommandText("variant", "remove", v.Name, "confirm")}
		return action.ConfirmByYes(c.Answer(phrase.Of("This removes %s from this place: nothing more can be begun by it. Games that have begun go on, and so do tournaments. `%s` does it.",
			cmp.Or(v.Title, v.Name), sure.Command), sure)), nil
	}
	text := phrase.Of("%s has removed %s from the games of this place. Games that have begun go on.", c.Me.Said(), v.Title)
	return bot.Reply{Notices: []bot.Message{c.Message(bot.Public, text)}}, retireVersion(c, files[i])
}

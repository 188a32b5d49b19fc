package service

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
	"raumbot/rules/gamefile"
)

// localVariant shows, adds or removes a game of the place where it is said.
func localVariant(c *call) (bot.Reply, error) {
	switch c.args.Word("what") {
	case "add":
		return addVariant(c)
	case "remove":
		return removeVariant(c)
	case "show":
		return showFile(c)
	}
	if c.args.Variant != nil {
		return showFile(c)
	}
	return listLocal(c)
}

// listLocal lists the games of the place.
func listLocal(c *call) (bot.Reply, error) {
	limits := c.service.local.limits
	switch {
	case c.request.Widest() == (bot.RoomID{}):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Games are added to a room or a server. Say it there.")
	case len(c.request.Games) == 0 && limits.Size == 0:
		return c.answer(phrase.Of("This place has no games of its own, and the bot's operator does not let organisers add any. `variants` lists the games that there are.")), nil
	case len(c.request.Games) == 0:
		return c.answer(phrase.Of("This place has no games of its own. An organiser adds one by `variant add` with a file attached, as `help variant` tells.")), nil
	}
	lines := []string{phrase.Of("The games of this place; `rules NAME` explains one, `variant show NAME` gives its file.")}
	for _, v := range c.request.Games {
		lines = append(lines, fmt.Sprintf("`%s`: %s. %s.", v.Name, versionTitle(v), v.Blurb))
	}
	return c.answer(strings.Join(lines, "\n")), nil
}

// showFile answers with the file of a game, and its array.
func showFile(c *call) (bot.Reply, error) {
	v := c.args.Variant
	if v == nil {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "Which game? Write `variant show` and its name; `variants` lists them all.")
	}
	text := string(gamefile.Write(&gamefile.Game{Variant: v}))
	if v.Version != "" {
		f, err := c.tx.GameFile(v.ID())
		switch {
		case err == nil:
			text = f.Text
		case !errors.Is(err, bot.ErrNotFound):
			return bot.Reply{}, err
		}
	}
	reply := c.answer(phrase.Of("The file of %s.", versionTitle(v)))
	reply.Answer[0].Picture = &bot.Picture{Variant: v.ID()}
	reply.Answer[0].File = &bot.File{Name: v.Name + ".toml", Text: text}
	return reply, nil
}

// mayChangeGames returns a problem if the asker may not add or remove games where they speak.
func (c *call) mayChangeGames() error {
	switch place := c.request.Widest(); {
	case place == (bot.RoomID{}):
		return bot.Problemf(bot.NotNow, "Games are added to a room or a server. Say it there.")
	case !c.request.Organises(place) && place == c.request.Server():
		return bot.Problemf(bot.NotAllowed, "Only those who organise the whole server add and remove games, as they are known in all of its rooms. `variant` lists those of this place.")
	case !c.request.Organises(place):
		return bot.Problemf(bot.NotAllowed, "Only an organiser of this room adds and removes games. `variant` lists those of this place.")
	}
	return nil
}

// prepareVariant reads the file that an organiser wants to add.
func prepareVariant(ctx context.Context, c *call) error {
	limits, file := c.service.local.limits, c.request.File
	if c.args.Word("what") != "add" || limits.Size == 0 || file == nil || c.mayChangeGames() != nil {
		return nil
	}
	text, problem := c.service.download(ctx, file, limits.Size)
	if problem != nil {
		c.attached.problem = problem
		return nil
	}
	var err error
	c.attached, err = c.service.readGame(ctx, fileName(file.Name), text, bot.GameFile{Place: c.request.Widest()}.Owner(), c.request.Games)
	return err
}

// fileName returns how a file is called in the list of its mistakes.
func fileName(name string) string {
	name = bot.CleanName(name[strings.LastIndexAny(name, `/\`)+1:])
	if !strings.HasSuffix(strings.ToLower(name), ".toml") {
		return "game.toml"
	}
	return name
}

// addVariant adds the game in the attached file to the place, or replaces the one of that name by a new version.
func addVariant(c *call) (bot.Reply, error) {
	limits := c.service.local.limits
	if err := c.mayChangeGames(); err != nil {
		return bot.Reply{}, err
	}
	switch {
	case limits.Size == 0:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "The bot's operator does not let organisers add games.")
	case c.request.File == nil:
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "Attach the file of the game to `variant add`: a text file of at most %d kB, in the format that docs/variants.md explains. `variant show raumschach` gives one as an example.", limits.Size>>10)
	case c.attached.problem != nil:
		return bot.Reply{}, c.attached.problem
	case len(c.attached.mistakes) > 0:
		return c.mistaken(c.attached.mistakes), nil
	}
	g := c.attached.game
	files, err := c.tx.GameFiles()
	if err != nil {
		return bot.Reply{}, err
	}
	before, err := c.roomForGame(files, g.Variant)
	if err != nil {
		return bot.Reply{}, err
	}
	id := g.Variant.ID()
	if before != nil && before.ID == id {
		return c.answer(phrase.Of("%s is here already, in this very version.", g.Variant.Title)), nil
	}
	now := bot.GameFile{ID: id, Text: c.attached.text, Added: c.uptime.Beat.UTC(), Place: c.request.Widest()}
	if i := slices.IndexFunc(files, func(f bot.GameFile) bool { return f.ID == id }); i >= 0 { // an earlier version comes back
		now.Used, now.RatedAs = files[i].Used, files[i].RatedAs
	} else if g.SameAs != "" {
		if now.RatedAs, err = c.continuesLocal(g, files); err != nil {
			return bot.Reply{}, err
		}
	}
	text := phrase.Of("%s has added a game to this place: `%s`, %s. %s.", c.me.Said(), g.Variant.Name, g.Variant.Title, g.Variant.Blurb)
	if before != nil {
		text = phrase.Of("%s has replaced a game of this place by a new version: `%s`, %s. %s.", c.me.Said(), g.Variant.Name, g.Variant.Title, g.Variant.Blurb) + " " +
			phrase.Of("What has begun goes on by the version before.")
		if err := c.retire(*before); err != nil {
			return bot.Reply{}, err
		}
	}
	if g.Variant.Author != "" {
		text += " " + phrase.Of("By %s.", g.Variant.Author)
	}
	text += "\n" + phrase.Of("`rules %s` explains it, `challenge NAME %s` begins a game.", g.Variant.Name, g.Variant.Name)
	c.relocal = true
	m := c.message(bot.Public, text)
	m.Picture = &bot.Picture{Variant: id}
	return bot.Reply{Notices: []bot.Message{m}}, c.tx.PutGameFile(now)
}

// roomForGame returns the file that a game of the place would replace, nil for none, or a problem if there is no room for it.
func (c *call) roomForGame(files []bot.GameFile, v *rules.Variant) (before *bot.GameFile, err error) {
	here, all, versions := 0, 0, 0
	for i, f := range files {
		switch {
		case f.Place == (bot.RoomID{}):
			continue
		case !f.Removed:
			all++
		}
		if f.Place != c.request.Widest() {
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
	most := c.service.local.limits.Count
	switch {
	case before == nil && here >= most:
		return nil, bot.Problemf(bot.NotNow, "This place has %d games of its own, and that is the most. `variant remove NAME` makes room.", here)
	case before == nil && all >= mostLocal:
		return nil, bot.Problemf(bot.NotNow, "The bot has no room for more games. Ask its operator.")
	case versions >= most*versionsKept:
		return nil, bot.Problemf(bot.NotNow, "This place has had %d versions of games that are still kept, because something has been played by them, and that is the most.", versions)
	}
	return before, nil
}

// continuesLocal returns the ID of the ratings that a new version continues, as its file says: those of an earlier version of this
// place.
func (c *call) continuesLocal(g *gamefile.Game, files []bot.GameFile) (string, error) {
	version := strings.ToLower(g.SameAs)
	version = version[strings.LastIndexByte(version, '@')+1:]
	id := g.Variant.Name + "@" + version
	i := slices.IndexFunc(files, func(f bot.GameFile) bool { return f.ID == id && f.Place == c.request.Widest() })
	if i < 0 {
		return "", bot.Problemf(bot.Misunderstood, "The file says that it continues the ratings of version %s, and this place has no such version of %s.", bot.CleanName(version), g.Variant.Name)
	}
	before, err := c.service.readLocal(files[i])
	if err != nil {
		return "", err
	}
	if err := gamefile.Alike(g.Variant, before); err != nil {
		return "", bot.Problemf(bot.Misunderstood, "The file says that it continues the ratings of version %s, but it is another game: %s.", version, bot.CleanText(err.Error()))
	}
	return before.RatingID(), nil
}

// retire makes a version one that nothing more is begun by; one that nothing has been begun by is deleted.
func (c *call) retire(f bot.GameFile) error {
	c.relocal = true
	if !f.Used {
		c.dropped = append(c.dropped, f.ID)
		return c.tx.DeleteGameFile(f.ID)
	}
	f.Removed = true
	return c.tx.PutGameFile(f)
}

// mistakesShown is how many mistakes are told in the message; the file has all of them.
const mistakesShown = 5

// mistaken tells the mistakes of a file.
func (c *call) mistaken(all gamefile.Mistakes) bot.Reply {
	lines := []string{phrase.Count(len(all), "The file has %d mistake, so nothing was added:", "The file has %d mistakes, so nothing was added:")}
	for _, m := range all[:min(len(all), mistakesShown)] {
		lines = append(lines, "`"+firstRunes(bot.CleanText(m.String()), mostQuotedMistake)+"`")
	}
	reply := c.answer(strings.Join(lines, "\n"))
	if more := len(all) - mistakesShown; more > 0 {
		reply.Answer[0].Text += "\n" + phrase.Of("… and %d more, in the file.", more)
		var text strings.Builder
		for _, m := range all {
			text.WriteString(bot.CleanText(m.String()) + "\n")
		}
		reply.Answer[0].File = &bot.File{Name: "mistakes.txt", Text: text.String()}
	}
	reply.Outcome = bot.Refused
	return reply
}

// mostQuotedMistake is how many characters of a mistake are shown in the message.
const mostQuotedMistake = 300

// removeVariant removes a game from the place, after the asker has confirmed it.
func removeVariant(c *call) (bot.Reply, error) {
	if err := c.mayChangeGames(); err != nil {
		return bot.Reply{}, err
	}
	v := c.args.Variant
	if v == nil {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "Which game? Write `variant remove` and its name; `variant` lists those of this place.")
	}
	files, err := c.tx.GameFiles()
	if err != nil {
		return bot.Reply{}, err
	}
	// By its name, as the operator may have added a game of the same name since.
	i := slices.IndexFunc(files, func(f bot.GameFile) bool {
		return f.Place == c.request.Widest() && !f.Removed && bot.VariantName(f.ID) == v.Name
	})
	if i < 0 {
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "%s is no game of this place, so it cannot be removed from it. `variant` lists those of this place.", v.Title)
	}
	if own, err := rules.Find(files[i].ID); err == nil {
		v = own
	}
	if c.args.Word("sure") != "confirm" {
		sure := bot.Button{Label: phrase.Of("Remove it"), Command: commandText("variant", "remove", v.Name, "confirm")}
		return asking(c.answer(phrase.Of("This removes %s from this place: nothing more can be begun by it. Games that have begun go on, and so do tournaments. `%s` does it.",
			cmp.Or(v.Title, v.Name), sure.Command), sure)), nil
	}
	text := phrase.Of("%s has removed %s from the games of this place. Games that have begun go on.", c.me.Said(), v.Title)
	return bot.Reply{Notices: []bot.Message{c.message(bot.Public, text)}}, c.retire(files[i])
}

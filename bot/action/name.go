package action

import (
	"errors"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// Person returns the player whom a word names. It creates the player if the platform says who that
// is.
func (c *Call) Person(word string) (bot.Player, error) {
	if user, ok := c.Request.Mentions[word]; ok {
		user.Name = bot.CleanName(user.Name)
		return c.Remember(user)
	}
	p, err := c.Known(word)
	name := strings.TrimPrefix(word, "@")
	if unknown := (*bot.Problem)(nil); errors.As(err, &unknown) && unknown.Kind == bot.Unknown && c.Request.OpenNames && bot.ProperName(name) {
		user := bot.User{UserID: bot.UserID{Platform: c.Request.From.Platform, ID: bot.FoldName(name)}, Name: name}
		return c.Remember(user)
	}
	return p, err
}

// Known returns the player whom a word names. It never creates one.
func (c *Call) Known(word string) (bot.Player, error) {
	if user, ok := c.Request.Mentions[word]; ok {
		p, err := c.Tx.PlayerOf(user.UserID)
		if errors.Is(err, bot.ErrNotFound) {
			return bot.Player{Name: bot.CleanName(user.Name)}, nil
		}
		return p, err
	}
	name := strings.TrimPrefix(word, "@")
	switch {
	case command.Myself(word):
		return c.Me, nil
	case command.Pronoun(word):
		return bot.Player{}, c.askWhom(word)
	}
	for _, find := range []func(*Call, string) (bot.Player, bool, error){identified, (*Call).named, computerNamed} {
		if p, found, err := find(c, name); found || err != nil {
			return p, err
		}
	}
	return bot.Player{}, unknownPlayer(c, name)
}

// askWhom asks whom a pronoun such as "him" means, with a button for each opponent of the asker if
// there are few. A user whose name is a pronoun can be named with "@": "@him".
func (c *Call) askWhom(word string) error {
	games, err := c.GamesOf(false)
	if err != nil {
		return err
	}
	which := bot.Problemf(bot.Ambiguous, "Who is %s? Say the name, for example `%s`.", bot.QuoteWord(word), c.Command.Name+" bob")
	var buttons []bot.Button
	for _, g := range games {
		side, ok := g.Side(c.Me.ID)
		if !ok || g.Study() || g.Seats[side.Other()].User.Platform == bot.Computer {
			continue
		}
		c.Closed = c.Closed || !c.OpenHere(g)
		said := c.Command.Name + " " + g.Seats[side.Other()].User.Word()
		if button := (bot.Button{Label: phrase.Said(said), Command: said}); len(said) <= bot.MaxButton && !slices.Contains(buttons, button) {
			buttons = append(buttons, button)
		}
	}
	if len(buttons) <= mostMeant {
		which.Buttons = buttons
	}
	return which
}

// mostMeant is the maximum number of opponents for which askWhom adds buttons.
const mostMeant = 3

// identified returns the player with a user ID. Suggestions put the ID in place of a name.
func identified(c *Call, word string) (p bot.Player, found bool, err error) {
	id, ok := bot.ParseUserID(word)
	if !ok {
		return p, false, nil
	}
	p, err = c.Tx.PlayerOf(id)
	if errors.Is(err, bot.ErrNotFound) || err == nil && (p.Forgotten || p.IsTeam()) {
		return bot.Player{}, false, nil
	}
	return p, err == nil, err
}

// named returns the only player with a name, if there is one. It returns a problem if there are
// several.
func (c *Call) named(name string) (p bot.Player, found bool, err error) {
	players, err := c.here(name)
	switch {
	case err != nil || len(players) == 0:
		return bot.Player{}, false, err
	case len(players) > 1:
		return bot.Player{}, false, severalNamed(name, players)
	}
	return players[0], true, nil
}

// here returns the people with a name, without teams. If some use the name on the asker's platform,
// it returns only those. Else, if some have an account on that platform, it returns only those.
func (c *Call) here(name string) ([]bot.Player, error) {
	players, err := c.Tx.PlayersNamed(name)
	if err != nil {
		return nil, err
	}
	players = slices.DeleteFunc(players, bot.Player.IsTeam)
	for _, nearer := range []func(bot.User) bool{
		func(u bot.User) bool {
			return u.Platform == c.Request.From.Platform && bot.FoldName(u.Name) == bot.FoldName(name)
		},
		func(u bot.User) bool { return u.Platform == c.Request.From.Platform },
	} {
		if here := slices.DeleteFunc(slices.Clone(players), func(p bot.Player) bool { return !slices.ContainsFunc(p.Users, nearer) }); len(here) > 0 {
			return here, nil
		}
	}
	return players, nil
}

// severalNamed returns a problem that lists the players with a name. For each it shows a unique
// word that names the player in commands.
func severalNamed(name string, players []bot.Player) error {
	p := bot.Problemf(bot.Ambiguous, "Several people are called %s: mention the one you mean, or say what stands behind them instead of the name.", bot.QuoteWord(name))
	for _, other := range players[:min(len(players), tournament.Listed)] {
		for _, u := range other.Users {
			if bot.FoldName(u.Name) == bot.FoldName(name) {
				p.Text += "\n" + phrase.Of("%s on %s: `%s`", u.Known(), u.Platform, u.UserID)
			}
		}
	}
	return p
}

// nameShared reports whether a user's name is the same as another player's, looks like it, or looks
// like a name that the bot uses. It marks those other players' names to be shown with their
// handles, too.
func nameShared(c *Call, p bot.Player, u bot.User) (bool, error) {
	if u.Handle == "" {
		return false, nil // names are unique on platforms without handles
	}
	namesakes, err := Namesakes(c, u.Name)
	if err != nil {
		return false, err
	}
	shared := bot.PosesAs(u.Name)
	for _, other := range namesakes {
		if other.ID == p.ID {
			continue
		}
		shared = true
		var flagged []bot.User
		for i, theirs := range other.Users {
			if alike(theirs.Name, u.Name) && !theirs.Shared && theirs.Handle != "" {
				other.Users[i].Shared = true
				flagged = append(flagged, other.Users[i])
			}
		}
		if flagged == nil {
			continue
		}
		err := c.Tx.PutPlayer(other)
		for _, theirs := range flagged {
			err = errors.Join(err, ShowHandle(c, other.ID, theirs))
		}
		if err != nil {
			return false, err
		}
	}
	return shared, nil
}

// Namesakes returns the players who have a name or one that looks like it.
func Namesakes(c *Call, name string) ([]bot.Player, error) {
	named, err := c.Tx.PlayersNamed(name)
	if err != nil {
		return nil, err
	}
	all, err := c.Tx.PlayersAlike(name)
	for _, p := range named {
		if !slices.ContainsFunc(all, func(other bot.Player) bool { return other.ID == p.ID }) {
			all = append(all, p)
		}
	}
	return all, err
}

// alike reports whether readers may mistake one name for the other.
func alike(a, b string) bool {
	return bot.FoldName(a) == bot.FoldName(b) || bot.Lookalike(a) == bot.Lookalike(b)
}

// ShowHandle marks a user's name in all games, challenges and tournaments, so that it is shown with
// the handle.
func ShowHandle(c *Call, p bot.PlayerID, u bot.User) error {
	unmarked := func(kept bot.User) bool { return kept.UserID == u.UserID && !kept.Shared && alike(kept.Name, u.Name) }
	mark := func(kept *bot.User) { kept.Shared, kept.Handle = true, u.Handle }
	err := EachGame(c, p, func(g bot.Game) error {
		marked := false
		for i := range g.Seats {
			if user := &g.Seats[i].User; unmarked(*user) {
				mark(user)
				marked = true
			}
		}
		if !marked {
			return nil
		}
		return c.Tx.PutGame(g)
	})
	if err != nil {
		return err
	}
	challenges, err := c.Tx.ChallengesOf(p)
	for _, ch := range challenges {
		for _, seat := range []*bot.Seat{&ch.From, &ch.To} {
			if unmarked(seat.User) {
				mark(&seat.User)
				err = errors.Join(err, c.Tx.PutChallenge(ch))
			}
		}
	}
	if err != nil {
		return err
	}
	inTable := func(t *tournament.Tournament) error {
		marked := false
		for _, list := range [][]bot.Entrant{t.Entrants, t.Waiting} {
			for i := range list {
				if unmarked(list[i].User) {
					mark(&list[i].User)
					marked = true
				}
			}
		}
		if !marked {
			return nil
		}
		return c.Tx.PutTournament(t.Tournament)
	}
	return errors.Join(EachTournamentOf(c, p, false, inTable), EachTournamentOf(c, p, true, inTable))
}

// unknownPlayer returns the problem that no player has a name. It suggests the nearest name among
// those that the asker may see.
func unknownPlayer(c *Call, name string) error {
	near, err := bot.Acquaintances(c.Tx, c.Me.ID, c.Request.Places(), c.GamesOf)
	if err != nil {
		return err
	}
	folded := bot.FoldName(name)
	var names []string
	for id := range near {
		p, err := c.Tx.Player(id)
		if err != nil && !errors.Is(err, bot.ErrNotFound) { // an open challenge has no addressee
			return err
		}
		for _, u := range p.Users {
			if id != c.Me.ID && !p.Forgotten && !p.IsTeam() {
				names = append(names, bot.FoldName(u.Name))
			}
		}
	}
	slices.Sort(names)
	hint := phrase.Of("Name somebody who has spoken to the bot, or mention them.")
	if near := command.Nearest(folded, names); near != "" {
		hint = phrase.Of("Did you mean %s?", near)
	}
	return bot.Problemf(bot.Unknown, "Nobody is known here as %s. %s", bot.QuoteWord(name), hint)
}

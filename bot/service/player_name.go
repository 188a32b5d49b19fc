package service

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// person returns the player whom a word names, and creates one if the platform says who it is.
func (c *call) person(word string) (bot.Player, error) {
	if user, ok := c.request.Mentions[word]; ok {
		user.Name = bot.CleanName(user.Name)
		return c.remember(user)
	}
	name := strings.TrimPrefix(word, "@")
	if command.Pronoun(word) {
		return bot.Player{}, c.whoIs(word)
	}
	if p, found, err := c.identified(word); found || err != nil {
		return p, err
	}
	if p, found, err := c.named(name); found || err != nil {
		return p, err
	}
	if p, found, err := c.computerNamed(name); found || err != nil {
		return p, err
	}
	if c.request.OpenNames && bot.ProperName(name) {
		user := bot.User{UserID: bot.UserID{Platform: c.request.From.Platform, ID: bot.FoldName(name)}, Name: name}
		return c.remember(user)
	}
	return bot.Player{}, c.nobody(name)
}

// present returns a player, or the one they have been merged into.
func present(tx bot.Tx, id bot.PlayerID) (bot.Player, error) {
	p, err := tx.Player(id)
	for range maxJoined {
		if err != nil || p.Joined == 0 {
			return p, err
		}
		p, err = tx.Player(p.Joined)
	}
	return p, fmt.Errorf("player %d has become others without end", id)
}

// maxJoined bounds how many accounts can be merged, one into the next.
const maxJoined = 50

// known returns the player whom a word names, and never creates one.
func (c *call) known(word string) (bot.Player, error) {
	if user, ok := c.request.Mentions[word]; ok {
		p, err := c.tx.PlayerOf(user.UserID)
		if errors.Is(err, bot.ErrNotFound) {
			return bot.Player{Name: bot.CleanName(user.Name)}, nil
		}
		return p, err
	}
	name := strings.TrimPrefix(word, "@")
	if command.Pronoun(word) {
		return bot.Player{}, c.whoIs(word)
	}
	if p, found, err := c.identified(word); found || err != nil {
		return p, err
	}
	if p, found, err := c.named(name); found || err != nil {
		return p, err
	}
	if p, found, err := c.computerNamed(name); found || err != nil {
		return p, err
	}
	return bot.Player{}, c.nobody(name)
}

// whoIs asks whom a word such as "him" means, with a button for each opponent of the asker if these are few. Who is really called so is meant by
// "@him".
func (c *call) whoIs(word string) error {
	games, err := c.gamesOf(false)
	if err != nil {
		return err
	}
	which := bot.Problemf(bot.Ambiguous, "Who is %s? Say the name, for example `%s`.", bot.QuoteWord(word), c.command.Name+" bob")
	var buttons []bot.Button
	for _, g := range games {
		side, ok := g.Side(c.me.ID)
		if !ok || g.Study() || g.Seats[side.Other()].User.Platform == bot.Computer {
			continue
		}
		c.closed = c.closed || !c.openHere(g)
		said := c.command.Name + " " + g.Seats[side.Other()].User.Word()
		if button := (bot.Button{Label: said, Command: said}); len(said) <= bot.MaxButton && !slices.Contains(buttons, button) {
			buttons = append(buttons, button)
		}
	}
	if len(buttons) <= mostMeant {
		which.Buttons = buttons
	}
	return which
}

// mostMeant is for how many opponents a question who is meant has buttons.
const mostMeant = 3

// identified returns the player with a user ID, which is what suggestions put in place of a name.
func (c *call) identified(word string) (p bot.Player, found bool, err error) {
	id, ok := bot.ParseUserID(word)
	if !ok {
		return p, false, nil
	}
	p, err = c.tx.PlayerOf(id)
	if errors.Is(err, bot.ErrNotFound) || err == nil && p.Forgotten {
		return bot.Player{}, false, nil
	}
	return p, err == nil, err
}

// named returns the only player with a name, if there is one; several are a problem.
func (c *call) named(name string) (p bot.Player, found bool, err error) {
	players, err := c.here(name)
	switch {
	case err != nil || len(players) == 0:
		return bot.Player{}, false, err
	case len(players) > 1:
		return bot.Player{}, false, severalNamed(name, players)
	}
	return players[0], true, nil
}

// here returns the players with a name: those who use it on the asker's platform, else those who are on that platform
// under another name, else all.
func (c *call) here(name string) ([]bot.Player, error) {
	players, err := c.tx.PlayersNamed(name)
	if err != nil {
		return nil, err
	}
	for _, nearer := range []func(bot.User) bool{
		func(u bot.User) bool {
			return u.Platform == c.request.From.Platform && bot.FoldName(u.Name) == bot.FoldName(name)
		},
		func(u bot.User) bool { return u.Platform == c.request.From.Platform },
	} {
		if here := slices.DeleteFunc(slices.Clone(players), func(p bot.Player) bool { return !slices.ContainsFunc(p.Users, nearer) }); len(here) > 0 {
			return here, nil
		}
	}
	return players, nil
}

// severalNamed returns a problem that lists the players with a name, each with a unique word by which commands can
// name them.
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

// shares reports whether other players have the name of a player's user, or one that looks like it, or whether it
// looks like a name that the bot uses. The names of those others are then shown with their handles, too.
func (c *call) shares(p bot.Player, u bot.User) (bool, error) {
	if u.Handle == "" {
		return false, nil // names are unique there
	}
	namesakes, err := c.namesakes(u.Name)
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
		err := c.tx.PutPlayer(other)
		for _, theirs := range flagged {
			err = errors.Join(err, c.showHandle(other.ID, theirs))
		}
		if err != nil {
			return false, err
		}
	}
	return shared, nil
}

// namesakes returns the players with a name, or with one that looks like it.
func (c *call) namesakes(name string) ([]bot.Player, error) {
	named, err := c.tx.PlayersNamed(name)
	if err != nil {
		return nil, err
	}
	all, err := c.tx.PlayersAlike(name)
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

// showHandle marks the name of a user to be shown with the handle wherever it is stored: in games, challenges and
// tournaments.
func (c *call) showHandle(p bot.PlayerID, u bot.User) error {
	unmarked := func(kept bot.User) bool { return kept.UserID == u.UserID && !kept.Shared && alike(kept.Name, u.Name) }
	mark := func(kept *bot.User) { kept.Shared, kept.Handle = true, u.Handle }
	err := c.eachGame(p, func(g bot.Game) error {
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
		return c.tx.PutGame(g)
	})
	if err != nil {
		return err
	}
	challenges, err := c.tx.ChallengesOf(p)
	for _, ch := range challenges {
		for _, seat := range []*bot.Seat{&ch.From, &ch.To} {
			if unmarked(seat.User) {
				mark(&seat.User)
				err = errors.Join(err, c.tx.PutChallenge(ch))
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
		return c.tx.PutTournament(t.Tournament)
	}
	return errors.Join(c.eachTournamentOf(p, false, inTable), c.eachTournamentOf(p, true, inTable))
}

// nobody returns the problem that no player has a name, with the nearest of the names that the asker may be shown.
func (c *call) nobody(name string) error {
	near, err := c.acquaintances()
	if err != nil {
		return err
	}
	folded := bot.FoldName(name)
	var names []string
	for id := range near {
		p, err := c.tx.Player(id)
		if err != nil && !errors.Is(err, bot.ErrNotFound) { // of an open challenge
			return err
		}
		for _, u := range p.Users {
			if id != c.me.ID && !p.Forgotten {
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

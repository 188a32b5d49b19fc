package action

import (
	"context"
	"slices"

	"raumbot/bot"
	"raumbot/rules"
)

// ReloadLocal reads the local games again after the transaction and drops some versions, which must
// not be in use.
func ReloadLocal(c *Call, dropped ...string) {
	c.Afterwards(func(ctx context.Context) { c.Bot.Library.Reload(ctx, dropped) })
}

// CheckKnown returns a problem if a game belongs to another place than that of the request, because
// no play with it can begin here.
func (c *Call) CheckKnown(v *rules.Variant) error {
	if v == nil || !v.Local || slices.Contains(c.Request.Games, v) {
		return nil
	}
	return bot.Problemf(bot.NotAllowed, "%s is a game of another place, or has been removed from it: nothing can be begun by it here. `variants` lists the games that there are.", v.Title)
}

// VariantWord returns a game's name in commands. It includes the version if the game is not known
// in the place of the request.
func VariantWord(c *Call, v *rules.Variant) string {
	if v.Local && !slices.Contains(c.Request.Games, v) {
		return v.ID()
	}
	return v.Name
}

// Variants returns the games that are known in the place of the request.
func (c *Call) Variants() []*rules.Variant { return slices.Concat(rules.Variants(), c.Request.Games) }

// KnownElsewhere reports whether a variant is known only in another place.
func KnownElsewhere(c *Call, variant string) bool {
	v, err := rules.Find(variant)
	return err == nil && c.CheckKnown(v) != nil
}

// find returns the game with a name, if it is known in the place of the request.
func find(c *Call, name string) (*rules.Variant, error) {
	for _, v := range c.Request.Games {
		if v.Name == name {
			return v, nil
		}
	}
	return rules.Find(name)
}

// CheckCurrent returns a problem if a variant is a local one that its place has removed or replaced
// by another version.
func CheckCurrent(c *Call, variant string) error {
	v, err := rules.Find(variant)
	if err != nil || !v.Local {
		return err
	}
	f, err := c.Tx.GameFile(v.ID())
	if err == nil && (f.Removed || f.Place == (bot.RoomID{})) {
		err = bot.Problemf(bot.NotNow, "%s, as it was in that game, is no more among the games of its place. `variant` lists those of a place.", v.Title)
	}
	return err
}

// MarkUsed records that something is played by a variant, so that its text is kept.
func MarkUsed(c *Call, variant string) error {
	v, err := rules.Find(variant)
	if err != nil || !v.Local {
		return nil
	}
	f, err := c.Tx.GameFile(v.ID())
	if err != nil || f.Used {
		return err
	}
	f.Used = true
	return c.Tx.PutGameFile(f)
}

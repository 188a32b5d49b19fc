package pages

import (
	"context"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/play"
)

// Invitation is a challenge that the asker has made or may accept.
type Invitation struct {
	bot.Challenge
	// Mine means that the asker has made the challenge. ToMe means that it is addressed to the
	// asker.
	Mine, ToMe bool
	// Other is the name of the opponent, or "everybody" if the asker's challenge is open. Terms
	// describes the game. Both are in the asker's language.
	Other, Terms string
}

// ViewInvitations returns up to limit challenges: first those from and to the asker, then the
// others that the asker may accept, in the order of the command seek. Strangers and guests do not
// see challenges that were made in rooms.
func (s *Pages) ViewInvitations(ctx context.Context, r bot.Request, limit int) (all []Invitation, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		all = nil
		own, err := ownChallenges(c)
		if err != nil {
			return err
		}
		seeks, err := play.Seeks(c)
		if err != nil {
			return err
		}
		stranger := c.Me.ID == 0 || c.Me.Guest()
		others := slices.DeleteFunc(seeks, func(ch bot.Challenge) bool {
			return ch.IsFrom(c.Me.ID) || stranger && ch.From.Room != (bot.RoomID{})
		})
		for _, ch := range slices.Concat(own, others) {
			if len(all) == limit {
				break
			}
			words := c.ReaderLanguage()
			all = append(all, Invitation{ch, ch.IsFrom(c.Me.ID), ch.IsTo(c.Me.ID), words.Render(ch.OtherName(c.Me.ID)), words.Render(ch.Words())})
		}
		return nil
	})
	return all, err
}

// ownChallenges returns the challenges to and from the asker.
func ownChallenges(c *action.Call) ([]bot.Challenge, error) {
	if c.Me.ID == 0 {
		return nil, nil
	}
	all, err := action.Challenges(c)
	return slices.DeleteFunc(all, c.Expired), err
}

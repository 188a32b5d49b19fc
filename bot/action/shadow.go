package action

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"

	"raumbot/bot"
)

// A player who is forgotten leaves a shadow: a record without a name, which is found by a keyed
// hash of each of their user IDs. A forgotten player who comes back is a new player, but people who
// have blocked them are still protected.

// shadowMemo is the memo key of the secret for the hashes.
const shadowMemo = "shadow"

// Shadows returns the hashed users that replace users who are forgotten.
func Shadows(c *Call, users []bot.User) (all []bot.User, err error) {
	for _, u := range users {
		if u.Platform == bot.Guest { // nobody can come back as the same guest
			continue
		}
		shadow, err := shadow(c, u.UserID)
		if err != nil {
			return nil, err
		}
		all = append(all, bot.User{UserID: shadow, Name: bot.NobodyName})
	}
	return all, nil
}

// MergeShadows removes the hashes from shadows that the asker left earlier. The new shadow has the
// hashes and the IDs of the earlier ones.
func MergeShadows(c *Call) error {
	for _, id := range c.Me.Former {
		p, err := c.Tx.Player(id)
		if err == nil && p.Forgotten {
			p.Users = nil
			err = c.Tx.PutPlayer(p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// shadow returns the hashed ID of a user. It creates the secret on first use.
func shadow(c *Call, u bot.UserID) (bot.UserID, error) {
	secret, err := c.Tx.Memo(OwnMemos, shadowMemo)
	if errors.Is(err, bot.ErrNotFound) {
		secret = make([]byte, sha256.Size)
		if _, err := io.ReadFull(c.Bot.Secrets, secret); err != nil {
			return bot.UserID{}, err
		}
		err = c.Tx.PutMemo(OwnMemos, shadowMemo, secret)
	}
	if err != nil {
		return bot.UserID{}, err
	}
	keyed := hmac.New(sha256.New, secret)
	keyed.Write([]byte(u.String()))
	return bot.UserID{Platform: u.Platform, ID: "#" + hex.EncodeToString(keyed.Sum(nil))}, nil
}

// formerIDs returns the player IDs that a user had before they were forgotten.
func formerIDs(c *Call, u bot.UserID) ([]bot.PlayerID, error) {
	if _, err := c.Tx.Memo(OwnMemos, shadowMemo); errors.Is(err, bot.ErrNotFound) {
		return nil, nil // nobody has been forgotten yet
	}
	shadow, err := shadow(c, u)
	if err != nil {
		return nil, err
	}
	p, err := c.Tx.PlayerOf(shadow)
	if errors.Is(err, bot.ErrNotFound) {
		p, err = earlierShadow(c, u)
	}
	if errors.Is(err, bot.ErrNotFound) {
		return nil, nil
	}
	return append(p.Former, p.ID), err
}

// earlierShadow returns the shadow that earlier versions of the bot stored for a user, under a hash
// of the secret followed by the user ID.
func earlierShadow(c *Call, u bot.UserID) (bot.Player, error) {
	secret, err := c.Tx.Memo(OwnMemos, shadowMemo)
	if err != nil {
		return bot.Player{}, err
	}
	sum := sha256.Sum256(append(slices.Clone(secret), u.String()...))
	return c.Tx.PlayerOf(bot.UserID{Platform: u.Platform, ID: "#" + hex.EncodeToString(sum[:])})
}

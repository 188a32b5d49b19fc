package service

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"

	"raumbot/bot"
)

// A player who is forgotten leaves a shadow: a record without a name, found by a keyed hash of each of their user
// IDs. If they come back they are a new player, but those who have blocked them stay out of their reach.

// shadowMemo is the memo key of the secret for the hashes.
const shadowMemo = "shadow"

// shadows returns the hashed users that replace users when they are forgotten.
func (c *call) shadows(users []bot.User) (all []bot.User, err error) {
	for _, u := range users {
		shadow, err := c.shadow(u.UserID)
		if err != nil {
			return nil, err
		}
		all = append(all, bot.User{UserID: shadow, Name: bot.NobodyName})
	}
	return all, nil
}

// mergeShadows removes the hashes from the shadows that the asker left when they were forgotten before: the new
// shadow has them, and the IDs of the earlier ones.
func (c *call) mergeShadows() error {
	for _, id := range c.me.Former {
		p, err := c.tx.Player(id)
		if err == nil && p.Forgotten {
			p.Users = nil
			err = c.tx.PutPlayer(p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *call) shadow(u bot.UserID) (bot.UserID, error) {
	secret, err := c.tx.Memo(ownMemos, shadowMemo)
	if errors.Is(err, bot.ErrNotFound) {
		secret = make([]byte, sha256.Size)
		if _, err := io.ReadFull(c.service.secrets, secret); err != nil {
			return bot.UserID{}, err
		}
		err = c.tx.PutMemo(ownMemos, shadowMemo, secret)
	}
	if err != nil {
		return bot.UserID{}, err
	}
	keyed := hmac.New(sha256.New, secret)
	keyed.Write([]byte(u.String()))
	return bot.UserID{Platform: u.Platform, ID: "#" + hex.EncodeToString(keyed.Sum(nil))}, nil
}

// returning returns the player IDs that a user who speaks for the first time had before they were forgotten.
func (c *call) returning(u bot.UserID) ([]bot.PlayerID, error) {
	if _, err := c.tx.Memo(ownMemos, shadowMemo); errors.Is(err, bot.ErrNotFound) {
		return nil, nil // nobody was ever forgotten
	}
	shadow, err := c.shadow(u)
	if err != nil {
		return nil, err
	}
	p, err := c.tx.PlayerOf(shadow)
	if errors.Is(err, bot.ErrNotFound) {
		p, err = c.earlierShadow(u)
	}
	if errors.Is(err, bot.ErrNotFound) {
		return nil, nil
	}
	return append(p.Former, p.ID), err
}

// earlierShadow returns the shadow that earlier versions have stored for a user, under a hash of the secret followed
// by the user ID.
func (c *call) earlierShadow(u bot.UserID) (bot.Player, error) {
	secret, err := c.tx.Memo(ownMemos, shadowMemo)
	if err != nil {
		return bot.Player{}, err
	}
	sum := sha256.Sum256(append(slices.Clone(secret), u.String()...))
	return c.tx.PlayerOf(bot.UserID{Platform: u.Platform, ID: "#" + hex.EncodeToString(sum[:])})
}

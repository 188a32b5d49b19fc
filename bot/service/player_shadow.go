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

// Somebody who is forgotten leaves a shadow: a record without a name, found by a
// keyed hash of each identity. If they come back they are somebody new, but
// those who have blocked them stay out of their reach.

// shadowMemo is the key of the secret that goes into the hashes.
const shadowMemo = "shadow"

// shadows returns what stands for users after they are forgotten.
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

// mergeShadows takes the hashes from what an earlier forgetting of the asker has left: the
// new shadow has them, and knows its numbers.
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

// returning returns the numbers by which a user who speaks for the first time was known
// before they were forgotten.
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

// earlierShadow returns what earlier versions have left of a user, who hashed the secret with the identity behind it.
func (c *call) earlierShadow(u bot.UserID) (bot.Player, error) {
	secret, err := c.tx.Memo(ownMemos, shadowMemo)
	if err != nil {
		return bot.Player{}, err
	}
	sum := sha256.Sum256(append(slices.Clone(secret), u.String()...))
	return c.tx.PlayerOf(bot.UserID{Platform: u.Platform, ID: "#" + hex.EncodeToString(sum[:])})
}

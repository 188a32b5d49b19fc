package matrix

import (
	"context"
	_ "embed" // the picture
	"errors"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
)

// presenceText is the status that people see beside the bot's name, if it has none.
const presenceText = "Three-dimensional chess. Say !help in a room, or help to me alone."

// avatar is the picture, in PNG: the mark of the site (adapters/web/static/mark.svg), with room
// around it, because apps cut a circle out of it.
//
//go:embed avatar.png
var avatar []byte

// profileRetry is the pause before the profile is looked at again if that was not possible.
const profileRetry = 10 * time.Minute

// keepProfile gives the account a picture and a status unless it has them, so that an operator can
// set others. A homeserver without presence keeps no status.
func (s *session) keepProfile(ctx context.Context) {
	for _, do := range []func(context.Context) error{s.setAvatar, s.setStatus} {
		for err := do(ctx); err != nil && ctx.Err() == nil; err = do(ctx) {
			if !transient(err) && !s.store.away(err) {
				s.log.Info("the bot's profile stays as it is", "reason", err)
				break
			}
			sleep(ctx, profileRetry)
		}
	}
}

// setAvatar gives the account a picture, unless it has one. It decides that once: a picture that
// somebody removes stays removed, whoever had set it.
func (s *session) setAvatar(ctx context.Context) error {
	key := avatarMemo + string(s.api.UserID)
	known, err := s.service.Recall(ctx, Platform, key)
	if err != nil || known != nil {
		return err
	}
	url, err := s.api.GetOwnAvatarURL(ctx)
	if err != nil && !errors.Is(err, mautrix.MNotFound) {
		return err
	}
	if url.IsEmpty() {
		up, err := s.upload(ctx, avatarMemo, avatar, "image/png", false)
		if err != nil {
			return err
		}
		if url, err = up.url.Parse(); err != nil {
			return err
		}
		if err := s.api.SetAvatarURL(ctx, url); err != nil {
			return err
		}
	}
	return s.service.Keep(ctx, Platform, key, []byte(url.String()))
}

// setStatus sets the status of the account, unless it has one.
func (s *session) setStatus(ctx context.Context) error {
	now, err := s.api.GetOwnPresence(ctx)
	if err != nil && !errors.Is(err, mautrix.MNotFound) || err == nil && now.StatusMsg != "" {
		return err
	}
	return s.api.SetPresence(ctx, mautrix.ReqPresence{Presence: event.PresenceOnline, StatusMsg: presenceText})
}

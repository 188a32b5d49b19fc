package matrix

import (
	"context"

	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// The adapter's own messages to users, as phrases.
var (
	greeting      = phrase.Of("Hello! I'm a referee for three-dimensional chess.")
	firstSteps    = phrase.Of("`challenge NAME` invites somebody, `challenge computer` the computer.")
	whereToLook   = phrase.Of("`variants` lists the games, `help` the commands.")
	threadHint    = phrase.Of("In the thread of a game you can just type your move.")
	editsIgnored  = phrase.Of("Your original message counts if I understood it; editing it changes nothing. Please send a new message instead.")
	notEncrypted  = phrase.Of("This room is encrypted, but your message is not, so anybody could have forged it, and I ignore it. Turn on encryption in your app, or use another app.")
	tooFast       = phrase.Of("That's too much at once, so I've skipped some of it. Wait a minute, check `games`, and repeat what is missing.")
	roomClosed    = phrase.Of("I can't write in the room where this belongs at the moment, so I'm telling you here.")
	sentInPrivate = phrase.Of("I've sent you the answer in private.")
	answerLater   = phrase.Of("The answer is for you alone, and the homeserver lets me begin a chat with you only later: it comes then. If you begin a direct chat with me, it comes at once.")
	answerLost    = phrase.Of("I couldn't send you the answer, which is for you alone. Begin a direct chat with me, and ask again there.")
	fileTooLarge  = phrase.Of("The homeserver refuses the file because it is too large.")
)

// The messages to users whose messages cannot be read.
var (
	keyMissing = phrase.Of("I can't read your last message: your app has not sent me its key. I've asked for the key, and will carry out the command as soon as it arrives. " +
		"If nothing happens, send the message again. If that doesn't help, log out and in again, or write to me in a room without encryption.")
	undecryptable = phrase.Of("I can't decrypt your last message. Please send it again. If that doesn't help, log out and in again, or write to me in a room without encryption.")
	noEncryption  = phrase.Of("I can't read encrypted messages: I was built without encryption. Write to me in a room without it, or ask the operator to build me with `go build -tags goolm`.")
)

// language returns the code of the language in which a user is answered.
func (s *session) language(ctx context.Context, h incoming) string {
	r, err := s.request(ctx, h, parsed{})
	code := ""
	if err == nil {
		code, err = s.service.Language(ctx, r)
	}
	if err != nil {
		s.log.Debug("unknown language, using English", "err", err)
	}
	return code
}

// translate translates a phrase into the language of the user who is answered.
func (s *session) translate(ctx context.Context, h incoming, text phrase.Text) string {
	return locale.Render(s.language(ctx, h), text)
}

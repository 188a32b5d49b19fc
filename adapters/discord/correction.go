package discord

import (
	"context"
	"slices"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// maxRead is how many messages are remembered in case their authors edit them, for tokenLife.
const maxRead = 10_000

// readMessage is a message of a user that the bot has answered.
type readMessage struct {
	text    string
	edits   int  // how often it has been read again
	refused bool // nothing was done, so that a correction is read
	played  bool // it has changed a board, and the author has not been told that it stays so
}

// editJSON is a message whose author has edited it. Discord sends the same event when it adds a
// preview of a link.
type editJSON struct{ messageJSON }

// rememberRead remembers what a message led to.
func (d *Discord) rememberRead(m *discordgo.Message, edits int, reply bot.RenderedReply) {
	read := readMessage{text: m.Content, edits: edits, refused: reply.Outcome == bot.Refused}
	read.played = reply.Outcome == bot.Done && slices.ContainsFunc(reply.Notices, func(n bot.RenderedMessage) bool { return n.News })
	if read.refused || read.played {
		d.read.Add(m.ID, read)
	} else {
		d.read.Remove(m.ID)
	}
}

// handleEdit reads an edited message again if it was refused. If it has changed a board, its author
// is told once, in private, that the edit changes nothing. It returns a function that answers, nil
// if there is no answer.
func (d *Discord) handleEdit(m *discordgo.Message) (answer func()) {
	before, known := d.read.Get(m.ID)
	switch {
	case !known || before.text == m.Content:
		return nil
	case before.refused:
		return d.handleVersion(m, before.edits+1)
	}
	d.read.Remove(m.ID)
	return func() {
		ctx := context.Background()
		r, _ := d.messageRequest(ctx, m)
		parts := d.composeText(ctx, editedTooLate, d.languageFor(ctx, r))
		setReplyNonces(parts, "e"+m.ID+"-0")
		if err := d.sendToUser(ctx, m.Author.ID, parts); err != nil && !unreachable(err) {
			d.log.Warn("an answer could not be sent", "user", r.From.UserID.String(), "err", err)
		}
	}
}

// versionLetters begin the nonces of answers to the versions of a message. All versions after them
// share the last letter, so that Discord shows no more answers to a message that is edited on and
// on.
const versionLetters = "rstuvwxyz"

// answerNonce begins the nonces of the answers to a version of a message. They differ, because
// Discord takes an answer with a nonce of an earlier one for the same.
func answerNonce(m *discordgo.Message, edits int) string {
	return string(versionLetters[min(edits, len(versionLetters)-1)]) + m.ID
}

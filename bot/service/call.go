package service

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// call is one command being carried out, within one transaction.
type call struct {
	service *Service
	tx      bot.Tx
	request bot.Request
	command *command.Command
	args    command.Args
	me      bot.Player      // the asker; the ID is zero if they are not known yet
	reader  phrase.Language // of the suggestions shown while they type
	uptime  bot.Uptime
	// game and side are set by settle, as the command's Needs require.
	game bot.Game
	side rules.Side
	// follows caches which tournaments the asker may see.
	follows map[bot.TournamentID]tournamentSight
	// stood caches the ongoing games between people, by the variants with which they are compared.
	stood map[*rules.Variant][]contestedGame
	// closed means that the answer tells what not everybody where the asker speaks may see.
	closed bool
	// reasoned is a text in the asker's own words that goes to many.
	reasoned reasoned
	// summoned are the games in which the computer may have to act after this command.
	summoned []bot.GameID
	// attached is what prepareVariant or prepareImport has read.
	attached attached
	// relocal means that the local games have changed; the versions dropped are not used by anything.
	relocal bool
	dropped []string
	// analysing are the games whose analysis begins after this command.
	analysing []bot.GameID
	// proofs are what has been found out about an answer to a puzzle.
	proofs proofs
	// deliberate, if a handler sets it, produces the answers after the transaction has ended,
	// because a transaction must not last as long as a search does.
	deliberate func(context.Context) ([]bot.Message, error)
}

// callAt returns a call without an asker, for what is not a command.
func (s *Service) callAt(tx bot.Tx) (*call, error) {
	c := &call{service: s, tx: tx}
	return c, c.readClock()
}

// beatAt is like callAt, and records that the bot is running.
func (s *Service) beatAt(tx bot.Tx) (*call, error) {
	before, err := tx.Uptime()
	if err != nil {
		return nil, err
	}
	c := &call{service: s, tx: tx, uptime: before.Tick(s.clock.Now())}
	return c, errors.Join(tx.PutUptime(c.uptime), resume(tx, before, c.uptime))
}

// readClock finds out what time it is, without telling the store that the bot is running.
func (c *call) readClock() error {
	uptime, err := c.tx.Uptime()
	c.uptime = uptime.Tick(c.service.clock.Now())
	return err
}

// answer returns a reply of interest only to the asker.
func (c *call) answer(text string, buttons ...bot.Button) bot.Reply {
	return bot.Reply{Answer: []bot.Message{c.message(bot.Aside, text, buttons...)}}
}

// message returns a message to the asker in the place where they asked.
func (c *call) message(audience bot.Audience, text string, buttons ...bot.Button) bot.Message {
	return c.request.Answer(audience, text, buttons...)
}

// commandText returns a command's name followed by words, as the text of a button's command.
func commandText(command string, words ...string) string {
	return strings.Join(append([]string{command}, words...), " ")
}

// button returns the button of a command; words follow the name in its text.
func (s *Service) button(command string, words ...string) bot.Button {
	label := phrase.Term(s.commands.Find(command).Button)
	return bot.Button{Label: label, Command: commandText(command, words...)}
}

// menuPage returns a menu of one page of a list of any length. command followed by
// "page N" shows page N. Pages count from 1, and the last leads back to the first.
func menuPage(prompt string, all []bot.Button, page int, command string) *bot.Menu {
	if len(all) <= bot.MaxOptions {
		return &bot.Menu{Prompt: prompt, Options: all}
	}
	const room = bot.MaxOptions - 1 // one option leads to the next page
	pages := (len(all) + room - 1) / room
	page = min(max(page, 1), pages)
	options := append([]bot.Button(nil), all[(page-1)*room:min(page*room, len(all))]...)
	next := page%pages + 1
	options = append(options, bot.Button{Label: phrase.Of("More (page %d of %d)", next, pages), Command: fmt.Sprintf("%s page %d", command, next)})
	return &bot.Menu{Prompt: prompt, Options: options}
}

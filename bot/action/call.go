package action

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/engine/pool"
	"raumbot/bot/engine/search"
	"raumbot/bot/nickname"
	"raumbot/bot/phrase"
	"raumbot/bot/signal"
	"raumbot/bot/talk"
	"raumbot/bot/throttle"
	"raumbot/bot/tongue"
	"raumbot/bot/tournament"
	"raumbot/bot/variants"
	"raumbot/rules"
)

// Call is one command being carried out, within one transaction.
type Call struct {
	Bot     *Bot
	Tx      bot.Tx
	Request bot.Request
	Utterance
	Me     bot.Player // the asker; the ID is zero if they are not known yet
	Uptime bot.Uptime
	Subject
	Secrecy
	Progress
}

// Utterance is what the asker has said: a command with its arguments, or talk.
type Utterance struct {
	Command *Command
	Args    command.Args
	// Talks means that the text is not a command but talk, which must not change anything. chat is
	// the answer to talk that does not suggest any command.
	Talks bool
	chat  phrase.Text
	// Last is the question that was open when the asker spoke. Left is the command of a task that
	// expired before the asker answered it, or empty.
	Last question
	Left string
}

// Subject is the game that a command is about, as its Needs require, and the asker's side in it.
type Subject struct {
	Game bot.Game
	Side rules.Side
}

// Secrecy limits who may read the answers and notices of a call.
type Secrecy struct {
	// Closed means that the answer contains something that not everybody in this place may see.
	Closed bool
	// Reasoned is a text in the asker's own words that is sent to several people.
	Reasoned Reasoned
}

// Progress is how far a call has come.
type Progress struct {
	// Found holds the results of functions that were run between transactions: see [Await].
	Found map[string]any
	// Memo caches what has been read in the current transaction: see [Cached].
	Memo map[any]any
	// later holds functions to call after the transaction, in order. They may change the reply.
	later []func(context.Context, *bot.Reply) error
}

// Cached returns the result of read. Within a transaction it calls read once for each key and
// caches the result, unless it is an error.
func Cached[K comparable, V any](c *Call, key K, read func() (V, error)) (V, error) {
	if known, ok := c.Memo[key]; ok {
		return known.(V), nil
	}
	value, err := read()
	if err != nil {
		return value, err
	}
	if c.Memo == nil {
		c.Memo = map[any]any{}
	}
	c.Memo[key] = value
	return value, nil
}

// Afterwards schedules a function that is called after the transaction of a command has been
// committed.
func (c *Call) Afterwards(do func(context.Context)) {
	c.later = append(c.later, func(ctx context.Context, _ *bot.Reply) error {
		do(ctx)
		return nil
	})
}

// Answer returns a reply that interests only the asker.
func (c *Call) Answer(text phrase.Text, buttons ...bot.Button) bot.Reply {
	return bot.Reply{Answer: []bot.Message{c.Message(bot.Aside, text, buttons...)}}
}

// AnswerPrivately returns a reply that only the asker can read.
func (c *Call) AnswerPrivately(text phrase.Text, buttons ...bot.Button) bot.Reply {
	return bot.Reply{Answer: []bot.Message{c.Message(bot.Private, text, buttons...)}}
}

// Message returns a message to the asker in the place where they asked.
func (c *Call) Message(audience bot.Audience, text phrase.Text, buttons ...bot.Button) bot.Message {
	return c.Request.Answer(audience, text, buttons...)
}

// CommandText returns a command's name followed by words, as the text of a button's command.
func CommandText(command string, words ...string) string {
	return strings.Join(append([]string{command}, words...), " ")
}

// Button returns a button that sends a command. The words follow the command's name.
func (s *Bot) Button(command string, words ...string) bot.Button {
	c := s.Table.Find(command)
	return bot.Button{Label: phrase.Term(c.Button), Command: CommandText(command, words...), Tone: c.Tone}
}

// MenuPage returns a menu with one page of a list of any length. Pages count from 1. The last
// option leads to the next page, or from the last page to the first, by the command followed by
// "page N".
func MenuPage(prompt phrase.Text, all []bot.Button, page int, command string) *bot.Menu {
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

// Bot holds what all commands share besides their transactions.
type Bot struct {
	Store     bot.Store
	Clock     bot.Clock
	Dice      Dice
	Secrets   io.Reader
	Log       *slog.Logger
	Table     command.Table
	Talk      *talk.Understanding
	Actions   map[string]*Command // by the names of commands
	Features  []Feature
	Languages map[string]phrase.Language // by their codes
	Records   *recordCache
	Throttle  *throttle.Throttle
	Queue     *throttle.Queue
	Meter     bot.Meter
	Questions questions
	Tongues   tongue.Memory
	Thinkers  *pool.Pool
	Searcher  search.Searcher
	// Changed is sent after a transaction that may have added messages or made an item due earlier.
	Changed signal.Broadcast
	// LinksWithin allows players to link two accounts on the same platform.
	LinksWithin bool
	Guests      bot.Guests    // what guests may do
	Advice      time.Duration // the longest duration of a search for a person
	Library     *variants.Library
	Reaches     bot.Reaches
	Namers      nickname.Namers
	Site        string // the public base URL of the web pages, without a trailing slash
	Ports       Ports
}

// Feature is what one subject adds to the bot. Each function may be nil.
type Feature struct {
	Commands []Command
	// Ended returns the messages about the consequences of a game's end. Reopened returns those
	// about the consequences of an organiser's taking that end back, or an error if it cannot be
	// taken back.
	Ended, Reopened func(*Call, bot.Game) ([]bot.Message, error)
	// Due carries out the items that are due.
	Due func(*Batch) error
	// Leave ends the asker's part in current games and events before they are forgotten, and
	// returns the messages about that.
	Leave func(*Call) ([]bot.Message, error)
	// Forget deletes or blanks what is stored about the asker.
	Forget func(*Call) error
	// MayMerge returns a problem if the asker cannot be merged with another player.
	MayMerge func(*Call, bot.Player) error
	// Merge changes references to one player into references to another.
	Merge func(c *Call, from, into bot.PlayerID) error
	// Moved is called when the contents of a room are shown in another room. If to is zero, they
	// are no longer shown anywhere.
	Moved func(tx bot.Tx, from, to bot.RoomID) error
	// Refused returns the error of a refused command, or another one if the command may have meant
	// something else.
	Refused func(*Call, error) error
	// Next returns the command that shows what else waits for the asker in this place when none of
	// their games does, or "".
	Next func(*Call) (string, error)
	// Profile returns lines for a player's profile.
	Profile func(*Call, bot.Player) ([]phrase.Text, error)
	// Export returns what the feature's records hold of the asker, besides games, as lines of a file
	// for other programs. Each is a struct with JSON tags and begins with its kind.
	Export func(*Call) ([]any, error)
	// Check returns a sentence for each fault in the stored records.
	Check func(context.Context, *Bot) ([]string, error)
}

// Command is a command with the handler that carries it out.
type Command struct {
	command.Command
	Do Handler
	// Personal reports whether only the asker may read the answer, because it is about their own
	// games, notes, preferences or blocks. If it is nil, anybody may.
	Personal func(command.Args) bool
	// Looks means that the command shows a game, often at length. Only the asker sees the answer,
	// unless they add `here` to show it to the room. This also applies to the game's players: they
	// see the board after each move, and the opponent has not asked.
	Looks bool
	// Invitations are the challenges that the command can be about, nil if it is not about challenges.
	Invitations *Invitations
	// Current returns the current values of the parameters of a command that shows settings, by
	// their names. A parameter that has never been set is missing.
	Current func(*Call) map[string]string
	// Over means that finished games are suggested while the command is typed, in place of ongoing
	// ones.
	Over bool
	// Sees reports whether the command may be about a game that the asker may not see any more.
	Sees func(*Call, bot.Game) bool
	// Entrants means that the command shows the players of a tournament and their results.
	Entrants bool
}

// Invitations are the challenges that a command can be about.
type Invitations struct {
	// Concern reports whether the command of a player can be about a challenge.
	Concern func(bot.Challenge, bot.PlayerID) bool
	// Open means that the command can also be about challenges to everybody.
	Open bool
}

// Ports are functions that subjects provide for each other. The service sets them.
type Ports struct {
	// WakeComputer makes the computer look at a game. whose is the key of the line in which the
	// computer's search waits.
	WakeComputer func(id bot.GameID, whose any)
	// Draw returns the drawing that a picture asks for.
	Draw func(bot.Tx, bot.Picture, phrase.Language) (*bot.Drawing, error)
	// Comments returns the comments of a game's analysis on its moves, by ply.
	Comments func(*Call, bot.Game) ([]string, error)
	// FairPlay returns an error if the engine must not judge a position because people are playing
	// from it. NotReopened returns an error for a game that organisers have ended and may reopen.
	FairPlay    func(c *Call, record *rules.Game, ply int) error
	NotReopened func(*Call, bot.Game) error
	// VotesHere reports whether a player's command that names no game is about the game that the
	// room plays by vote.
	VotesHere func(*Call) (bool, error)
	// Voting returns the ongoing game that the command is about, if the asker's team plays it by
	// vote, and the team's side. If the command names no game, it is the room's. The game is zero
	// if there is none.
	Voting func(*Call) (bot.Game, rules.Side, error)
	// HasVoted reports whether the asker has voted in a game, or is the captain of a team that
	// plays it.
	HasVoted func(*Call, bot.Game) (bool, error)
	// VotesIn is like HasVoted, but false for people who are barred from the rooms of their teams.
	VotesIn func(*Call, bot.Game) (bool, error)
	// Climb begins a game on a ladder. WhichChallenge asks whether a challenge to a player is meant
	// for a ladder.
	Climb          Handler
	WhichChallenge func(*Call, bot.Player) error
	// Followers returns messages for the followers of the games that some messages are about.
	Followers func(*Call, []bot.Message) ([]bot.Message, error)
	// Daily changes a room's puzzle of the day as the command says, and returns the solution of a
	// puzzle that the change ends.
	Daily func(c *Call, room *bot.Room, before bot.Room) ([]bot.Message, error)
	// RetimeDaily adapts the puzzles of the day in a place to its new time zone.
	RetimeDaily func(*Call, bot.RoomID) error
	// EndDivision ends a division of a league as far as no game of it goes on, ResumeDivision begins
	// the games that could not begin, and CancelSeason calls one off, or the registration for a
	// season.
	EndDivision    func(*Call, *tournament.Tournament) ([]bot.Message, error)
	ResumeDivision func(*Call, *tournament.Tournament) ([]bot.Message, error)
	CancelSeason   func(*Call, *tournament.Tournament, bot.Cause) error
	// Judge returns the engine's opinion of the current position of a game.
	Judge func(context.Context, bot.Game) (bot.Judged, error)
	// SuggestTournaments returns the tournaments that a command may be about.
	SuggestTournaments func(c *Call, typed string) ([]Suggestion, error)
}

// Handler carries out one command within its transaction.
type Handler func(*Call) (bot.Reply, error)

// Batch is the work that one transaction of a sweep does.
type Batch struct {
	*Call
	Skip map[any]bool
	Done int
	// Doing is the key of the item being processed, nil between items.
	Doing any
}

// Suggestion is a completion of what a user has typed so far.
type Suggestion = SuggestionOf[phrase.Text]

// RenderedSuggestion is a suggestion in the user's language.
type RenderedSuggestion = SuggestionOf[string]

// SuggestionOf is a [Suggestion] or a [RenderedSuggestion].
type SuggestionOf[W bot.Words] struct {
	Label W      // shown to people
	Value string // the parameter's value
}

// Reasoned is a text that contains the asker's own words, and the text without them for readers who
// have blocked the asker.
type Reasoned struct{ With, Without phrase.Text }

// Restart is the error of a command that has to start again, either as another command or with a
// result that cannot be found within a transaction.
type Restart struct {
	// Text, if not empty, is the command that was meant. It is charged as if the asker had typed
	// it. Params holds its parameters if they are not in the text, as in a [bot.Request].
	Text   string
	Params map[string]string
	// Key identifies the missing result, and Find finds it: see [Await].
	Key  string
	Find func(context.Context) (any, error)
}

// CurrentPlayer returns a player, or the player they have been merged into.
func CurrentPlayer(tx bot.Tx, id bot.PlayerID) (bot.Player, error) {
	p, err := tx.Player(id)
	for range MaxJoined {
		if err != nil || p.Joined == 0 {
			return p, err
		}
		p, err = tx.Player(p.Joined)
	}
	return p, fmt.Errorf("player %d has become others without end", id)
}

func (a *Restart) Error() string { return errRestart.Error() }

// Dice returns a random number from 0 to n-1.
type Dice func(n int) int

// MaxJoined limits how many players can be merged one into the next.
const MaxJoined = 50

// errRestart is the text of an [Restart], which no user reads.
var errRestart = errors.New("the command has to be run again")

//go:build goolm

package e2e

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/adapters/discord/discordtest"
)

var voters = flag.Int("voters", 6, "how many people of each room vote in TestVoteOfTwoRooms")

// atOnce is the number of people who vote at the same time.
const atOnce = 16

// TestVoteOfTwoRooms has the people of a Discord channel play by vote against those of a Matrix
// room. Some vote twice. Each turn plays one move, the one that most people voted for, and both
// rooms are told of it once.
func TestVoteOfTwoRooms(t *testing.T) {
	t.Parallel()
	discord := discordtest.New(t)
	channel := discord.AddGuild("Club").AddChannel("games")
	r := newRobot(t, home, "", "DISCORD_TOKEN="+discord.Token, "RAUMBOT_DISCORD_API="+discord.API)
	discord.Wait("a greeting on Discord", func() bool { return len(channel.Messages) == 1 })
	blue := newClient(t, home, "blue")
	den, err := blue.CreateRoom(t.Context(), &mautrix.ReqCreateRoom{Preset: "public_chat", Name: "Den", Invite: []id.UserID{r.id}})
	if err != nil {
		t.Fatal(err)
	}
	blue.reads(den.RoomID, "Hello!")
	red := make([]*discordtest.User, *voters)
	for i := range red {
		red[i] = discord.AddUser(fmt.Sprintf("red%d", i))
	}
	others := make([]*mautrix.Client, *voters)
	each(t, *voters, func(i int) (err error) {
		if others[i], err = home.member(fmt.Sprintf("blue-%d", i)); err == nil {
			_, err = others[i].JoinRoomByID(t.Context(), den.RoomID)
		}
		return err
	})

	slash := func(u *discordtest.User, c *discordtest.Channel, command string, options discordtest.Options) {
		i := discord.Slash(u, c, command, options)
		discord.Wait("an answer to "+command, func() bool { return i.Done })
	}
	slash(red[0], channel, "room teamgame", discordtest.Options{"by-name": "room", "variant": "raumschach", "colour": "white", "known": 0, "quorum": *voters})
	blue.say(den.RoomID, "", "!vote 1 accept")
	root := blue.reads(den.RoomID, "begins:").ID
	var thread *discordtest.Channel
	discord.Wait("a thread", func() bool {
		for _, c := range discord.Channels {
			if c.Parent == channel && len(c.Messages) > 0 {
				thread = c
			}
		}
		return thread != nil
	})

	moves := [][2]string{{"ab2-ab3", "ac2-ac3"}, {"ea4-ea3", "eb4-eb3"}, {"ad2-ad3", "ae2-ae3"}, {"ec4-ec3", "ed4-ed3"}}
	plays := func(text string) bool { return strings.Contains(text, " plays Pawn ") }
	for turn, move := range moves {
		began := time.Now()
		// Of five people, three vote for the first move, and two for the second; one of them voted
		// for the first before.
		votes := func(i int) []string {
			if i%5 < 3 {
				return move[:1]
			}
			if i%5 == 3 {
				return []string{move[0], move[1]}
			}
			return move[1:]
		}
		if turn%2 == 0 {
			for _, m := range move {
				slash(red[0], thread, "room vote", discordtest.Options{"move": m})
			}
			each(t, *voters, func(i int) error {
				for _, m := range votes(i) {
					slash(red[i], thread, "room vote", discordtest.Options{"move": m})
				}
				return nil
			})
		} else {
			each(t, *voters, func(i int) error {
				for _, m := range votes(i) {
					content := &event.MessageEventContent{MsgType: event.MsgText, Body: "!vote " + m}
					content.RelatesTo = (&event.RelatesTo{}).SetThread(root, root)
					if _, err := others[i].SendMessageEvent(context.Background(), den.RoomID, event.EventMessage, content); err != nil {
						return err
					}
				}
				return nil
			})
		}
		told := func(text string) bool { return plays(text) && strings.Contains(text, move[0]) }
		waitFor(t, "the move", blue, den.RoomID, func() bool { return blue.count(den.RoomID, bySight(told)) > 0 })
		discord.Wait("the move", func() bool {
			return slices.ContainsFunc(thread.Messages, func(m *discordtest.Message) bool { return told(m.Content) })
		})
		t.Logf("turn %d: the move of %d voters was shown after %v", turn+1, *voters, time.Since(began).Round(time.Millisecond))
	}

	if told := blue.count(den.RoomID, bySight(plays)); told != len(moves) {
		t.Errorf("the Matrix room is told of %d moves, want %d", told, len(moves))
	}
	discord.Look(func() {
		told := 0
		for _, m := range thread.Messages {
			if plays(m.Content) {
				told++
			}
		}
		if told != len(moves) {
			t.Errorf("the Discord thread is told of %d moves, want %d", told, len(moves))
		}
		t.Logf("Discord: %d messages in the thread for %d turns", len(thread.Messages), len(moves))
	})
	kinds := map[string]int{}
	blue.count(den.RoomID, func(e *event.Event) bool {
		if e.Sender == r.id {
			kinds[e.Type.Type]++
		}
		return false
	})
	t.Logf("Matrix: events of the bot in the room for %d turns: %v", len(moves), kinds)
}

// bySight matches a text of the bot.
func bySight(is func(string) bool) func(*event.Event) bool {
	return func(e *event.Event) bool {
		m, ok := e.Content.Parsed.(*event.MessageEventContent)
		return ok && strings.HasPrefix(string(e.Sender), "@raumbot") && m.MsgType != event.MsgImage && is(m.Body)
	}
}

// each runs a function for all numbers below n, some at a time.
func each(t *testing.T, n int, do func(i int) error) {
	t.Helper()
	var g sync.WaitGroup
	places := make(chan struct{}, atOnce)
	for i := range n {
		places <- struct{}{}
		g.Go(func() {
			defer func() { <-places }()
			if err := do(i); err != nil {
				t.Errorf("%d: %v", i, err)
			}
		})
	}
	g.Wait()
	if t.Failed() {
		t.FailNow()
	}
}

// member makes an account and logs in, without a client that reads messages.
func (s *server) member(name string) (*mautrix.Client, error) {
	local := fmt.Sprintf("%s-%d", name, s.users.Add(1))
	if err := s.register(local); err != nil {
		return nil, err
	}
	api, err := mautrix.NewClient(s.url, "", "")
	if err == nil {
		_, err = api.Login(context.Background(), &mautrix.ReqLogin{
			Type: mautrix.AuthTypePassword, Password: password, StoreCredentials: true,
			Identifier: mautrix.UserIdentifier{Type: mautrix.IdentifierTypeUser, User: local},
		})
	}
	return api, err
}

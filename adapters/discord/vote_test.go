package discord_test

import (
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestVote has a channel play against the computer: a move is proposed by a slash command and with
// the button Move, and voted for with a button. What anybody votes is told to them alone.
func TestVote(t *testing.T) {
	c := newClub(t, nil)
	c.done(c.Slash(c.alice, c.games, "room teamgame", discordtest.Options{"level": 1, "variant": "raumschach", "colour": "white", "pace": "1d", "known": 0, "quorum": 3}))
	c.said(c.thread("1"), "Everybody here plays as Team 1")
	thread := c.gameThread()
	c.done(c.Slash(c.alice, thread, "room vote", discordtest.Options{"move": "ab2-ab3"}))
	c.said(in(thread), "alice proposes", "ab2-ab3")
	if text := c.done(c.Press(c.bob, c.onlyCard(), "Move")); !contains(text, []string{"bob alone", "Which piece"}) {
		t.Errorf("Move answers %s", text)
	}
	if text := c.done(c.Slash(c.bob, thread, "room vote", discordtest.Options{"move": "ac2-ac3"})); contains(text, []string{"ab2-ab3"}) {
		t.Errorf("a proposal answers %s", text)
	}
	c.said(in(thread), "bob proposes", "ac2-ac3")
	if text := c.done(c.Press(c.alice, c.onlyCard(), "Vote for ab2-ab3")); !contains(text, []string{"alice alone", "Your vote in game 1 is for"}) {
		t.Errorf("a vote answers %s", text)
	}
	c.done(c.Press(c.bob, c.onlyCard(), "Vote for ab2-ab3"))
	c.said(in(thread), "The votes", "ab2-ab3` 2")
	c.said(in(thread), "Computer, level 1", "plays")
	if text := c.done(c.Slash(c.bob, thread, "room team", nil)); !contains(text, []string{"bob alone", "alice is the captain", "2 people have voted"}) {
		t.Errorf("the team is told as %s", text)
	}
}

// TestTypedVotes has people write their votes. What is done is marked by a reaction, and nobody is
// sent a message for it; where the bot may not react it answers in private. Somebody who accepts no
// direct messages is told in the channel why a vote is refused, but not what is proposed.
func TestTypedVotes(t *testing.T) {
	c := newClub(t, nil)
	c.done(c.Slash(c.alice, c.games, "room teamgame", discordtest.Options{"level": 1, "variant": "raumschach", "colour": "white", "pace": "1d", "known": 0}))
	c.said(c.thread("1"), "Everybody here plays as Team 1")
	thread := c.gameThread()
	c.done(c.Slash(c.alice, thread, "room vote", discordtest.Options{"move": "ab2-ab3"}))
	c.said(in(thread), "alice proposes")
	c.Look(func() { c.bob.Closed, c.guild.Everyone = true, c.guild.Everyone|discordtest.AddReactions })
	mine := c.Say(c.bob, thread, "<@"+c.Bot.ID+"> vote ab2-ab3")
	c.Wait("the reaction to a vote", func() bool { return mine.Reacted == "✅" })
	overheard := c.Say(c.bob, thread, "ab2-ab3")
	c.Wait("the reaction to a vote that is not addressed to the bot", func() bool { return overheard.Reacted == "✅" })
	c.Say(c.bob, thread, "<@"+c.Bot.ID+"> vote ab2-ab9")
	c.said(in(thread), "no cell")
	c.Say(c.bob, thread, "<@"+c.Bot.ID+"> vote")
	m := c.said(in(thread), "you don't accept direct messages from me")
	c.Look(func() {
		if told := m.Screen(); contains(told, []string{"ab2-ab3"}) {
			t.Error(told)
		}
		c.guild.Everyone &^= discordtest.AddReactions
	})
	told := 0
	c.Look(func() { told = len(c.privateOf(c.alice)) })
	other := c.Say(c.alice, thread, "<@"+c.Bot.ID+"> vote ab2-ab3")
	c.Wait("the answer to a vote that cannot be marked", func() bool { return len(c.privateOf(c.alice)) > told })
	c.Look(func() {
		if other.Reacted != "" || !contains(c.privateOf(c.alice)[told], []string{"Your vote in game 1 is for"}) {
			t.Errorf("alice is told %q, and sees %q", c.privateOf(c.alice), other.Reacted)
		}
	})
}

// TestVoteByRole has a channel play with votes for those who have a role. Only the captain has it at
// first. In private, where nobody's roles are known, those who have voted may go on.
func TestVoteByRole(t *testing.T) {
	c := newClub(t, func(c *club) { c.guild.Roles[c.alice.ID] = discordtest.AddReactions })
	challenge := discordtest.Options{"level": 1, "variant": "raumschach", "colour": "white", "pace": "1d", "known": 0, "role": discordtest.RoleID(c.bob.ID)}
	if text := c.done(c.Slash(c.alice, c.games, "room teamgame", challenge)); !contains(text, []string{"You don't have that role on this server"}) {
		t.Errorf("a role of another server answers %s", text)
	}
	at := "<@" + c.Bot.ID + "> "
	c.Say(c.alice, c.games, at+"vote challenge computer raumschach white 1d level 1 known 0 role members")
	c.said(in(c.Private(c.alice)), "is not a role")
	c.Say(c.bob, c.games, at+"vote challenge computer raumschach white 1d level 1 known 0 role <@&"+c.alice.ID+">")
	c.said(in(c.Private(c.bob)), "You don't have that role on this server")
	c.Say(c.alice, c.games, at+"vote challenge computer raumschach white 1d level 1 known 0 role <@&"+c.alice.ID+">")
	c.said(c.thread("1"), "Everybody here plays as Team 1", "You can vote if you have the role")
	thread := c.gameThread()
	c.done(c.Slash(c.alice, thread, "room vote", discordtest.Options{"move": "ab2-ab3"}))
	c.said(in(thread), "alice proposes")
	refused := []string{"Only people who have the role", "you don't have it"}
	if text := c.done(c.Press(c.bob, c.onlyCard(), "Vote for ab2-ab3")); !contains(text, refused) {
		t.Errorf("a button without the role answers %s", text)
	}
	if text := c.done(c.Slash(c.bob, thread, "room vote", discordtest.Options{"move": "ac2-ac3"})); !contains(text, refused) {
		t.Errorf("a proposal without the role answers %s", text)
	}
	c.Say(c.bob, thread, at+"vote ac2-ac3")
	c.said(in(c.Private(c.bob)), refused...)
	if text := c.done(c.Press(c.alice, c.onlyCard(), "Vote for ab2-ab3")); !contains(text, []string{"Your vote in game 1 is for"}) {
		t.Errorf("a button with the role answers %s", text)
	}
	c.Say(c.alice, c.Private(c.alice), "vote 1")
	c.said(in(c.Private(c.alice)), "Your vote is for")
}

// TestVoteByEveryRole has a vote for the role that everybody has: anybody votes.
func TestVoteByEveryRole(t *testing.T) {
	c := newClub(t, nil)
	c.done(c.Slash(c.alice, c.games, "room teamgame", discordtest.Options{"level": 1, "variant": "raumschach", "colour": "white", "pace": "1d", "known": 0, "role": discordtest.RoleID(c.guild.ID)}))
	c.said(c.thread("1"), "Everybody here plays as Team 1")
	c.done(c.Slash(c.bob, c.gameThread(), "room vote", discordtest.Options{"move": "ab2-ab3"}))
	c.said(in(c.gameThread()), "bob proposes")
}

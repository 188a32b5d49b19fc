package bot

import (
	"slices"
	"testing"
)

// TestAddress checks the platform, room, addressees and audience of a message to each kind of
// address.
func TestAddress(t *testing.T) {
	alice := User{UserID: UserID{"discord", "1"}, Name: "alice"}
	home := User{UserID: UserID{"matrix", "@alice:x"}, Name: "alice"}
	lobby := RoomID{"discord", "lobby"}
	game := Game{ID: 7, Variant: "stockschach216", Seats: [2]Seat{{User: alice}, {User: home}}}
	preferred, _ := Player{Users: []User{alice, home}}.Address("matrix")
	first, _ := Player{Users: []User{alice, home}}.Address("console")
	for name, c := range map[string]struct {
		m        Message
		platform Platform
		audience Audience
		room     RoomID
		to       []User
		game     GameID
		title    bool
	}{
		"a seat in a room":          {Seat{User: alice, Room: lobby}.Address().GameMessage(game, ""), "discord", Thread, lobby, []User{alice}, 7, true},
		"a seat in private":         {Seat{User: home}.Address().GameMessage(game, ""), "matrix", Private, RoomID{}, []User{home}, 7, true},
		"a challenge in a room":     {Seat{User: alice, Room: lobby}.Address().ChallengeMessage(Challenge{ID: 8}, ""), "discord", Public, lobby, []User{alice}, 8, false},
		"a challenge in private":    {Seat{User: home}.Address().ChallengeMessage(Challenge{ID: 8}, ""), "matrix", Private, RoomID{}, []User{home}, 8, false},
		"a whole room":              {lobby.Address().Message(""), "discord", Public, lobby, nil, 0, false},
		"a game in a whole room":    {lobby.Address().GameMessage(game, ""), "discord", Thread, lobby, nil, 7, true},
		"an account as preferred":   {preferred.Message(""), "matrix", Private, RoomID{}, []User{home}, 0, false},
		"the first of the accounts": {first.Message(""), "discord", Private, RoomID{}, []User{alice}, 0, false},
	} {
		if c.m.Platform != c.platform || c.m.Audience != c.audience || c.m.Room != c.room || !slices.Equal(c.m.To, c.to) || c.m.Game != c.game || (c.m.Title != "") != c.title {
			t.Errorf("%s: %+v", name, c.m)
		}
	}
	if _, ok := (Player{Forgotten: true}).Address("discord"); ok {
		t.Error("a player without accounts has an address")
	}
	if all := (Player{Users: []User{alice, home}}).Addresses(); len(all) != 2 || all[1].User != home || all[1].Room != (RoomID{}) {
		t.Errorf("all accounts: %v", all)
	}
}

package bot

import "raumbot/bot/phrase"

// Address is where a message goes: to one user in private, or to a room.
type Address struct {
	// User is the user addressed, who may be notified. In a room it may be empty.
	User User
	// Room is where the message appears for everybody to read. It is zero for a private message to
	// User.
	Room RoomID
}

// Line returns the key of the line in which engine jobs wait whose results are shown at the
// address. All guests share one line, because a guest's origin is not stored.
func (a Address) Line() any {
	if a.User.Platform == Guest {
		return UserID{Platform: Guest}
	}
	if a.Room != (RoomID{}) {
		return a.Room
	}
	return a.User.UserID
}

// Address returns the address at which the seat's player sees the game. For a team it is the room.
func (s Seat) Address() Address {
	if s.User.Platform == Team && s.Room != (RoomID{}) {
		return s.Room.Address()
	}
	return Address{s.User, s.Room}
}

// Address returns the address of the whole room. It mentions nobody.
func (r RoomID) Address() Address { return Address{Room: r} }

// Addresses returns the private address of each of the player's accounts.
func (p Player) Addresses() (all []Address) {
	for _, u := range p.Users {
		all = append(all, Address{User: u})
	}
	return all
}

// Address returns the player's private address on the preferred platform, or else on that of their
// first account. ok is false for a player without accounts.
func (p Player) Address(preferred Platform) (a Address, ok bool) {
	for i, u := range p.Users {
		if i == 0 || u.Platform == preferred {
			a = Address{User: u}
		}
	}
	return a, len(p.Users) > 0
}

// Message returns a message to the address.
func (a Address) Message(text phrase.Text, buttons ...Button) Message {
	m := Message{Platform: a.Room.Platform, Audience: Public, Room: a.Room, Text: text, Buttons: buttons}
	if a.Room == (RoomID{}) {
		m.Platform, m.Audience = a.User.Platform, Private
	}
	if a.User != (User{}) {
		m.To = []User{a.User}
	}
	return m
}

// GameMessage returns a message about a game to the address. In a room it goes to the game's
// thread.
func (a Address) GameMessage(g Game, text phrase.Text, buttons ...Button) Message {
	m := a.Message(text, buttons...)
	m.Game, m.Title, m.Variant = g.ID, g.Heading(), g.Variant
	if g.Result != nil {
		m.Score = g.Result.Sign()
	}
	if m.Audience == Public {
		m.Audience, m.Topic = Thread, g.Topic()
	}
	return m
}

// ChallengeMessage returns a message about a challenge to the address.
func (a Address) ChallengeMessage(ch Challenge, text phrase.Text, buttons ...Button) Message {
	m := a.Message(text, buttons...)
	m.Game, m.Invitation = ch.ID, true
	return m
}

// Answer returns a message to the author of a request, in the place where it was made. The answer
// to a private request is private.
func (r Request) Answer(audience Audience, text phrase.Text, buttons ...Button) Message {
	m := Address{r.From, r.Room}.Message(text, buttons...)
	if m.Room != (RoomID{}) {
		m.Audience = audience
	}
	return m
}

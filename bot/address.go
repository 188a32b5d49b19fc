package bot

// Address is where somebody gets a message, or a whole room.
type Address struct {
	// User is who is addressed, and may be notified. In a room there may be nobody in particular.
	User User
	// Room is where the message is said, for all to read. The zero value is in private: for the user alone.
	Room RoomID
}

// Address returns where the seat's player sees the game.
func (s Seat) Address() Address { return Address{s.User, s.Room} }

// Address returns where a whole room reads.
func (r RoomID) Address() Address { return Address{Room: r} }

// Addresses returns where each account of a player gets what is for the player alone.
func (p Player) Addresses() (all []Address) {
	for _, u := range p.Users {
		all = append(all, Address{User: u})
	}
	return all
}

// Address returns where a player gets what is for them alone: on one platform if they are there,
// else where they were first. A player without accounts cannot be reached.
func (p Player) Address(preferred Platform) (a Address, ok bool) {
	for i, u := range p.Users {
		if i == 0 || u.Platform == preferred {
			a = Address{User: u}
		}
	}
	return a, len(p.Users) > 0
}

// Message returns a message to the address.
func (a Address) Message(text string, buttons ...Button) Message {
	m := Message{Platform: a.Room.Platform, Audience: Public, Room: a.Room, Text: text, Buttons: buttons}
	if a.Room == (RoomID{}) {
		m.Platform, m.Audience = a.User.Platform, Private
	}
	if a.User != (User{}) {
		m.To = []User{a.User}
	}
	return m
}

// GameMessage returns a message about a game to the address: in a room it belongs in the thread of the game.
func (a Address) GameMessage(g Game, text string, buttons ...Button) Message {
	m := a.Message(text, buttons...)
	m.Game, m.Title = g.ID, g.Heading()
	if m.Audience == Public {
		m.Audience = Thread
	}
	return m
}

// ChallengeMessage returns a message about a challenge to the address.
func (a Address) ChallengeMessage(ch Challenge, text string, buttons ...Button) Message {
	m := a.Message(text, buttons...)
	m.Game = ch.ID
	return m
}

// Answer returns a message to whoever made a request, where they made it. What is said in private stays private.
func (r Request) Answer(audience Audience, text string, buttons ...Button) Message {
	m := Address{r.From, r.Room}.Message(text, buttons...)
	if m.Room != (RoomID{}) {
		m.Audience = audience
	}
	return m
}

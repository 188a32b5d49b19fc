package bot

// Address is where a message goes: to one user in private, or to a room.
type Address struct {
	// User is the user addressed, who may be notified. In a room it may be empty.
	User User
	// Room is where the message appears for all to read. Zero means in private, to the user alone.
	Room RoomID
}

// Address returns where the seat's player sees the game.
func (s Seat) Address() Address { return Address{s.User, s.Room} }

// Address returns the address of the whole room, with nobody mentioned.
func (r RoomID) Address() Address { return Address{Room: r} }

// Addresses returns the private address of each of the player's accounts.
func (p Player) Addresses() (all []Address) {
	for _, u := range p.Users {
		all = append(all, Address{User: u})
	}
	return all
}

// Address returns the player's private address on the preferred platform, or else on that of their first
// account. ok is false for a player without accounts.
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

// GameMessage returns a message about a game to the address. In a room it goes to the game's thread.
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

// Answer returns a message to the author of a request, in the place where it was made. The answer to a private request is private.
func (r Request) Answer(audience Audience, text string, buttons ...Button) Message {
	m := Address{r.From, r.Room}.Message(text, buttons...)
	if m.Room != (RoomID{}) {
		m.Audience = audience
	}
	return m
}

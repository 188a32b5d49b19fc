package matrix

// Names of notes in the [store].
const (
	sinceNote  = "since"  // the position in the stream of events
	deviceNote = "device" // the ID of the bot's device
	tokenNote  = "token"  // the access token
	pickleNote = "pickle" // what the keys are encrypted with
	// courierNote is the note that a courier leaves to the next one. It is in the store, so that only the owner can write it.
	courierNote = "courier"
	// movedNote says to which other store everything has gone. The keys of this one must not be used any more: the other one uses them.
	movedNote = "moved"
)

// Beginnings of the names of notes in the [store].
const (
	joinedNote  = "joined/"  // and a room that the bot has joined
	directNote  = "direct/"  // and a room that was made as a chat of two
	nameNote    = "name/"    // and a room: what it is called
	followsNote = "follows/" // and a room: the one that it replaces
	invitedNote = "invited/" // and a user: when they were last invited to their chat again
	taskNote    = "task/"    // and join, decline or leave, a slash, and a room: who has caused it, and when
	lateNote    = "late/"    // and an event whose key has not come yet: the event
	staleNote   = "stale/"   // and a user whose devices have to be asked for again
)

// Beginnings of the keys of what is kept through the service, beside the games.
const (
	roomMemo      = "room/"      // and a room made for a game: the game
	parentMemo    = "parent/"    // and a room made for a game: the room in which it was agreed
	threadMemo    = "thread/"    // and a place: the game whose thread it is
	chatMemo      = "chat/"      // and a user: their chat with the bot
	buttonsMemo   = "buttons/"   // and a room, a slash, and a message: its buttons
	movedMemo     = "moved/"     // and a room: the one that has replaced it
	successorMemo = "successor/" // and a room: the one that it has replaced
)

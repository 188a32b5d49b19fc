package matrix

// The names of notes in the [store].
const (
	sinceNote  = "since"  // the position in the stream of events
	deviceNote = "device" // the ID of the bot's device
	tokenNote  = "token"  // the access token
	pickleNote = "pickle" // the key that encrypts the other keys
	// movedNote names the store to which everything has been moved. The keys in this one must not
	// be used any more.
	movedNote = "moved"
)

// The prefixes of the names of notes in the [store], with the rest of the name and the value.
const (
	joinedNote    = "joined/"    // ROOM: not empty if the bot has joined the room
	directNote    = "direct/"    // ROOM: not empty if the room was created as a direct chat
	nameNote      = "name/"      // ROOM: the name of the room
	followsNote   = "follows/"   // ROOM: the room that it replaces
	invitedNote   = "invited/"   // USER: when the user was last invited to their chat again
	taskNote      = "task/"      // join|decline|leave/ROOM: the user who has caused the task, and when
	lateNote      = "late/"      // EVENT: an event whose key has not arrived yet
	peerNote      = "peer/"      // ROOM USER: when another raumbot, or this one, joined the room
	describedNote = "described/" // ROOM: a digest of the descriptions of commands that the room has
	staleNote     = "stale/"     // USER: not empty if the user's devices must be fetched again
)

// The prefixes of the names of memos in the service's store, with the rest of the name and
// the value.
const (
	avatarMemo    = "avatar/"    // USER: the first picture of the user that the bot has set or seen
	figureMemo    = "figure/"    // USER/LOOK: the uploaded picture of a man, and a digest of it
	devicesMemo   = "devices/"   // USER: the devices by which the bot has logged in as the user
	resetMemo     = "reset/"     // USER: not empty if the user's keys have been replaced as configured
	roomMemo      = "room/"      // ROOM: the game for which the room was created
	parentMemo    = "parent/"    // ROOM: the room from which a game's room was created
	topicMemo     = "topic/"     // ROOM: what the topic of a game's room says of the result
	threadMemo    = "thread/"    // PLACE: the game to which the thread belongs
	chatMemo      = "chat/"      // USER: the user's direct chat with the bot
	buttonsMemo   = "buttons/"   // ROOM/MESSAGE: the buttons of the message
	movedMemo     = "moved/"     // ROOM: the room that has replaced it
	successorMemo = "successor/" // ROOM: the room that it has replaced
)

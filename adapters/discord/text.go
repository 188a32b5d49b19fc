package discord

import "raumbot/bot/phrase"

// The adapter's own messages to users, as phrases. Their translations are in bot/locale.
var (
	hello = phrase.Of("Hello! I'm a referee for three-dimensional chess by correspondence. `challenge` invites somebody, `variants` lists the games, and `help` all commands.")

	carriedOut     = phrase.Of("Done.")
	answerLost     = phrase.Of("My answer to this was lost. Look whether it has been done, and ask again if it has not.")
	tooFast        = phrase.Of("That's too much at once, so nothing was done. Wait a minute and try again. Your moves are not held up.")
	sentPrivately  = phrase.Of("I've answered you in a direct message.")
	notAboutGame   = phrase.Of("That message isn't about a game. Choose one of mine that shows a board.")
	userUnknown    = phrase.Of("Discord doesn't tell me who that is at the moment. Try again in a minute.")
	cannotBePlayed = phrase.Of("That is a bot, and it doesn't play. Choose somebody else, or let `seek` find you an opponent.")

	restInFile  = phrase.Of("(The whole text is in the file.)")
	noFiles     = phrase.Of("(I can't attach pictures here: I lack the permission Attach Files.)")
	notAccepted = phrase.Of("Discord didn't accept what I had to say here. `games` shows how things stand.")

	gameClosed     = phrase.Of("(I can't write in the channel of this game at the moment, so I'm writing to you. It goes on there as soon as I can.)")
	channelClosed  = phrase.Of("(I can't write in the channel where this belongs at the moment, so I'm writing to you.)")
	threadLost     = phrase.Of("(The thread of this game was deleted, so it goes on in this channel.)")
	threadReplaced = phrase.Of("(The earlier thread of this game was deleted, so it goes on in this one.)")
	roomLost       = phrase.Of("(The channel where this was is gone, so I'm writing to you.)")

	undeliveredNote      = phrase.Of("I had a message for you, but you don't accept direct messages from me. Allow them in the privacy settings of this server. `games` shows what you have missed.")
	directMessagesClosed = phrase.Of("My answer is for you alone, but you don't accept direct messages from me. Allow them in the privacy settings of this server, or use the slash command.")
)

// The texts of setupReport.
var (
	notMember       = phrase.Of("I'm not a member of this server: somebody installed me for themselves alone. An administrator can add me with the link in my profile.")
	notDescribedYet = phrase.Of("Discord hasn't told me yet what I may do here. Ask again in a minute.")
	allGranted      = phrase.Of("I have every permission that I need, in every text channel.")
	theseAreMissing = phrase.Of("These permissions are missing:")
	howToGrant      = phrase.Of("To grant them: Server Settings, Roles, the role with my name; or for one channel: Edit Channel, Permissions, my role. Channels in which I shouldn't play need nothing.")
)

// The names of the context menu commands.
var (
	challengeUser  = phrase.Term("Challenge to 3D chess")
	profileOfUser  = phrase.Term("Profile")
	movesOfMessage = phrase.Term("Legal moves")
	boardOfMessage = phrase.Term("Board at this move")
)

// The descriptions of slash commands and options.
var (
	byNameHelp           = phrase.Term("Or somebody who plays elsewhere, by their name")
	gameGroupBrief       = phrase.Term("Look at a game, and act in it")
	tournamentGroupBrief = phrase.Term("Play in tournaments, and run them")
	settingsGroupBrief   = phrase.Term("Choose what you see, when you are reminded, and who may reach you")
	learnGroupBrief      = phrase.Term("Learn the games and their pieces")
	roomGroupBrief       = phrase.Term("Who plays in this channel, games to follow, and what organisers decide")

	showTournamentBrief = phrase.Term("Show a tournament and its players")
	manageBrief         = phrase.Term("Open, start, pause or end a tournament, as its organiser")

	setupBrief = phrase.Term("Check what the bot may do in this server, and how to grant what is missing")
)

// cannotWriteHere returns the refusal of a request whose result cannot be posted in its channel, as a phrase.
func cannotWriteHere(missing []permission) string {
	return phrase.Of("I can't write in this channel, so nobody would see it. I lack these permissions: %s. `setup` shows how to grant them. Or use another channel, or a direct message to me.",
		permissionNames(missing))
}

package discord

import "raumbot/bot/phrase"

// The adapter's own messages to users, as phrases. Their translations are in bot/locale.
var (
	hello = phrase.Of("Hello! I'm a referee for three-dimensional chess by correspondence. `challenge` invites somebody, `variants` lists the games, and `help` all commands.")

	postedThere    = phrase.Of("It is posted in another channel:")
	answerLost     = phrase.Of("My answer to this was lost. Look whether it has been done, and ask again if it has not.")
	sentPrivately  = phrase.Of("I've answered you in a direct message.")
	editedTooLate  = phrase.Of("You have edited a message that I've carried out already, and that stays as it is. `takeback` asks to take a move back.")
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
	someMissing     = phrase.Of("Some permissions may be missing: `setup` tells organisers which, and how to grant them.")
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

// The names of the tags of a forum that mark games which are over, in English and in the language
// of its server.
var (
	overTag     = phrase.Term("Over")
	finishedTag = phrase.Term("Finished")
)

// The descriptions of slash commands and options.
var (
	byNameHelp           = phrase.Term("Or somebody who plays elsewhere, by their name")
	gameGroupBrief       = phrase.Term("Look at a game, and act in it")
	tournamentGroupBrief = phrase.Term("Play in tournaments, and run them")
	settingsGroupBrief   = phrase.Term("Choose what you see, when you are reminded, and who may reach you")
	learnGroupBrief      = phrase.Term("Learn the games and their pieces")
	roomGroupBrief       = phrase.Term("Who plays in this channel, its games by vote, games to follow, and reports to its organisers")
	organiseGroupBrief   = phrase.Term("What the organisers of this channel decide: settings, bars, results")

	roundGoesOn  = phrase.Of("A round of a tournament of 3D chess by correspondence. It goes on until its games are over, be that before or after the end that is given here.")
	ladderBegins = phrase.Of("A ladder of 3D chess by correspondence begins. Its players challenge those above them for as long as it goes on, which may be longer than the end that is given here.")
	seasonBegins = phrase.Of("A season of a league of 3D chess by correspondence begins. Everybody meets everybody in their division for as long as it goes on, which is longer than the end that is given here.")

	setupBrief = phrase.Term("Check what the bot may do in this server, and how to grant what is missing")
)

// The conditions of linked roles, and the pages on which accounts are linked.
var (
	ratingCondition     = phrase.Term("Rating")
	ratingConditionHelp = phrase.Term("The best rating in 3D chess is at least")
	gamesCondition      = phrase.Term("Rated games")
	gamesConditionHelp  = phrase.Term("The number of rated games of 3D chess is at least")

	linkAgain  = phrase.Of("That did not work. Go back to the role in Discord, and link again.")
	linkLater  = phrase.Of("The bot is starting, or its database is away. Link again in a minute.")
	notLinked  = phrase.Of("Nothing has been linked.")
	playFirst  = phrase.Of("You haven't played with the bot on Discord yet, so there is nothing to show. Use one of its commands there, and link again.")
	linkedNow  = phrase.Of("Linked. Discord knows your best rating and how many rated games you have played, and servers can give you roles by that. You can close this page. `forget me` ends it, and so does Discord: User Settings, Authorized Apps.")
	linkedSoon = phrase.Of("Linked. Discord does not take your rating at the moment, so it will be told within ten minutes.")
)

// mayAlso returns the phrase that names a permission without which the bot does all else.
func mayAlso(p permission) phrase.Text {
	return phrase.Of("You may also grant me a permission for the whole server: %s (%s).", p.name, p.why)
}

// cannotWriteHere returns the phrase that refuses a request whose result cannot be posted in
// its channel.
func cannotWriteHere(missing []permission) phrase.Text {
	return phrase.Of("I can't write in this channel, so nobody would see it. I lack these permissions: %s. `setup` shows how to grant them. Or use another channel, or a direct message to me.",
		permissionNames(missing))
}

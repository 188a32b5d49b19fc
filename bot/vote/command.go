package vote

import (
	"raumbot/bot/action"
	"raumbot/bot/command"
)

// gameParam is the parameter for the number of a game that a room plays by vote.
var gameParam = command.Param{Name: "id", Help: "The number of the game; without it, the one that this room plays", Kind: command.Number, Optional: true}

// commands returns the commands of the package.
func commands() []action.Command {
	return []action.Command{
		{Command: command.Command{
			Name:  "vote",
			Brief: "Propose a move in the game that this room plays, and vote for one",
			Detail: "A move that nobody has proposed yet is shown to the room, with a button that votes for it. You have one vote, and can change it until the count. The move with most votes is played; " +
				"of moves with equal votes, the one that has had its votes first. Without a move it lists what is proposed. " +
				"`vote draw`, `vote claim`, `vote resign` and `vote takeback` ask the team to do so, `vote accept` and `vote decline` to answer an offer; more than half of those who have voted in the last three turns decide. " +
				"`vote 7 accept` takes up challenge 7 of another room for this one, and `vote cancel` withdraws this room's own. To begin a game, see `help teamgame`; who leads the team, `help team`.",
			Example: "vote ab2-ab3",
			Params: []command.Param{gameParam,
				{Name: "turn", Help: "For which move of the game the vote is, counting those of both sides", Kind: command.Count, Optional: true, Anywhere: true},
				{Name: "what", Help: "What else the team should do, or how it answers", Kind: command.Choice, Optional: true,
					Choices: []string{"draw", "claim", "resign", "takeback", "accept", "decline", "pick", "cancel"}},
				{Name: "back", Help: "That you do not agree to it any more", Kind: command.Choice, Choices: []string{"no"}, Optional: true},
				{Name: "sure", Help: "Say so at once, without being asked", Kind: command.Choice, Choices: []string{"confirm"}, Optional: true},
				{Name: "move", Help: "The move: cells, or a piece and a cell", Kind: command.MoveText, Optional: true}},
			Button: "Vote", Changes: true, Shows: true, InGame: true,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1310, Slash: command.Slash{Group: "room"},
		}, Do: vote},
		{Command: command.Command{
			Name: "teamgame", Pair: "vote challenge",
			Brief: "Let this room play one side of a game, by vote",
			Detail: "`vote challenge` is the same. The opponent is a person, the computer, or with `room` whichever other room takes the challenge up. Everybody here then plays together: see `help vote`. " +
				"Without a pace a move has a day; an hour before that is over, the votes are counted. `quorum 5` counts as soon as five have voted or the rest cannot change the move. " +
				"The numbers of votes are shown after the count; `open` shows them before. You can vote if the bot has known you for a day; `known 7` asks for a week, `known 0` for nothing. On Discord `role` with the mention of a role of yours asks for that role. These games are casual. You are the captain: see `help team`.",
			Example: "teamgame computer raumschach 1d",
			Params: []command.Param{
				{Name: "name", Help: "Whom to play: a name, computer, or room for any other room", Kind: command.Person, Computer: true, Said: anotherRoom},
				{Name: "variant", Help: "The game to be played, as variants lists them; without it, the one of the room", Kind: command.VariantName, Optional: true},
				{Name: "colour", Help: "The colour that you will play", Kind: command.Choice, Choices: []string{"white", "black", "random"}, Said: command.ColourWords, Optional: true},
				command.PaceParam,
				{Name: "quorum", Help: "With how many votes a turn is counted early", Kind: command.Count, Most: 500, Optional: true, Named: true},
				{Name: "counts", Help: "Show the numbers of votes before the count", Kind: command.Choice, Choices: []string{"open"}, Optional: true},
				{Name: "known", Help: "For how many days the bot must have known those who vote", Kind: command.Count, FromZero: true, Most: 30, Optional: true, Named: true},
				{Name: "role", Help: "On Discord, the role that those who vote must have", Kind: command.RoleName, Optional: true, Refuse: notRole},
				{Name: "level", Help: "How strong the computer plays, from 1 to 8, in a game against it", Kind: command.Count, Most: 8, Optional: true, Named: true, Said: command.LevelWords}},
			Changes: true, Cost: 3, Form: []string{"name", "variant", "colour", "pace", "quorum", "counts", "known", "level"},
			Topics: []command.Topic{command.PlayingTopic}, Order: 1300, Slash: command.Slash{Group: "room"},
		}, Do: begin},
		{Command: command.Command{
			Name: "team", Pair: "vote team",
			Brief: "Show who leads the team of this room; its captain excludes somebody, or has votes counted",
			Detail: "The captain is who began the game. `team captain bob` hands that on to somebody who has voted. `team exclude bob` takes Bob's vote away in this game, `team readmit bob` gives it back, " +
				"and `team count` ends the turn early. If nobody has voted when votes should be counted, the vote of the captain is played at once.",
			Example: "team",
			Params: []command.Param{gameParam,
				{Name: "what", Help: "What the captain wants", Kind: command.Choice, Choices: []string{"captain", "exclude", "readmit", "count"}, Optional: true},
				{Name: "name", Help: "Whom it is about", Kind: command.Person, Optional: true}},
			Button: "Team", Changes: true, Shows: true,
			Topics: []command.Topic{command.PlayingTopic}, Order: 1320, Slash: command.Slash{Group: "room"},
		}, Do: team},
		{Command: command.Command{
			Name:  "votes",
			Brief: "Tell how many votes each move had in a game that is over, and how people voted",
			Detail: "Everybody who may see the game is told the numbers. The room that played is also told of each voter how often their move was played and, once the game is analysed, how often it was the engine's choice. " +
				"While a game goes on, its votes are shown to nobody.",
			Example: "votes 4",
			Params:  []command.Param{{Name: "id", Help: "The number of the game; without it, the last of this room", Kind: command.Number, Optional: true}},
			Button:  "Votes",
			Topics:  []command.Topic{command.PlayingTopic}, Order: 1330, Slash: command.Slash{Group: "room"},
		}, Do: showVotes},
	}
}

package watch

import (
	"raumbot/bot/action"
	"raumbot/bot/command"
)

// commands returns the commands of the package.
func commands() []action.Command {
	return []action.Command{
		{Command: command.Command{
			Name: "watch", Aliases: []string{"follow"},
			Brief: "Follow a game without playing it",
			Detail: "Each of its moves, and its end, come to you in private. Whether you may see the game is asked at each: one that is shown only where it is played is followed from there, for a week after you have last said so. " +
				"`watch 4 here` has this room follow a game that is played elsewhere and that all here may see; that is for its organisers, five games at once. You can follow twenty. The players are not told.",
			Example: "watch 4",
			Params: []command.Param{{Name: "id", Help: "The number of the game", Kind: command.Number},
				{Name: "where", Help: "Have this room follow it, as its organiser", Kind: command.Choice, Choices: []string{"here"}, Optional: true}},
			Needs: command.NeedGame, Changes: true, Cost: 2,
			Topics: []command.Topic{command.BoardsTopic}, Order: 2160, Slash: command.Slash{Group: "room"},
		}, Do: watch},
		{Command: command.Command{
			Name: "unwatch", Aliases: []string{"unfollow"},
			Brief:   "Stop following a game",
			Detail:  "`unwatch 4 here` ends that this room follows it, for its organisers.",
			Example: "unwatch 4",
			Params: []command.Param{{Name: "id", Help: "The number of the game; without it, the only one that you follow", Kind: command.Number, Optional: true},
				{Name: "where", Help: "For this room, as its organiser", Kind: command.Choice, Choices: []string{"here"}, Optional: true}},
			Changes: true,
			Topics:  []command.Topic{command.BoardsTopic}, Order: 2170, Slash: command.Slash{Group: "room"},
		}, Do: unwatch, Personal: action.Always},
		{Command: command.Command{
			Name:    "watching",
			Brief:   "List the games that you follow",
			Example: "watching",
			Button:  "Followed games",
			Topics:  []command.Topic{command.BoardsTopic}, Order: 2180, Slash: command.Slash{Group: "room"},
		}, Do: listFollowed, Personal: action.Always},
	}
}

package bot

// peopleCommands are about the players themselves.
func peopleCommands() []*Command {
	return []*Command{
		{
			Name:    "profile",
			Brief:   "Tell how you or somebody else has fared in rated games",
			Detail:  "There is a rating for each game that one can play, by the system Glicko-2. Beginners have 1500.",
			Example: "profile bob",
			Params:  []Param{{Name: "name", Help: "Whose profile; without it, yours", Kind: Person, Optional: true}},
			Button:  "Profile", run: showProfile,
		},
		{
			Name:    "leaders",
			Aliases: []string{"leaderboard"},
			Brief:   "List the best at a game",
			Detail:  "Those are ranked whose rating is certain enough.",
			Example: "leaders stockschach216",
			Params:  []Param{variantParam},
			Button:  "Leaders", run: showLeaders,
		},
		{
			Name: "remind", Aliases: []string{"reminders"},
			Brief: "Say how long before a deadline you want to be reminded",
			Detail: "Name one to five numbers of hours. Without them it tells what you have chosen. `remind off` ends all reminders, and `remind default` brings back " +
				"those after half and after four fifths of the time.",
			Example: "remind 24 2",
			Params:  []Param{{Name: "hours", Help: "Hours before the deadline, or off, or default", Kind: Rest, Optional: true}},
			Button:  "Reminders", Changes: true, run: setReminders,
		},
	}
}

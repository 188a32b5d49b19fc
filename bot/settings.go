package bot

// Settings are what a player has decided for all of their games.
type Settings struct {
	Vacation Vacation `json:",omitzero"`
}

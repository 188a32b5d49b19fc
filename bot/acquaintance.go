package bot

// MostNames limits the number of players whose names are searched for a completion.
const MostNames = 500

// Acquaintances returns the players whose names are completed for the player me, who speaks in the
// given places: those who have played on the same server, or with me. Other players are found only
// by their full name. games returns me's ongoing games, or if over is true, the newest finished
// ones.
func Acquaintances(tx Tx, me PlayerID, places []RoomID, games func(over bool) ([]Game, error)) (map[PlayerID]bool, error) {
	near := map[PlayerID]bool{}
	for _, over := range []bool{false, true} {
		played, err := games(over)
		if err != nil {
			return nil, err
		}
		for _, g := range played {
			for _, seat := range g.Seats {
				near[seat.Player] = true
			}
		}
	}
	challenges, err := tx.ChallengesOf(me)
	if err != nil {
		return nil, err
	}
	for _, ch := range challenges {
		near[ch.From.Player], near[ch.To.Player] = true, true
	}
	if len(places) == 0 {
		return near, nil
	}
	players, err := tx.PlayersIn(places[len(places)-1], 0, MostNames)
	for _, p := range players {
		near[p] = true
	}
	return near, err
}

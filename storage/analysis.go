package storage

import "raumbot/bot"

// analysisRefs indexes analyses that a player is waiting for.
func analysisRefs(_ []byte, a bot.Analysis) []ref {
	if !a.Waits() {
		return nil
	}
	return []ref{{waitingAnalysis, key(a.Game)}}
}

// Analysis implements [bot.GameTx].
func (t tx) Analysis(id bot.GameID) (bot.Analysis, error) { return analyses.load(t, key(id)) }

// PutAnalysis implements [bot.GameTx].
func (t tx) PutAnalysis(a bot.Analysis) error { return analyses.put(t, a) }

// WaitingAnalyses implements [bot.GameTx].
func (t tx) WaitingAnalyses(limit int) ([]bot.Analysis, error) {
	return analyses.at(t, t.under(waitingAnalysis, nil, nil, limit))
}

package storage

import "raumbot/bot"

// Due implements [bot.GameTx].
func (t tx) Due(m bot.Moment, limit int) ([]bot.GameID, error) {
	var ids []bot.GameID
	for k := range t.kv.scan(dueIndex, nil) {
		if len(ids) == limit || bot.Moment(lastNumber(k[:8])) > m {
			break
		}
		ids = append(ids, bot.GameID(lastNumber(k)))
	}
	return ids, nil
}

// NextDue implements [bot.GameTx].
func (t tx) NextDue() (bot.Moment, error) {
	for k := range t.kv.scan(dueIndex, nil) {
		return bot.Moment(lastNumber(k[:8])), nil
	}
	return 0, nil
}

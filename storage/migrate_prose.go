package storage

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"strings"

	"raumbot/bot/phrase"
	"raumbot/storage/kv"
)

// proseToData migrates to schema 4. Before, logs, results and tournaments held sentences, some with
// the marks of phrases. Now they hold the data from which the sentences are made. Data that other
// records hold as well is dropped.
func proseToData(t tx) error {
	return errors.Join(
		t.rewrite("games", func(_ []byte, game fields) { resultToData(game) }),
		t.rewrite("tournaments", func(_ []byte, tournament fields) { causeToData(tournament) }),
		t.rewrite("logs", t.entryToData),
	)
}

// fields holds the fields of a record of any schema, by name.
type fields map[string]json.RawMessage

// text returns a text field without the marks of phrases; empty if there is none.
func (f fields) text(name string) string {
	var text string
	if json.Unmarshal(f[name], &text) != nil {
		return ""
	}
	return phrase.English(phrase.Text(text))
}

// set sets a field, or deletes it if the value is empty.
func (f fields) set(name, value string) {
	if value == "" {
		delete(f, name)
		return
	}
	f[name], _ = json.Marshal(value) // cannot fail for a string
}

// rewrite changes the records of a table, which are sealed at the end of the migration. A damaged
// record stays as it is, and is reported then.
func (t tx) rewrite(table kv.Table, change func(k []byte, record fields)) error {
	var log chain
	return t.eachInParts(table, func(k, value []byte) error {
		text, err := t.unseal(table, k, value)
		if table == entries.table {
			_, text, err = log.pass(k, value)
		}
		var record fields
		if err != nil || json.Unmarshal(text, &record) != nil {
			return nil
		}
		change(k, record)
		if text, err = json.Marshal(record); err != nil {
			return err
		}
		return t.write(table, k, text)
	})
}

// raw returns the fields of a record, nil if it does not exist.
func (t tx) raw(table kv.Table, k []byte) (record fields) {
	if text, err := t.unseal(table, k, t.kv.Get(table, k)); err != nil || json.Unmarshal(text, &record) != nil {
		return nil
	}
	return record
}

// reasonsOfProse maps the words of earlier schemas to reasons of results.
var reasonsOfProse = map[string]string{
	"checkmate": "checkmate", "marriage": "marriage", "triples": "triples", "extinction": "extinction", "stalemate": "stalemate",
	"threefold repetition": "threefold-repetition", "fifty-move rule": "fifty-moves", "fivefold repetition": "fivefold-repetition",
	"seventy-five-move rule": "seventy-five-moves", "insufficient material": "insufficient-material",
	"agreement": "agreement", "resignation": "resignation", "silence of the opponent": "silence", "time": "time", "withdrawal": "withdrawal", "the record": "record",
	"by agreement": "consent", "nobody has moved for long": "inactivity", "study ended": "study-ended", "not begun": "never-begun", "not begun in time": "not-begun-in-time",
	"a player has left": "player-left", "withdrawal of both players": "both-withdrew",
	"the tournament is called off": "tournament-called-off", "the ladder is closed": "ladder-closed",
}

// decision matches an organiser's decision in the words of earlier schemas.
var decision = regexp.MustCompile(`^(?:an organiser's decision|decision of .*?) \((.*)\)$`)

// resultToData converts the result of a game.
func resultToData(game fields) {
	var result fields
	if json.Unmarshal(game["Result"], &result) != nil || result == nil {
		return
	}
	words, remark := result.text("Reason"), result.text("Ruling")
	reason, known := reasonsOfProse[words]
	var adjudicated bool
	switch _ = json.Unmarshal(result["Adjudicated"], &adjudicated); {
	case adjudicated:
		reason = "ruling"
		if found := decision.FindStringSubmatch(words); remark == "" && found != nil {
			remark = found[1]
		} else if remark == "" && words != "an organiser's decision" {
			remark = words
		}
	case !known: // the text of an imported record
		reason, remark = "record", words
	}
	delete(result, "Adjudicated")
	delete(result, "Ruling")
	result.set("Reason", reason)
	result.set("Remark", remark)
	if value, err := json.Marshal(result); err == nil {
		game["Result"] = value
	}
}

// causesOfProse maps the beginnings of earlier schemas' sentences to the causes for which a
// tournament ended.
var causesOfProse = []struct{ begins, cause string }{
	{"it was never announced", "never-announced"},
	{"it has not begun for ", "never-started"},
	{"it has ", "too-few-entered"},
	{"fewer than two players are left", "too-few-left"},
	{"all who were left have forfeited", "all-forfeited"},
	{"no further round can be paired", "no-pairing"},
	{"nobody has played for ", "nobody-played"},
	{"", "organisers"}, // any other wording, with or without a name
}

// causeToData converts the cause for which a tournament was called off or ended early.
func causeToData(tournament fields) {
	words := tournament.text("Why")
	if words == "" {
		return
	}
	for _, c := range causesOfProse {
		if strings.HasPrefix(words, c.begins) {
			tournament.set("Why", c.cause)
			return
		}
	}
}

// entryToData converts a log entry. It drops the text about a pairing or a result, which other
// records hold.
func (t tx) entryToData(k []byte, entry fields) {
	words := entry.text("Note")
	delete(entry, "Note")
	id := k[:8]
	game := t.raw("games", id)
	switch entry.text("What") {
	case "challenge":
		// A challenge without a game has no record any more, and nobody can read its log.
		record := game
		if record == nil {
			record = t.raw("challenges", id)
		}
		if record != nil {
			entry["Proposal"] = proposalOfProse(record, words)
		}
	case "move":
		if words != "" {
			entry["Planned"] = json.RawMessage("true")
		}
	case "end":
		if game == nil {
			entry.set("Lapse", map[string]string{"declined": "declined", "withdrawn": "withdrawn", "expired": "expired", "a player has left": "departed"}[words])
		}
	}
}

// proposed matches what follows the variant in an earlier schema's challenge: the colour and the
// terms.
var proposed = regexp.MustCompile(`^.*, (?:colours by lot|as (White|Black)|.* plays (White|Black)), (.*)$`)

// proposalOfProse returns a challenge's proposal: the immutable part from its game's record, the
// rest from the text.
func proposalOfProse(record fields, words string) json.RawMessage {
	proposal := fields{"Variant": record["Variant"], "Pace": record["Pace"]}
	colour, terms := "random", ""
	if found := proposed.FindStringSubmatch(words); found != nil {
		if side := found[1] + found[2]; side != "" {
			colour = strings.ToLower(side)
		}
		terms = found[3] + ","
	}
	proposal.set("Colour", colour)
	for name, said := range map[string]string{"Rated": ", rated,", "Vacation": " with vacations,", "Weekends": ", weekends off,"} {
		if strings.Contains(terms, said) {
			proposal[name] = json.RawMessage("true")
		}
	}
	for _, sight := range []string{"private", "public"} {
		if strings.Contains(terms, ", "+sight+",") {
			proposal.set("Sight", sight)
		}
	}
	value, err := json.Marshal(proposal)
	if err != nil || bytes.Contains(value, []byte(":null")) {
		return json.RawMessage("{}")
	}
	return value
}

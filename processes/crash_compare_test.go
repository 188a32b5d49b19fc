package processes

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"raumbot/adapters/discord/discordtest"
)

// compare checks that a run with disturbances has the same result as one without: what is kept
// about the games, and what was said in which order.
func (r *clubRun) compare(calm *clubRun) {
	r.t.Helper()
	kept, want := r.kept(), calm.kept()
	for what := range want {
		if kept[what] != want[what] {
			r.t.Errorf("%s: kept is\n%s\nwithout disturbances\n%s", what, kept[what], want[what])
		}
	}
	if len(kept) != len(want) || len(want) < 2*len(r.games) {
		r.t.Errorf("%d records are kept, without disturbances %d", len(kept), len(want))
	}
	messages, repeats := 0, 0
	for n, g := range r.games {
		cards, want := g.cards(), calm.games[n].cards()
		if len(cards) != len(g.moves)+1 || len(want) != len(cards) {
			r.t.Errorf("game %d: %d messages about %d moves, without disturbances %d", g.number, len(cards), len(g.moves), len(want))
			continue
		}
		for i, m := range cards {
			if a, b := settled(m), settled(want[i]); a != b {
				r.t.Errorf("game %d, ply %d: said is %q, without disturbances %q", g.number, i, a, b)
			}
		}
	}
	channels := calm.channels()
	for name, c := range r.channels() {
		got, again := r.said(c)
		messages, repeats = messages+len(got), repeats+again
		want, _ := calm.said(channels[name])
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			r.t.Errorf("%s: said is\n%s\nwithout disturbances\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		delete(channels, name)
	}
	for name := range channels {
		r.t.Errorf("%s is missing", name)
	}
	if repeats > 0 && !r.aged {
		r.t.Errorf("%d messages were repeated while Discord still knew their nonces", repeats)
	}
	answers, undisturbed := r.answeredOnce(), calm.answeredOnce()
	if undisturbed < len(r.games) { // some answers are left to the outbox
		r.t.Errorf("without disturbances, questions have %d answers", undisturbed)
	}
	r.t.Logf("%d moves asked for again, %d interactions sent again, %d people were told to wait; %d messages, %d of them repeated when Discord no longer knew them; %d answers to questions, %d without disturbances",
		r.again, r.resent, r.told, messages, repeats, answers, undisturbed)
}

// channels returns the channels in which something was said, by name.
func (r *clubRun) channels() map[string]*discordtest.Channel {
	all := map[string]*discordtest.Channel{}
	for _, c := range r.Channels {
		if len(c.Messages) > 0 && c.With == nil {
			all[c.Name] = c
		}
	}
	return all
}

// answeredOnce checks that no message of a player was answered twice, and returns the number of
// answers.
func (r *clubRun) answeredOnce() (answers int) {
	r.t.Helper()
	known := map[string]bool{}
	for _, c := range r.Channels {
		for _, m := range c.Messages {
			if m.ReplyTo == "" && (c.With == nil || !strings.HasPrefix(m.Nonce, "r")) {
				continue
			}
			answers++
			if known[m.Nonce] || m.Nonce == "" {
				r.t.Errorf("a message is answered twice, or by an answer without a nonce:\n%s", m.Screen())
			}
			known[m.Nonce] = true
		}
	}
	return answers
}

// said returns what the bot has said in a channel by itself, apart from greetings, which come one
// after the other while games go on, and how often it has repeated something. A repeat must equal
// the original.
func (r *clubRun) said(c *discordtest.Channel) (all []string, repeats int) {
	known := map[string]*discordtest.Message{}
	for _, m := range c.Messages {
		if m.Nonce == "" || m.ReplyTo != "" || strings.HasPrefix(m.Nonce, "g"+c.Guild.ID+"-") {
			continue
		}
		if old := known[nameOf(m)]; old == nil {
			known[nameOf(m)] = m
			all = append(all, settled(m))
		} else if repeats++; old.Nonce != m.Nonce {
			r.t.Errorf("one message was said in two ways:\n%s\n%s", old.Screen(), m.Screen())
		}
	}
	return all, repeats
}

// passing matches the parts of messages that differ between two runs, and slashMention commands as
// they are mentioned once they have been registered, which may come soon after the first messages.
var (
	passing      = regexp.MustCompile(`<t:[0-9]+:[a-zA-Z]>|"nonce":"[^"]*"|"message_id":"[0-9]*"`)
	slashMention = regexp.MustCompile("\\\\u003c(/[^:]+):[0-9]+\\\\u003e(?: `([^`]*)`)?")
)

// settled returns a message as first sent, with its buttons and picture description, without those
// parts.
func settled(m *discordtest.Message) string {
	text := slashMention.ReplaceAllStringFunc(string(m.JSON), func(mention string) string {
		parts := slashMention.FindStringSubmatch(mention)
		return "`" + strings.TrimSpace(parts[1]+" "+parts[2]) + "`"
	})
	return passing.ReplaceAllString(text, "")
}

// keptRecord matches a record of an export that is about games, ratings, or people.
var keptRecord = regexp.MustCompile(`^\{"table":"(games|log|ratings|players)","key":"([^"]*)"`)

// kept returns what is kept about games and people, without what differs between two runs.
func (r *clubRun) kept() map[string]string {
	r.t.Helper()
	text := filepath.Join(r.t.TempDir(), "export.txt")
	if code, _, errs := runCommand(r.t, r.database, "", "db", "export", text); code != 0 {
		r.t.Fatal(errs)
	}
	var names []string // threads have other numbers in each run
	for id, c := range r.Channels {
		names = append(names, `"`+id+`"`, `"`+c.Name+`"`)
	}
	named, all := strings.NewReplacer(names...), map[string]string{}
	for line := range strings.Lines(mustRead(r.t, text)) {
		if found := keptRecord.FindStringSubmatch(line); found != nil {
			all[fmt.Sprintf("%s %s", found[1], found[2])] = timely.ReplaceAllString(named.Replace(strings.TrimSpace(line)), "")
		}
	}
	return all
}

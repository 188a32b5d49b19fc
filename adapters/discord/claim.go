package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
)

// claimer divides the shards among the processes that work on one database. Each shard is a lease, and the note that goes with it says how
// its session is resumed, so that whoever has it next misses nothing. Each process takes its share, ceil(shards/processes), and
// gives up what it has beyond that, one shard after the other, when further processes come. A shard that nobody takes, because the
// process that should has died and is not known to, is taken beyond one's share.
type claimer struct {
	*Discord
	leases  bot.Leases
	count   int // of all shards
	present bot.Lease
	mine    map[int]*claimed
	ended   chan int // shards whose connections have ended
	asked   time.Time
	free    map[int]time.Time // since when each shard that nobody has is free
	kept    time.Time         // until when shards beyond the share are kept, while crowd is there
	crowd   string            // the processes that were there when a shard was taken beyond the share
}

// claimed is a shard that this process has.
type claimed struct {
	stop    context.CancelFunc
	leaving bool
}

// The tasks of a Discord bot.
const (
	shardTask    = "discord/shard/"   // N/of/COUNT: the connection of a shard
	processTask  = "discord/process/" // a name: a process that takes shards
	countTask    = "discord/count"    // its note is the number of shards
	identifyTask = "discord/identify/"
)

const (
	// unclaimedTime is how long a shard is free before it is taken beyond one's share.
	unclaimedTime = 2 * time.Second
	// unclaimedKept is for how long such shards are kept while the same processes are there: longer than the leases of one that has died.
	unclaimedKept = 30 * time.Second
)

// adviceInterval is how often Discord is asked whether it wants more shards.
const adviceInterval = time.Hour

func shardLease(shard, count int) string { return fmt.Sprintf("%s%d/of/%d", shardTask, shard, count) }

// shardLeases returns the names of the tasks of all shards.
func shardLeases(count int) (all []string) {
	for shard := range count {
		all = append(all, shardLease(shard, count))
	}
	return all
}

// parseShard returns the shard and the count in the name of a task.
func parseShard(task string) (shard, count int, ok bool) {
	rest, ok := strings.CutPrefix(task, shardTask)
	first, second, cut := strings.Cut(rest, "/of/")
	shard, err := strconv.Atoi(first)
	count, also := strconv.Atoi(second)
	return shard, count, ok && cut && err == nil && also == nil
}

// run takes shards and keeps them connected until ctx ends, and returns when all are given back.
func (c *claimer) run(ctx context.Context) {
	name := fmt.Sprintf("%s%016x", processTask, rand.Uint64())
	for ctx.Err() == nil {
		freed := c.leases.Freed()
		if err := c.round(ctx, name); err != nil && ctx.Err() == nil {
			c.log.Warn("it is not known which shards are free, trying again", "err", err)
		}
		select {
		case <-ctx.Done():
		case <-freed:
		case <-time.After(time.Second):
		case shard := <-c.ended:
			delete(c.mine, shard)
		}
	}
	if c.present != nil {
		c.present.Release()
	}
	for len(c.mine) > 0 { // they end with ctx
		delete(c.mine, <-c.ended)
	}
}

// round looks at who has what, and takes or gives up shards.
func (c *claimer) round(ctx context.Context, name string) (err error) {
	if c.present == nil || !c.present.Valid() {
		if c.present, err = c.leases.TryHold(ctx, name); err != nil {
			c.present = nil
			return err
		}
	}
	held, err := c.leases.Held(ctx)
	if err != nil {
		return err
	}
	if err := c.settle(ctx, held); err != nil {
		return err
	}
	var processes []string
	taken := map[int]bool{}
	for _, h := range held {
		if strings.HasPrefix(h.Task, processTask) {
			processes = append(processes, h.Task)
		}
		if shard, count, ok := parseShard(h.Task); ok && count == c.count {
			taken[shard] = true
		}
	}
	share, crowd := (c.count+max(len(processes), 1)-1)/max(len(processes), 1), strings.Join(processes, " ")
	if len(c.mine) > share && (crowd != c.crowd || time.Now().After(c.kept)) {
		c.leave()
		return nil
	}
	for _, shard := range rand.Perm(c.count) {
		if taken[shard] || c.mine[shard] != nil {
			delete(c.free, shard)
			continue
		}
		if c.free[shard].IsZero() {
			c.free[shard] = time.Now()
		}
		beyond := len(c.mine) >= share
		if beyond && time.Since(c.free[shard]) < unclaimedTime {
			continue
		}
		lease, err := c.leases.TryHold(ctx, shardLease(shard, c.count))
		switch {
		case errors.Is(err, bot.ErrLeased):
		case err != nil:
			return err
		default:
			if beyond {
				c.crowd, c.kept = crowd, time.Now().Add(unclaimedKept)
			}
			c.begin(ctx, shard, lease)
		}
	}
	c.reportShards()
	return nil
}

// settle makes sure that all processes agree on the number of shards: the largest that Discord has advised to any. If it grows, the
// sessions of the smaller number end here, and new ones begin.
func (c *claimer) settle(ctx context.Context, held []bot.Holding) error {
	largest, idle := 0, true
	for _, h := range held {
		if _, count, ok := parseShard(h.Task); ok {
			largest, idle = max(largest, count), false
		}
	}
	advised := 0
	if c.count == 0 || time.Since(c.asked) > adviceInterval {
		advice, err := c.askIdentifyLimit(ctx)
		if err != nil || ctx.Err() != nil {
			return err
		}
		c.identifies.learn(advice)
		c.asked, advised = time.Now(), max(advice.Shards, 1)
	}
	if advised <= c.count && largest <= c.count {
		return nil
	}
	lease, err := bot.Hold(ctx, c.leases, countTask)
	if err != nil {
		return err
	}
	defer lease.Release()
	agreed, _ := strconv.Atoi(string(lease.Note()))
	if idle {
		agreed = 0 // nobody has a session that a smaller number would end
	}
	if agreed = max(agreed, advised, largest); agreed != c.count && c.count > 0 {
		c.log.Info("Discord wants more shards", "shards", agreed, "before", c.count)
		for _, m := range c.mine {
			m.stop()
		}
		for len(c.mine) > 0 {
			delete(c.mine, <-c.ended)
		}
	}
	if agreed != c.count {
		clear(c.free)
	}
	c.count = agreed
	c.ready().Divide(Platform, shardLeases(agreed))
	lease.SetNote([]byte(strconv.Itoa(agreed)))
	return nil
}

// leave gives up one shard, if none is being given up.
func (c *claimer) leave() {
	for _, m := range c.mine {
		if m.leaving {
			return
		}
	}
	for shard, m := range c.mine {
		c.log.Info("a shard is left to another process", "shard", shard, "of", c.count)
		m.leaving = true
		m.stop()
		return
	}
}

// begin keeps a shard connected until its lease ends.
func (c *claimer) begin(ctx context.Context, shard int, lease bot.Lease) {
	running, stop := context.WithCancel(lease.Context())
	c.mine[shard] = &claimed{stop: stop}
	c.shards.add(shard, c.count)
	conn := &connection{Discord: c.Discord, shard: shard, count: c.count, lease: lease, handled: newProgress(0)}
	conn.continueFrom(lease.Note())
	c.background.Go(func() {
		defer func() { c.ended <- shard }()
		defer stop()
		if err := conn.run(running); err != nil {
			c.fail(err)
		}
		conn.handled.wait(handoverPatience)
		conn.leave()
		lease.Release()
		c.forgetServers(shard, conn.count)
		c.shards.remove(shard)
		c.log.Info("a shard was given back", "shard", shard, "of", conn.count)
	})
}

// handoverPatience is how long a shard that is given up waits for the events that are being handled. What takes longer is finished here, and comes to
// the next owner, too: changes are made once, messages are answered by the same nonces, and to interactions see exchange.left.
const handoverPatience = time.Second

// sessionNote says how a session is resumed.
type sessionNote struct {
	Session  string
	Sequence int64
	URL      string `json:",omitzero"`
	Reached  int64  `json:",omitzero"` // the last event that has come to an owner that left politely, who goes on with what it has begun
}

// resumable is a session that can be resumed.
type resumable struct {
	sessionNote // but for the numbers of events
	handled     *progress
}

// continueFrom takes over the session that a note tells of.
func (c *connection) continueFrom(text []byte) {
	var note sessionNote
	if len(text) == 0 || json.Unmarshal(text, &note) != nil || note.Session == "" {
		return
	}
	c.session, c.sequence, c.resumeURL = note.Session, note.Sequence, note.URL
	c.handled, c.inherited, c.reached = newProgress(note.Sequence), true, note.Reached
	c.resumable.Store(&resumable{sessionNote{Session: note.Session, URL: note.URL}, c.handled})
	c.log.Info("a shard's session is taken over", "shard", c.shard, "of", c.count, "sequence", note.Sequence)
}

// leave notes that this process gives the shard up.
func (c *connection) leave() {
	c.noting.Lock()
	c.leaving = true
	c.noting.Unlock()
	c.leaveNote()
}

// leaveNote notes how the session is resumed, from the first event that has not been handled.
func (c *connection) leaveNote() {
	if c.lease == nil {
		return
	}
	c.noting.Lock()
	defer c.noting.Unlock()
	var text []byte
	if session := c.resumable.Load(); session != nil {
		note := sessionNote{Session: session.Session, Sequence: session.handled.upTo(), URL: session.URL}
		if c.leaving {
			note.Reached = session.handled.reached()
		}
		text, _ = json.Marshal(note) // strings and numbers
	}
	c.lease.SetNote(text)
}

package discordtest

import (
	"encoding/json"
	"slices"
	"time"
)

// Event is a scheduled event of a guild.
type Event struct {
	ID          string            `json:"id"`
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Starts      time.Time         `json:"scheduled_start_time"`
	Ends        time.Time         `json:"scheduled_end_time"`
	Privacy     int               `json:"privacy_level"`
	Kind        int               `json:"entity_type"`
	Where       map[string]string `json:"entity_metadata"`
	Creator     string            `json:"creator_id"`
}

// eventsOf returns the guild of a request whose scheduled events the bot may create and change. All
// of them are its own.
func (s *Server) eventsOf(c *call) (*Guild, error) {
	g, err := s.guild(c)
	if err == nil && (g.Everyone|g.BotRole)&(CreateEvents|Administrator) == 0 {
		err = refuse(403, 50013, "Missing Permissions")
	}
	return g, err
}

// event returns the index of the event of a request.
func (s *Server) event(c *call) (*Guild, int, error) {
	g, err := s.eventsOf(c)
	if err != nil {
		return nil, 0, err
	}
	at := slices.IndexFunc(g.Events, func(e *Event) bool { return e.ID == c.PathValue("event") })
	if at < 0 {
		err = refuse(404, 10070, "Unknown Guild Scheduled Event")
	}
	return g, at, err
}

// set changes an event. Discord lists none that begins in the past or has no end.
func (s *Server) set(e *Event, c *call) error {
	if json.Unmarshal(c.body, e) != nil || e.Name == "" || e.Where["location"] == "" || e.Kind != 3 || e.Privacy != 2 || !e.Starts.After(s.Clock()) || !e.Ends.After(e.Starts) {
		return refuse(400, 50035, "Invalid Form Body")
	}
	return nil
}

func (s *Server) getEvents(c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	return append([]*Event{}, g.Events...), nil
}

func (s *Server) postEvent(c *call) (any, error) {
	g, err := s.eventsOf(c)
	e := &Event{ID: s.id(), Creator: s.Bot.ID}
	if err == nil {
		err = s.set(e, c)
	}
	if err != nil {
		return nil, err
	}
	g.Events = append(g.Events, e)
	return e, nil
}

func (s *Server) editEvent(c *call) (any, error) {
	g, at, err := s.event(c)
	if err == nil {
		err = s.set(g.Events[at], c)
	}
	if err != nil {
		return nil, err
	}
	return g.Events[at], nil
}

func (s *Server) deleteEvent(c *call) (any, error) {
	g, at, err := s.event(c)
	if err == nil {
		g.Events = slices.Delete(g.Events, at, at+1)
	}
	return nil, err
}

package discordtest

import "encoding/json"

// threadBody is what the bot says about a thread.
type threadBody struct {
	Name    string    `json:"name"`
	Minutes int       `json:"auto_archive_duration"`
	Tags    *[]string `json:"applied_tags"`
	Message json.RawMessage
}

// readThread reads what the bot says about a thread of a channel.
func readThread(c *call, parent *Channel) (body threadBody, err error) {
	if err := json.Unmarshal(c.body, &body); err != nil || body.Name == "" || characters(body.Name) > 100 {
		return body, refuse(400, 50035, "Invalid Form Body")
	}
	if body.Tags == nil {
		return body, nil
	}
	known := map[string]bool{}
	for _, tag := range parent.Tags {
		known[tagID(parent, tag)] = true
	}
	for _, tag := range *body.Tags {
		if !known[tag] {
			return body, refuse(400, 50035, "an unknown tag "+tag)
		}
	}
	return body, nil
}

// tagID returns the ID of a forum's tag.
func tagID(forum *Channel, name string) string {
	for i, tag := range forum.Tags {
		if tag == name {
			return forum.ID + string(rune('0'+i))
		}
	}
	return ""
}

// name applies the name, the time and the tags to a thread.
func (c *Channel) name(body threadBody) {
	c.Name, c.Archives = body.Name, body.Minutes
	if body.Tags == nil {
		return
	}
	c.Tagged = nil
	for _, tag := range c.Parent.Tags {
		for _, id := range *body.Tags {
			if id == tagID(c.Parent, tag) {
				c.Tagged = append(c.Tagged, tag)
			}
		}
	}
}

// startPost opens a post of a forum with its first message.
func (s *Server) startPost(c *call) (any, error) {
	parent, err := s.channel(c, SendMessages)
	if err != nil {
		return nil, err
	}
	body, err := readThread(c, parent)
	if err != nil {
		return nil, err
	}
	if parent.Type != forum {
		return nil, refuse(400, 50024, "Cannot execute action on this channel type")
	}
	if parent.NeedsTag && (body.Tags == nil || len(*body.Tags) == 0) {
		return nil, refuse(400, 40067, "A tag is required to create a forum post in this channel")
	}
	thread := &Channel{ID: s.id(), Type: 11, Guild: parent.Guild, Parent: parent, Owner: s.Bot}
	m := &Message{ID: thread.ID, Author: s.Bot, channel: thread}
	if err := m.apply(body.Message, nil); err != nil {
		return nil, err
	}
	thread.name(body)
	thread.Messages = []*Message{m}
	s.Channels[thread.ID] = thread
	s.dispatch("THREAD_CREATE", parent.Guild.ID, channelData(thread))
	return channelData(thread), nil
}

// editThread changes a thread, which only its creator may do.
func (s *Server) editThread(c *call) (any, error) {
	thread, err := s.channel(c, ViewChannel)
	if err != nil {
		return nil, err
	}
	if thread.Parent == nil || thread.Owner != s.Bot {
		return nil, refuse(403, 50013, "Missing Permissions")
	}
	body, err := readThread(c, thread.Parent)
	if err != nil {
		return nil, err
	}
	thread.name(body)
	s.dispatch("THREAD_UPDATE", thread.Guild.ID, channelData(thread))
	return channelData(thread), nil
}

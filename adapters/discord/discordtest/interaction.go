package discordtest

import (
	"encoding/json"
	"net/http"
	"time"
)

// Interaction is a user's use of a command or a component.
type Interaction struct {
	ID, Token string
	User      *User
	Channel   *Channel
	// Type is the type of the initial response, 0 until there is one.
	Type int
	// Answers are the messages of the response that the user saw, the initial one first.
	Answers []*Message
	Choices []Choice      // of an autocompletion
	Form    *Form         // a form opened for the user
	Done    bool          // the initial response is complete, not deferred
	Took    time.Duration // until the initial response arrived
	public  bool          // whether the deferred response is visible to everybody
	on      *Message      // the message whose component was used
	began   time.Time
	data    map[string]any // as sent to the bot
}

// Form is a modal, as Discord calls it.
type Form struct {
	ID     string `json:"custom_id"`
	Title  string `json:"title"`
	Labels []struct {
		Label     string `json:"label"`
		Component struct {
			Type     int    `json:"type"`
			ID       string `json:"custom_id"`
			Value    string `json:"value"`
			Required bool   `json:"required"`
			Max      int    `json:"max_length"`
			Options  []struct {
				Label   string `json:"label"`
				Value   string `json:"value"`
				Default bool   `json:"default"`
			} `json:"options"`
		} `json:"component"`
	} `json:"components"`
}

// Choice is a suggestion of an autocompletion.
type Choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// The types of the initial response.
const (
	pong         = 1
	withMessage  = 4
	laterMessage = 5
	laterUpdate  = 6
	update       = 7
	choices      = 8
	modal        = 9
)

// answer handles the initial response to an interaction.
func (s *Server) answer(c *call) (any, error) {
	i := s.interactions[c.PathValue("token")]
	if i == nil || i.ID != c.PathValue("id") {
		return nil, refuse(http.StatusNotFound, 10062, "Unknown interaction")
	}
	if i.Type != 0 {
		return nil, refuse(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
	}
	waited := time.Since(i.began)
	i.Took = waited
	if waited > s.Grace {
		s.Late = append(s.Late, i.ID)
		return nil, refuse(http.StatusNotFound, 10062, "Unknown interaction")
	}
	var body struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(c.body, &body); err != nil || body.Type <= pong || body.Type > modal {
		return nil, refuse(http.StatusBadRequest, 50035, "Invalid Form Body")
	}
	var err error
	switch body.Type {
	case withMessage:
		err = s.show(i, body.Data, c.files)
	case laterMessage:
		i.public = !isEphemeral(body.Data)
	case update:
		if i.on == nil {
			return nil, refuse(http.StatusBadRequest, 50035, "nothing to update")
		}
		err = i.on.apply(body.Data, c.files)
		i.Answers = append(i.Answers, i.on)
	case modal:
		if kind := i.data["type"].(int); kind != 2 && kind != 3 {
			return nil, refuse(http.StatusBadRequest, 50035, "a modal for an interaction that takes none")
		}
		i.Form = &Form{}
		err = json.Unmarshal(body.Data, i.Form)
	case choices:
		var proposed struct {
			Choices []Choice `json:"choices"`
		}
		err = json.Unmarshal(body.Data, &proposed)
		i.Choices = proposed.Choices
	}
	if err != nil {
		return nil, err
	}
	s.Answered = append(s.Answered, waited)
	i.Type = body.Type
	i.Done = body.Type != laterMessage && (body.Type != laterUpdate || i.on.Alone == nil)
	return nil, nil
}

// show adds a new message to the response.
func (s *Server) show(i *Interaction, data json.RawMessage, files map[string][]byte) error {
	m := &Message{ID: s.id(), Author: s.Bot, channel: i.Channel}
	if err := m.apply(data, files); err != nil {
		return err
	}
	if isEphemeral(data) {
		m.Alone = i.User
	} else {
		i.Channel.Messages = append(i.Channel.Messages, m)
	}
	i.Answers = append(i.Answers, m)
	return nil
}

// isEphemeral reports whether a response is for one user alone.
func isEphemeral(data json.RawMessage) bool {
	var flags struct {
		Flags int `json:"flags"`
	}
	return json.Unmarshal(data, &flags) == nil && flags.Flags&ephemeral != 0
}

// acknowledged returns the interaction of a webhook. It fails if the token is unknown or older than
// 15 minutes, or there is no initial response yet.
func (s *Server) acknowledged(c *call) (*Interaction, error) {
	i := s.interactions[c.PathValue("token")]
	if i == nil || i.Type == 0 || time.Since(i.began) > 15*time.Minute {
		return nil, refuse(http.StatusNotFound, 10015, "Unknown Webhook")
	}
	return i, nil
}

// postFollowUp handles a follow-up message.
func (s *Server) postFollowUp(c *call) (any, error) {
	i, err := s.acknowledged(c)
	if err == nil {
		err = s.show(i, c.body, c.files)
	}
	if err != nil {
		return nil, err
	}
	return messageData(i.Answers[len(i.Answers)-1]), nil
}

// editAnswer edits the initial response, or completes a deferred one.
func (s *Server) editAnswer(c *call) (any, error) {
	i, err := s.acknowledged(c)
	if err != nil {
		return nil, err
	}
	m := i.on
	switch {
	case c.PathValue("id") != "@original":
		return nil, refuse(http.StatusNotFound, 10008, "Unknown Message")
	case i.Type == laterMessage && !i.Done:
		if m = (&Message{ID: s.id(), Author: s.Bot, channel: i.Channel}); i.public {
			i.Channel.Messages = append(i.Channel.Messages, m)
		} else {
			m.Alone = i.User
		}
	case len(i.Answers) > 0:
		m = i.Answers[0]
	case i.Type != laterUpdate || m == nil:
		return nil, refuse(http.StatusNotFound, 10008, "Unknown Message")
	}
	if err := m.apply(c.body, c.files); err != nil {
		return nil, err
	}
	i.Done = true
	i.Answers = append([]*Message{m}, i.Answers[min(len(i.Answers), 1):]...)
	return messageData(m), nil
}

// deleteAnswer deletes the initial response, or the ephemeral message whose component was used.
func (s *Server) deleteAnswer(c *call) (any, error) {
	i, err := s.acknowledged(c)
	if err != nil {
		return nil, err
	}
	if i.Type == laterUpdate && i.on != nil {
		i.on.Deleted = true
	}
	i.Answers, i.Done = nil, true
	return nil, nil
}

// getAnswer returns the initial response.
func (s *Server) getAnswer(c *call) (any, error) {
	i, err := s.acknowledged(c)
	switch {
	case err != nil:
		return nil, err
	case c.PathValue("id") != "@original":
	case i.Type == laterMessage && !i.Done:
		data := messageData(&Message{ID: s.id(), Author: s.Bot, channel: i.Channel})
		data["flags"] = loading
		return data, nil
	case len(i.Answers) > 0:
		return messageData(i.Answers[0]), nil
	case i.on != nil:
		return messageData(i.on), nil
	}
	return nil, refuse(http.StatusNotFound, 10008, "Unknown Message")
}

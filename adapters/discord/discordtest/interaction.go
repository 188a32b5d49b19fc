package discordtest

import (
	"encoding/json"
	"net/http"
	"time"
)

// Interaction is something that a user has done with a command or a component.
type Interaction struct {
	ID, Token string
	User      *User
	Channel   *Channel
	// Type is that of the first answer, 0 as long as there is none.
	Type int
	// Answers are what the user got to see for it alone, the first answer first.
	Answers []*Message
	Choices []Choice // of a completion
	Form    *Form    // that the user is to fill in
	Done    bool     // the first answer has been given in full
	on      *Message // whose component was used
	began   time.Time
	data    map[string]any // as it is sent to the bot
}

// Form is a modal.
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

// Choice is a proposal to complete what a user types.
type Choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// The types of the first answer.
const (
	pong         = 1
	withMessage  = 4
	laterMessage = 5
	laterUpdate  = 6
	update       = 7
	choices      = 8
	modal        = 9
)

// answer takes the first answer to an interaction.
func (s *Server) answer(c *call) (any, error) {
	i := s.interactions[c.PathValue("token")]
	if i == nil || i.ID != c.PathValue("id") {
		return nil, refuse(http.StatusNotFound, 10062, "Unknown interaction")
	}
	if i.Type != 0 {
		return nil, refuse(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
	}
	waited := time.Since(i.began)
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

// show makes a new message of an answer.
func (s *Server) show(i *Interaction, data json.RawMessage, files map[string][]byte) error {
	m := &Message{ID: s.id(), Author: s.Bot, channel: i.Channel}
	if err := m.apply(data, files); err != nil {
		return err
	}
	var flags struct {
		Flags int `json:"flags"`
	}
	if json.Unmarshal(data, &flags) == nil && flags.Flags&ephemeral != 0 {
		m.Alone = i.User
	} else {
		i.Channel.Messages = append(i.Channel.Messages, m)
	}
	i.Answers = append(i.Answers, m)
	return nil
}

// acknowledged returns the interaction of a webhook, which is good for a
// quarter of an hour after the first answer.
func (s *Server) acknowledged(c *call) (*Interaction, error) {
	i := s.interactions[c.PathValue("token")]
	if i == nil || i.Type == 0 || time.Since(i.began) > 15*time.Minute {
		return nil, refuse(http.StatusNotFound, 10015, "Unknown Webhook")
	}
	return i, nil
}

// follow adds a message to an answer.
func (s *Server) follow(c *call) (any, error) {
	i, err := s.acknowledged(c)
	if err == nil {
		err = s.show(i, c.body, c.files)
	}
	if err != nil {
		return nil, err
	}
	return messageData(i.Answers[len(i.Answers)-1]), nil
}

// editAnswer changes the first answer, or gives the one that was promised.
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
		m = &Message{ID: s.id(), Author: s.Bot, Alone: i.User, channel: i.Channel}
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

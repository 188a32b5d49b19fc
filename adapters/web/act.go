package web

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"raumbot/bot"
)

// result is the JSON answer to a form that a script has sent.
type result struct {
	OK   bool   `json:"ok"`
	Kind string `json:"kind,omitempty"` // of the problem, if the service reported one
	Text string `json:"text,omitempty"` // the answer, without markup
	// Buttons are what can be said to it; Game is a game, other than that of the form's page, that has begun or changed.
	Buttons []said     `json:"buttons,omitempty"`
	Game    bot.GameID `json:"game,omitempty"`
}

// said is a button below an answer.
type said struct {
	Label   string `json:"label"`
	Command string `json:"command"`
}

// say passes a line that the visitor has typed to the service.
func (s *Site) say(w http.ResponseWriter, r *http.Request, v *visitor) {
	if !s.sends(w, r, v) {
		return
	}
	text := strings.TrimSpace(r.PostFormValue("text"))
	if text == "" {
		http.Redirect(w, r, back(r, v), http.StatusSeeOther)
		return
	}
	request := v.request(s.command(v, text))
	if request.Overheard = v.Local() && request.Text == text && !s.addressed(text); request.Overheard {
		s.chat.meet(v.User.Name)
	}
	s.carryOut(w, r, v, request, text)
}

// command returns a text without the slash that may precede commands in the room.
func (s *Site) command(v *visitor, text string) string {
	if rest, ok := strings.CutPrefix(text, "/"); ok && v.Local() {
		return rest
	}
	return text
}

// addressed reports whether a line typed in the room is meant for the bot: it begins with a command, or there is
// nobody else to talk to.
func (s *Site) addressed(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	c := s.service.Commands().Find(strings.ToLower(word))
	greets := c != nil && c.Name == "start" // its aliases are greetings, which may be for others
	return c != nil && !greets || len(s.chat.people()) < 2
}

// move plays a move that has been confirmed.
func (s *Site) move(w http.ResponseWriter, r *http.Request, v *visitor) {
	id, ok := s.sendsToGame(w, r, v)
	if !ok {
		return
	}
	text := strings.TrimSpace(r.PostFormValue("move"))
	if text == "" || strings.ContainsAny(text, "\n\r") {
		s.refuse(w, r, http.StatusBadRequest)
		return
	}
	// The "!" after the move confirms it.
	s.carryOut(w, r, v, v.request("move "+id.String()+" "+strings.TrimSuffix(text, "!")+"!"), "")
}

// sayInGame passes a message to the opponent of a game, who may be on any platform.
func (s *Site) sayInGame(w http.ResponseWriter, r *http.Request, v *visitor) {
	id, ok := s.sendsToGame(w, r, v)
	if !ok {
		return
	}
	text := strings.TrimSpace(r.PostFormValue("text"))
	if text == "" {
		s.refuse(w, r, http.StatusBadRequest)
		return
	}
	s.carryOut(w, r, v, v.request("say "+id.String()+" "+text), "")
}

// sendsToGame is [Site.sends] for a form of the game in the request's path, which it returns. A game that the visitor may not see is not found.
func (s *Site) sendsToGame(w http.ResponseWriter, r *http.Request, v *visitor) (id bot.GameID, ok bool) {
	if !s.sends(w, r, v) {
		return 0, false
	}
	if id, ok = bot.ParseGameID(r.PathValue("id")); !ok {
		s.refuse(w, r, http.StatusNotFound)
		return 0, false
	}
	if _, _, err := s.service.LogNumber(r.Context(), v.request(""), id); err != nil {
		s.fail(w, r, err)
		return 0, false
	}
	return id, true
}

// sends parses a form and reports whether it can be read and its sender is known. If not, it has answered.
func (s *Site) sends(w http.ResponseWriter, r *http.Request, v *visitor) bool {
	var large *http.MaxBytesError
	switch err := r.ParseForm(); {
	case errors.As(err, &large):
		s.explain(w, r, v, http.StatusRequestEntityTooLarge, v.Say("That is too long."))
		return false
	case err != nil:
		s.refuse(w, r, http.StatusBadRequest)
		return false
	case !v.Known():
		s.explain(w, r, v, http.StatusForbidden, v.Say("Sign in first: say `web` to the bot in your chat, and open the link that it gives you."))
		return false
	}
	return true
}

// carryOut passes a request to the service and shows the answer. typed is the line to show in the room: to everybody if it is
// not a command, else to the visitor only.
func (s *Site) carryOut(w http.ResponseWriter, r *http.Request, v *visitor, request bot.Request, typed string) {
	if form := r.PostFormValue("event"); form != "" {
		request.Event = eventOf(request, form)
	}
	reply, err := s.service.Handle(r.Context(), request)
	var problem *bot.Problem
	switch {
	case errors.As(err, &problem):
		reply = bot.Complain(request, err)
	case err != nil:
		s.refuse(w, r, http.StatusInternalServerError)
		return
	}
	if v.Local() && reply.Outcome != bot.Repeated {
		s.note(v, request, reply, typed)
	}
	status, done := http.StatusOK, result{OK: problem == nil, Text: plain(reply.Answer)}
	for _, m := range reply.Answer {
		for _, b := range m.Buttons {
			done.Buttons = append(done.Buttons, said(b))
		}
	}
	if problem != nil {
		status, done.Kind = statuses[problem.Kind], string(problem.Kind)
	} else {
		done.Game = s.begun(r, v, reply)
	}
	switch {
	case wantsJSON(r):
		writeJSON(w, r, max(status, http.StatusOK), done)
	case problem == nil && (v.Local() || len(reply.Answer) == 0), v.Local() && typed != "":
		to := back(r, v)
		if done.Game != 0 && r.PostFormValue("game") == "" {
			to = string(v.Path("game", done.Game))
		}
		http.Redirect(w, r, to, http.StatusSeeOther)
	default:
		p := answerPage{frame: frame{visitor: v, Title: v.Say("The bot's answer")}, Back: back(r, v), Game: done.Game}
		if problem != nil {
			p.Title = v.Say("That did not work")
		}
		for _, m := range reply.Answer {
			l := lineFor(m)
			l.Number = len(p.Lines) + 1
			if l.Game == done.Game || l.Game == here(r) {
				l.Game = 0 // a button leads there
			}
			p.Lines = append(p.Lines, l)
		}
		s.show(w, r, max(status, http.StatusOK), "answer", p)
	}
}

// eventOf returns the event of a form that somebody has sent, by the name that its page has given it. What they say belongs to it: another command with
// the same name is another event.
func eventOf(r bot.Request, form string) bot.EventID {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %q %q", r.From, form, r.Text))
	return bot.EventID("web/" + base64.RawURLEncoding.EncodeToString(sum[:18]))
}

// begun returns the game that a reply's notices are about. It is zero if there is none that the visitor may see, or if it is the game from
// whose page the form was sent.
func (s *Site) begun(r *http.Request, v *visitor, reply bot.Reply) bot.GameID {
	from := here(r)
	for _, m := range reply.Notices {
		if m.Game == 0 || m.Game == from {
			continue
		}
		if _, _, err := s.service.LogNumber(r.Context(), v.request(""), m.Game); err == nil {
			return m.Game
		}
	}
	return 0
}

// here returns the game from whose page a form was sent; zero if it was another page.
func here(r *http.Request) bot.GameID {
	id, _ := bot.ParseGameID(cmp.Or(r.PathValue("id"), r.PostFormValue("game")))
	return id
}

// note adds to the chat what the visitor has said, and the answer. A command is shown only to its speaker.
func (s *Site) note(v *visitor, request bot.Request, reply bot.Reply, typed string) {
	s.chat.meet(v.User.Name)
	if typed != "" {
		l := line{From: v.User.Name, Text: bot.Visible(typed), To: v.User.ID}
		if request.Overheard && reply.Outcome == bot.Ignored {
			l.To = ""
		}
		s.chat.add(l)
	}
	for _, m := range reply.Answer {
		s.chat.tell(m)
	}
}

// statuses are the HTTP statuses of problems.
var statuses = map[bot.ProblemKind]int{
	bot.Misunderstood: http.StatusUnprocessableEntity, bot.Unknown: http.StatusNotFound, bot.NotAllowed: http.StatusForbidden, bot.NotNow: http.StatusConflict,
	bot.IllegalMove: http.StatusUnprocessableEntity, bot.Ambiguous: http.StatusUnprocessableEntity, bot.TooOften: http.StatusTooManyRequests,
	bot.Internal: http.StatusInternalServerError,
}

// answerPage shows the bot's answer to a form.
type answerPage struct {
	frame
	Lines []line
	Back  string
	Game  bot.GameID // that has begun or changed, other than that of the page that leads back
}

// plain returns the texts of messages without markup, a line each.
func plain(all []bot.Message) string {
	var words []string
	for _, m := range all {
		words = append(words, bot.Format(m.Text, bot.Style{}))
	}
	return strings.Join(words, "\n")
}

// back returns the address to go to after a form: the page of its game, else the visitor's first page.
func back(r *http.Request, v *visitor) string {
	if id, ok := bot.ParseGameID(r.PathValue("id")); ok {
		return string(v.Path("game", id))
	}
	if id, ok := bot.ParseGameID(r.PostFormValue("game")); ok {
		return string(v.Path("game", id))
	}
	return string(v.Path())
}

package web

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
)

// result is the JSON answer to a form that a script has sent.
type result struct {
	OK   bool   `json:"ok"`
	Kind string `json:"kind,omitempty"` // of the problem, if the service reported one
	Text string `json:"text,omitempty"` // the answer, with commands in backquotes
	// Buttons are the buttons below the answer.
	Buttons []answerButton `json:"buttons,omitempty"`
	// Game is a game that has begun or changed, other than the game of the form's page.
	Game bot.GameID `json:"game,omitempty"`
	// Begun is whether nothing has been played in Game.
	Begun bool `json:"begun,omitempty"`
	// Played is a move that the page shows what became of.
	Played string `json:"played,omitempty"`
}

// answerButton is a button below an answer.
type answerButton struct {
	Label   string `json:"label"`
	Command string `json:"command"`
}

// say passes a line that the visitor has typed to the service.
func (s *Site) say(w http.ResponseWriter, r *http.Request, v *visitor) {
	if !s.acceptForm(w, r, v) {
		return
	}
	text := strings.TrimSpace(r.PostFormValue("text"))
	if text == "" {
		http.Redirect(w, r, returnPath(r, v), http.StatusSeeOther)
		return
	}
	request := v.request(text)
	request.ThreadOf = formGame(r)
	if v.Local() {
		request.Text = forBot(text)
		request.PerhapsAside = request.Text == text && !s.beginsWithCommand(text) && s.presence.othersThan(v.User.UserID)
	}
	s.carryOut(w, r, v, request, text)
}

// toBot matches the beginning of a line of the room that addresses the bot.
var toBot = regexp.MustCompile(`(?i)^(/|@raumbot\b[,:]?|raumbot[,:])\s*`)

// forBot returns a line without the beginning that addresses the bot. A line that says nothing else
// asks for help.
func forBot(text string) string {
	if rest := toBot.ReplaceAllString(text, ""); rest != "" {
		return rest
	}
	return "help"
}

// beginsWithCommand reports whether the first word of a line is the name of a command, and no
// greeting.
func (s *Site) beginsWithCommand(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	c := s.service.Commands().Find(strings.ToLower(word))
	return c != nil && !c.Greets
}

// play begins a game against the computer, challenges somebody, or seeks an opponent, as a form
// asks.
func (s *Site) play(w http.ResponseWriter, r *http.Request, v *visitor) {
	if !s.acceptForm(w, r, v) {
		return
	}
	request := v.request("seek")
	request.Params = map[string]string{"variant": r.PostFormValue("variant"), "colour": r.PostFormValue("colour")}
	name := strings.TrimSpace(r.PostFormValue("name"))
	if r.PostFormValue("against") == "computer" {
		name, request.Params["level"] = "computer", r.PostFormValue("level")
	}
	if name != "" {
		request.Text, request.Params["name"] = "challenge", name
	}
	for _, term := range []string{"pace", "stakes", "sight"} {
		request.Params[term] = r.PostFormValue(term)
	}
	s.carryOut(w, r, v, request, "")
}

// do carries out the command in a request's path, with the fields of the form as its parameters.
func (s *Site) do(w http.ResponseWriter, r *http.Request, v *visitor) {
	if !s.acceptForm(w, r, v) {
		return
	}
	s.carryOut(w, r, v, formRequest(r, v, r.PathValue("command")), "")
}

// formRequest returns a command as a request to the service, with the fields of the form as its
// parameters.
func formRequest(r *http.Request, v *visitor, command string) bot.Request {
	request := v.request(command)
	request.Params = map[string]string{}
	for field := range r.PostForm {
		request.Params[field] = r.PostForm.Get(field)
	}
	delete(request.Params, "event") // of the form
	return request
}

// move plays a move that has been confirmed.
func (s *Site) move(w http.ResponseWriter, r *http.Request, v *visitor) {
	id, ok := s.acceptGameForm(w, r, v)
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
	id, ok := s.acceptGameForm(w, r, v)
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

// acceptGameForm is like [Site.acceptForm], for a form about the game in the request's path, whose
// ID it returns. It answers 404 if the visitor may not see the game.
func (s *Site) acceptGameForm(w http.ResponseWriter, r *http.Request, v *visitor) (id bot.GameID, ok bool) {
	if !s.acceptForm(w, r, v) {
		return 0, false
	}
	if id, ok = bot.ParseGameID(r.PathValue("id")); !ok {
		s.refuse(w, r, http.StatusNotFound)
		return 0, false
	}
	if _, err := s.service.Progress(r.Context(), v.request(""), id); err != nil {
		s.fail(w, r, err)
		return 0, false
	}
	return id, true
}

// acceptForm parses a form. It reports whether the form could be parsed and its sender is known; if
// not, it has answered the request.
func (s *Site) acceptForm(w http.ResponseWriter, r *http.Request, v *visitor) bool {
	var large *http.MaxBytesError
	switch err := parseForm(r); {
	case errors.As(err, &large):
		s.explain(w, r, v, http.StatusRequestEntityTooLarge, v.Say("That is too long."))
		return false
	case err != nil:
		s.refuse(w, r, http.StatusBadRequest)
		return false
	case v.MayBeGuest() && r.PostForm.Has("guest"):
		return s.welcome(w, r, v)
	case v.MayBeGuest():
		s.explain(w, r, v, http.StatusForbidden, v.Say("You are nobody here yet, or a guest who was forgotten. Begin as a guest on the first page, or sign in."))
		return false
	case !v.Known():
		s.explain(w, r, v, http.StatusForbidden, v.Say("Sign in first: say `web` to the bot in your chat, and open the link that it gives you."))
		return false
	}
	return true
}

// parseForm parses a form, with the files that are sent with it.
func parseForm(r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return err
	}
	if err := r.ParseMultipartForm(maxUpload); !errors.Is(err, http.ErrNotMultipart) {
		return err
	}
	return nil
}

// carryOut passes a request to the service and shows the answer. typed is the line to add to the
// room's chat, "" for none. Only the visitor sees it, unless the bot ignores it.
func (s *Site) carryOut(w http.ResponseWriter, r *http.Request, v *visitor, request bot.Request, typed string) {
	request.Event = eventOf(r, request)
	own := s.addOwn(v, request, typed)
	reply, err := s.service.Handle(r.Context(), request)
	var problem *bot.Problem
	switch {
	case errors.As(err, &problem):
		reply = bot.Complain(request, err)
	case err != nil:
		s.chat.remove(own.Number)
		s.refuse(w, r, http.StatusInternalServerError)
		return
	}
	if v.Local() {
		s.addAnswer(v, request, reply, own)
	}
	status, done := http.StatusOK, result{OK: problem == nil, Text: v.plainText(reply.Answer)}
	for _, m := range reply.Answer {
		offered := m.Buttons
		if problem != nil && m.Menu != nil {
			offered = slices.Concat(offered, m.Menu.Options)
		}
		for _, b := range offered {
			done.Buttons = append(done.Buttons, answerButton{Label: b.Label, Command: b.Command})
		}
	}
	if problem != nil {
		status, done.Kind = statuses[problem.Kind], string(problem.Kind)
		if problem.Kind == bot.Away {
			w.Header().Set("Retry-After", awayRetry)
		}
	} else {
		done.Game, done.Begun = s.startedGame(r, v, reply)
	}
	// The pages of tournaments and leagues have no chat, where questions and problems would stand.
	unseen := r.PostFormValue("tournament")+r.PostFormValue("league") != "" && (problem != nil || len(done.Buttons) > 0)
	switch {
	case wantsJSON(r):
		writeJSON(w, r, max(status, http.StatusOK), done)
	case !unseen && (problem == nil && (v.Local() || len(reply.Answer) == 0 || shownThere(r) != "" && len(done.Buttons) == 0) || v.Local() && typed != ""):
		to := returnPath(r, v) + shownThere(r)
		if done.Game != 0 && r.PostFormValue("game") == "" {
			to = string(v.Path("game", done.Game))
		}
		http.Redirect(w, r, to, http.StatusSeeOther)
	default:
		p := answerPage{frame: frame{visitor: v, Title: v.Say("The bot's answer")}, Back: returnPath(r, v), Game: done.Game}
		if problem != nil {
			p.Title = v.Say("That did not work")
		}
		for _, m := range reply.Answer {
			l := lineFor(m)
			l.Number = len(p.Lines) + 1
			if m.Drawing != nil {
				l.Alt = m.Drawing.Alt()
			}
			if l.Game == done.Game || l.Game == formGame(r) {
				l.Game = 0 // a button leads there
			}
			source, err := pictureSource(r.Context(), m.Drawing)
			if err != nil {
				s.fail(w, r, err)
				return
			}
			p.Lines = append(p.Lines, answerLine{l, source})
		}
		s.show(w, r, max(status, http.StatusOK), "answer", p)
	}
}

// partOf matches the ID of a part of a page.
var partOf = regexp.MustCompile(`^[a-z]+$`)

// shownThere returns the fragment of the address where the page of a form shows what became of it,
// so that there is no need to show the answer; empty if it does not. New challenges are shown on
// the first page.
func shownThere(r *http.Request) string {
	if against := r.PostFormValue("against"); against == "anybody" || against == "people" {
		return "#open"
	}
	if part := r.URL.Query().Get("at"); partOf.MatchString(part) {
		return "#" + part
	}
	return ""
}

// eventOf returns the event ID of a form that a user has sent, empty if the page gave the form no
// random ID. The command and its file are hashed too, so a different command sent with the same
// form ID is a different event.
func eventOf(r *http.Request, command bot.Request) bot.EventID {
	form := r.PostFormValue("event")
	if form == "" {
		return ""
	}
	text := fmt.Appendf(nil, "%s %q %q %q", command.From, form, command.Text, command.Params)
	if command.File != nil {
		file, _ := command.File.Read(r.Context(), maxUpload) // reading it fails again when it is needed
		text = append(text, file...)
	}
	sum := sha256.Sum256(text)
	return bot.EventID("web/" + base64.RawURLEncoding.EncodeToString(sum[:18]))
}

// startedGame returns the first game in a reply's notices that the visitor may see, other than the
// game from whose page the form was sent, and whether nothing has been played in it. It returns
// zero if there is no such game.
func (s *Site) startedGame(r *http.Request, v *visitor, reply bot.RenderedReply) (id bot.GameID, begun bool) {
	from := formGame(r)
	for _, m := range reply.Notices {
		if m.Game == 0 || m.Game == from {
			continue
		}
		if p, err := s.service.Progress(r.Context(), v.request(""), m.Game); err == nil {
			return m.Game, p.Moves == 0
		}
	}
	return 0, false
}

// formGame returns the game from whose page a form was sent; zero if it was another page.
func formGame(r *http.Request) bot.GameID {
	id, _ := bot.ParseGameID(cmp.Or(r.PathValue("id"), r.PostFormValue("game")))
	return id
}

// addOwn adds a line that the visitor has typed in the room to the chat, before anything that comes
// of it, and returns it. Only the visitor sees it. A line that may be meant for others is added by
// [Site.addAnswer], which knows, but its number is reserved.
func (s *Site) addOwn(v *visitor, request bot.Request, typed string) (own line) {
	if !v.Local() || typed == "" {
		return line{}
	}
	own = line{Number: s.chat.reserve(), Event: request.Event, From: v.User.Name, Text: bot.Visible(typed), To: v.User.ID}
	if !request.PerhapsAside {
		s.chat.insert(own)
	}
	return own
}

// addAnswer adds the bot's answer to the chat. If the visitor's own line is not there, it is added
// above: for everybody, if the bot has ignored it. Nothing is said twice if a form is sent again.
func (s *Site) addAnswer(v *visitor, request bot.Request, reply bot.RenderedReply, own line) {
	if reply.Outcome == bot.Repeated {
		return
	}
	s.presence.seen(v.User)
	if own.Number != 0 && request.PerhapsAside {
		if reply.Outcome == bot.Ignored {
			own.To = ""
		}
		s.chat.insert(own)
	}
	for _, m := range reply.Answer {
		s.chat.addMessage(m)
	}
}

// statuses are the HTTP statuses of problems.
var statuses = map[bot.ProblemKind]int{
	bot.Misunderstood: http.StatusUnprocessableEntity, bot.Unknown: http.StatusNotFound, bot.NotAllowed: http.StatusForbidden, bot.NotNow: http.StatusConflict,
	bot.IllegalMove: http.StatusUnprocessableEntity, bot.Ambiguous: http.StatusUnprocessableEntity, bot.TooOften: http.StatusTooManyRequests,
	bot.Away: http.StatusServiceUnavailable, bot.Internal: http.StatusInternalServerError,
}

// answerPage shows the bot's answer to a form.
type answerPage struct {
	frame
	Lines []answerLine
	Back  string
	// Game is a game that has begun or changed, other than the game of the page that Back leads to.
	Game bot.GameID
}

// answerLine is a message of the bot. Source is its picture as a URL of the picture itself, because
// the site keeps no answers; it is empty if there is no picture.
type answerLine struct {
	line
	Source template.URL
}

// pictureSource draws a picture and returns it as a URL; empty for none.
func pictureSource(ctx context.Context, d *bot.Drawing) (template.URL, error) {
	if d == nil {
		return "", nil
	}
	kind, draw := "png", d.PNG
	if d.Film != nil {
		kind, draw = "gif", d.GIF
	}
	picture, err := draw(ctx)
	return template.URL("data:image/" + kind + ";base64," + base64.StdEncoding.EncodeToString(picture)), err
}

// plainText returns the texts of messages, a line each. Times are written in the visitor's time
// zone and language.
func (v *visitor) plainText(all []bot.RenderedMessage) string {
	style := bot.Style{Time: bot.When(v.zone, v.Lang(), time.Now())}
	var words []string
	for _, m := range all {
		words = append(words, bot.Format(m.Text, style))
	}
	return strings.Join(words, "\n")
}

// returnPath returns the address to go to after a form: the page of its game, tournament or
// league, else
// the visitor's first page.
func returnPath(r *http.Request, v *visitor) string {
	if id := formGame(r); id != 0 {
		return string(v.Path("game", id))
	}
	if id, err := strconv.ParseUint(r.PostFormValue("tournament"), 10, 63); err == nil {
		return string(v.Path("tournament", id))
	}
	if id, err := strconv.ParseUint(r.PostFormValue("league"), 10, 63); err == nil {
		return string(v.Path("league", id))
	}
	return string(v.Path())
}

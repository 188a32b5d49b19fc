package web

import (
	"errors"
	"net/http"
	"slices"

	"raumbot/bot"
	"raumbot/bot/pages"
)

// preferencesPage is the data of the page with the visitor's settings.
type preferencesPage struct {
	frame
	All []pages.Preference
	// Set is the command of the form that has been sent, and Lines the answers to it. Wrong means that
	// nothing was changed.
	Set   string
	Lines []line
	Wrong bool
}

// preferences serves the page with the visitor's settings.
func (s *Site) preferences(w http.ResponseWriter, r *http.Request, v *visitor) {
	s.showPreferences(w, r, http.StatusOK, preferencesPage{frame: frame{visitor: v}})
}

// reloadPreferences redirects to the page of preferences. Browsers ask for the address of a form
// again when they are opened again.
func (s *Site) reloadPreferences(w http.ResponseWriter, r *http.Request, v *visitor) {
	http.Redirect(w, r, string(v.Path("preferences")), http.StatusSeeOther)
}

// showPreferences shows the page with the visitor's settings as they are now.
func (s *Site) showPreferences(w http.ResponseWriter, r *http.Request, status int, p preferencesPage) {
	var err error
	if p.Known() {
		p.All, err = s.service.ViewPreferences(r.Context(), p.request(""))
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p.Title = p.Say("Preferences")
	s.show(w, r, status, "preferences", p)
}

// setPreference carries out the command that a form of the page names, with the fields of the form
// as its parameters, and shows the page with the answer.
func (s *Site) setPreference(w http.ResponseWriter, r *http.Request, v *visitor) {
	if !s.acceptForm(w, r, v) {
		return
	}
	p := preferencesPage{frame: frame{visitor: v}, Set: r.PathValue("command")}
	if c := s.service.Commands().Find(p.Set); c == nil || !pages.IsPreference(c) {
		s.refuse(w, r, http.StatusNotFound)
		return
	}
	request := formRequest(r, v, p.Set)
	request.Event = eventOf(r, request)
	reply, err := s.service.Handle(r.Context(), request)
	status, problem := http.StatusOK, (*bot.Problem)(nil)
	if p.Wrong = err != nil; errors.As(err, &problem) {
		reply, status = bot.Complain(request, err), statuses[problem.Kind]
	} else if err != nil {
		s.fail(w, r, err)
		return
	}
	v.speak(r)          // the language may have been set
	s.presence.change() // others may not see the visitor any more
	for _, m := range reply.Answer {
		p.Lines = append(p.Lines, lineFor(m))
	}
	s.showPreferences(w, r, max(status, http.StatusOK), p)
}

// Said returns the answers to the form of a command. With an empty name it returns those that no
// form on the page has asked for.
func (p preferencesPage) Said(command string) []line {
	shown := p.Set
	if !slices.ContainsFunc(p.All, func(of pages.Preference) bool { return of.Command == p.Set }) {
		shown = ""
	}
	if command != shown {
		return nil
	}
	return p.Lines
}

// fieldsPart is the data of the template with the fields of a form.
type fieldsPart struct {
	Page   *visitor
	Fields []pages.FormField
}

// FieldsOf returns the data of the template with the fields of a form.
func (v *visitor) FieldsOf(all []pages.FormField) fieldsPart { return fieldsPart{v, all} }

// saidPart is the data of the template with the answers to a form.
type saidPart struct {
	Page  preferencesPage
	Lines []line
}

// SaidOn returns the data of the template with the answers to the form of a command.
func (p preferencesPage) SaidOn(command string) saidPart { return saidPart{p, p.Said(command)} }

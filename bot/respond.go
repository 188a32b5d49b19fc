package bot

import "context"

// Outcome says what became of a request.
type Outcome string

// The outcomes.
const (
	// Done: it was carried out. Where Answer is empty, the notices tell what has changed.
	Done Outcome = "done"
	// Refused: it was not carried out, and Answer says why.
	Refused Outcome = "refused"
	// Repeated: the event had been carried out before, and was answered then.
	Repeated Outcome = "repeated"
	// Ignored: nothing was done and nothing is to be said, as the text was not for the bot or part of a flood.
	Ignored Outcome = "ignored"
)

// Respond carries out what a user asks, as [Service.Handle] does, and returns what to show them
// in any case: an error becomes the answer that explains it, and the Outcome is set.
func (s *Service) Respond(ctx context.Context, r Request) Reply {
	reply, err := s.Handle(ctx, r)
	if err != nil {
		return Complain(r, err)
	}
	return reply
}

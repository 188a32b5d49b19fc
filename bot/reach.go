package bot

import "sync"

// Reacher is an [Adapter] that knows who can read its rooms at present.
type Reacher interface {
	Adapter
	// Reach returns the present Reach of a room, given the room and the places that contain it: see
	// [Request.Places] and [Request.Reach]. known is false if the adapter does not know.
	Reach(places []RoomID) (reach int, known bool)
}

// Reaches are the adapters that know who can read their rooms. It is safe for concurrent use.
type Reaches struct{ adapters sync.Map } // of Platform to Reacher

// Add adds an adapter, if it is a [Reacher].
func (r *Reaches) Add(a Adapter) {
	if reacher, ok := a.(Reacher); ok {
		r.adapters.Store(a.Platform(), reacher)
	}
}

// VisibleTo returns the places all of whose members can see the seat's room at present. A room that
// has become private since the game began there is seen by fewer people than [Seat.VisibleTo] says.
func (r *Reaches) VisibleTo(s Seat) []RoomID {
	if a, ok := r.adapters.Load(s.Room.Platform); ok {
		if reach, known := a.(Reacher).Reach(s.Places()); known && reach > 0 && (s.Reach == 0 || reach < s.Reach) {
			s.Reach = reach
		}
	}
	return s.VisibleTo()
}

package rules

// ReadMove reads a move.
func (p *Position) ReadMove(text string) (Move, error) {
	for _, m := range p.Legal() {
		if p.Text(m) == text {
			return m, nil
		}
	}
	return Move{}, moveError(Unreadable, NoCell, "%.40q is not a legal move", text)
}

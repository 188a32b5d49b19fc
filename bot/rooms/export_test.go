package rooms

// HelpPages returns the names of the pages of help.
func HelpPages() (all []string) {
	for _, page := range topics() {
		all = append(all, page.name)
	}
	return all
}

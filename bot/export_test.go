package bot

// Reasons are those of results that the rules do not know.
var Reasons = []string{byAgreement, byResignation, bySilence, onTime, notBegun, byBoth, byNobody, byOneself, neverBegun}

// WatchLanguages has missed called with everything that a service is asked to
// say in a language and cannot.
func WatchLanguages(s *Service, missed func(code, english string)) {
	for code, l := range s.languages {
		if code != english {
			s.languages[code] = l.Watched(func(text string) { missed(code, text) })
		}
	}
}

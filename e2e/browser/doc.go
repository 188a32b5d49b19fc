// Package browser tests the real program in a real browser, Chromium without a window: by links
// alone without scripts, live with scripts, and on the drawn board. It has axe check every page. If
// RAUMBOT_NEED_BROWSER is set, a missing Chromium or axe is a failure; otherwise the tests that
// need it are skipped.
//
//	cd e2e/js && npm ci && cd ..
//	RAUMBOT_AXE=$PWD/js/node_modules/axe-core/axe.min.js go test -tags goolm ./browser
package browser

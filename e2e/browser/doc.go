// Package browser plays with the real program in a real browser, Chromium without a window: by links alone where scripts are
// off, live where they are on, and on the board that is drawn; and has axe look at every page. Where RAUMBOT_NEED_BROWSER is
// set, a missing Chromium or axe is a failure; elsewhere the tests that need it are skipped.
//
//	cd e2e/js && npm ci && cd .. && RAUMBOT_AXE=$PWD/js/node_modules/axe-core/axe.min.js go test -tags goolm ./browser
package browser

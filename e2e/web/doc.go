// Package web plays in a real browser, Chromium without a window, on the pages that the bot serves at a terminal.
package web

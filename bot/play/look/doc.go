// Package look carries out the commands that ask what stands on the board, what can move and what
// is attacked. They change nothing. Most files are named after their commands.
package look

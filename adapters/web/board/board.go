// Package board describes the board in a browser as data: where the cells of a game are
// ([LayoutOf]), what stands on them ([Moment.Position]), how a man may move ([Moment.Cell]), and
// the pictures of the men ([AtlasOf]). The HTML and the WebGL board use the same data.
//
// Cells are numbered as in package rules; kinds count from 1, as there. It does no I/O.
//
//	board.go layout.go stack.go grid.go   levels and cells, and where they lie in each posture
//	moment.go position.go move.go   a moment of a game, its position, and how a man moves
//	lone.go    a piece on an empty board
//	atlas.go thumbnail.go   the men as sprites, and small pictures of positions
//	find.go    layouts and atlases by the ID of a game
package board

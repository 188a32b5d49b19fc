// Package coach is the engine as a partner: an opponent in games, hints, evaluations and analyses,
// puzzles and lessons. It refuses to judge positions of ongoing games between people.
//
//	feature.go command_*.go         what the package adds to the bot, and its commands
//	computers.go computers_hold.go  the computer's moves in its games, and when it has to wait
//	consult.go score.go             searches for a person, and scores in words
//	hint.go evaluate.go             the best move, and the best lines, in one position
//	analyse.go analysis_*.go        analyses of whole games: the command, the work, the judgement
//	fair_play.go                    which positions the engine says nothing about
//	game_for_engine.go              which game a command to the engine is about
//	puzzle.go puzzle_*.go           puzzles: their steps, proofs of answers, ratings, fair play
//	daily.go daily_setting.go       the puzzle that a room gets every day, its solution and its time
//	daily_choice.go daily_check.go  which puzzles are those of the day, and whether their records fit
//	daily_solve.go daily_week.go    tries at the puzzle of the day, and the table of the week
//	daily_view.go                   the puzzle of the day for the pages
//	learn.go lesson.go course.go    lessons on Raumschach, and on what other games add to it
//	figure.go lesson_view.go        what lessons show in space, and lessons for the pages
//	start.go example.go             a newcomer's first step, and an example game
//	forget.go                       what happens when an account is deleted
package coach

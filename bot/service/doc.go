// Package service carries out the commands that people give the bot. It deals with
// games, players, clocks and messages, but with no platform: adapters pass it
// Requests and deliver its Messages.
//
//	svc := service.New(service.Ports{Store: store})
//	reply, err := svc.Handle(ctx, bot.Request{
//		From: bot.User{UserID: bot.UserID{Platform: "console", ID: "alice"}, Name: "alice"},
//		Room: bot.RoomID{Platform: "console", ID: "lobby"},
//		Text: "challenge bob stockschach216",
//	})
//
// Handle runs each command in one transaction: the change, its log entry and
// the messages about it are committed together. The messages are
// delivered afterwards by raumbot/bot/outbox, in Run or in Deliver.
//
// The command "accept" is carried out in game_accept.go, "profile" in
// player_profile.go: a handler stands in a file named after its command, with
// the subject in front. handler.go lists them all. The rest, by groups:
//
//	service.go carry_out.go asker.go call.go handler.go respond.go   a request on its way: identified, settled, carried out, answered
//	game_select.go game_against.go sight.go personal.go   which game is meant, who may see it, and whose business an answer is
//	reason.go                what organisers say in their own words, and whom it reaches
//	situation.go             what is going on around somebody who is not understood
//	answer.go question.go    yes and no, what they answer, and what was asked
//	game_invitation.go       what challenges and seeks have in common
//	game_end.go game_overturn.go game_clock.go game_reminder.go   how a game ends, and goes on if organisers take that back; its clock, what reminds of it
//	game_pick_level.go   pick by levels, on large boards
//	spectator.go             who follows a game without playing
//	game_cache.go game_picture.go   games replayed, and what their pictures show
//	player_name.go player_alike.go   who is meant by a name; records of earlier versions whose names look alike
//	player_linking.go player_merge.go player_shadow.go   two accounts become one; what remains of a forgotten one
//	player_rating.go         what a result does to ratings
//	room_decided.go room_organiser.go   what holds in a room; who organises it, and who is barred from it
//	computers*.go game_computer.go  games against the computer
//	analysis_work.go analysis_judge.go   analyses of finished games: the engine's work, and what it means
//	thinkers.go consult.go   searches of the engine, and those that answer a person
//	score_words.go   what scores and lines are in words
//	room_puzzle.go           the puzzle of the day of a room
//	puzzle_show.go puzzle_rate.go   a puzzle as it is shown, and what a try does to ratings
//	puzzle_fair.go                  puzzles that people are playing from
//	puzzle_proof.go                 whether an answer other than the solution's wins as fast
//	puzzle_meant.go                 what is said of a game or a tournament, and means the open puzzle
//	rules_versions.go rules_local.go   games in files as they were when something was begun by them; those of one place
//	tournament_find.go tournament_store.go   which tournament is meant, and reading it
//	tournament_picture.go tournament_prospect.go   tables and trees, and what a win would mean
//	tournament_round.go tournament_pair.go tournament_end.go tournament_complete.go   a tournament goes on by itself
//	tournament_setting.go tournament_terms.go   the terms that organisers set
//	tournament_manage.go tournament_ladder.go   what organisers tell a tournament to do; challenges on a ladder
//	tournament_organiser.go tournament_player.go   who may decide, and what becomes of entries
//	message_announce.go message_send.go message_look.go message_deliver.go language.go   who is told, and sent what; how it looks; what its delivery changes
//	suggest.go complete.go   what is offered while somebody types
//	web_session.go           links and sessions of browsers
//	view_game.go view_list.go view_current.go view_variant.go view_tournament.go view_player.go watch.go   what pages show: data in place of prose, and which games have changed
//	several.go courier.go     several processes on one database; which of them delivers, and what it leaves to the next
//	notebook.go              what a courier that has the database alone leaves to the next
//	run.go start.go sweep.go status.go meter.go   what happens by itself, and what the operator sees of it
//	check_*.go damage.go     whether the records fit together, and what happens when one cannot be read
//	memo.go                  what adapters keep in the store
package service

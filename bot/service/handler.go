package service

import (
	"raumbot/bot"
	"raumbot/rules"
)

// handler carries out one command within its transaction.
type handler func(*call) (bot.Reply, error)

// recordHandler is a handler that needs the record of the command's game.
type recordHandler func(*call, *rules.Game) (bot.Reply, error)

// onRecord returns the handler that gives another the record of the command's game.
func onRecord(do recordHandler) handler {
	return func(c *call) (bot.Reply, error) {
		return withRecord(c, c.game, func(record *rules.Game) (bot.Reply, error) { return do(c, record) })
	}
}

// handlers returns the handler of each command, by command name.
func handlers() map[string]handler {
	all := plainHandlers()
	for name, do := range recordHandlers() {
		all[name] = onRecord(do)
	}
	return all
}

// recordHandlers returns the handlers of the commands that look at a game's record, or change it.
func recordHandlers() map[string]recordHandler {
	return map[string]recordHandler{
		"captured":  showCaptured,
		"moves":     listMoves,
		"try":       try,
		"attackers": attackers,
		"defenders": defenders,
		"changed":   changed,
		"move":      move,
		"pick":      pick,
	}
}

// plainHandlers returns those of all others.
func plainHandlers() map[string]handler {
	return map[string]handler{
		"start":       start,
		"example":     showExample,
		"learn":       learn,
		"yes":         sayYes,
		"no":          sayNo,
		"chat":        chat,
		"challenge":   challenge,
		"seek":        seek,
		"accept":      accept,
		"decline":     decline,
		"cancel":      cancel,
		"study":       studyGame,
		"rematch":     rematch,
		"variants":    listVariants,
		"variant":     localVariant,
		"rules":       explainRules,
		"piece":       explainPiece,
		"help":        help,
		"hint":        hint,
		"evaluate":    evaluate,
		"analyse":     analyse,
		"puzzle":      solvePuzzle,
		"stands":      stands,
		"where":       where,
		"board":       showBoard,
		"views":       views,
		"more":        more,
		"game":        showGame,
		"games":       listGames,
		"note":        addNote,
		"notes":       showNotes,
		"log":         showLog,
		"replay":      showReplay,
		"export":      export,
		"import":      importRecord,
		"room":        setRoom,
		"adjudicate":  adjudicate,
		"bar":         bar,
		"unbar":       unbar,
		"complain":    complainOf,
		"profile":     showProfile,
		"leaders":     showLeaders,
		"players":     listPlayers,
		"watch":       watch,
		"unwatch":     unwatch,
		"watching":    listFollowed,
		"prefer":      prefer,
		"remind":      setReminders,
		"quiet":       setQuiet,
		"digest":      setDigest,
		"say":         say,
		"block":       block,
		"unblock":     unblock,
		"limit":       setLimit,
		"vacation":    vacation,
		"link":        link,
		"forget":      forget,
		"sessions":    listSessions,
		"web":         openWeb,
		"if":          planReply,
		"plan":        showPlan,
		"takeback":    takeback,
		"abort":       abort,
		"confirm":     setConfirm,
		"draw":        draw,
		"claim":       claim,
		"resign":      resign,
		"publish":     publish,
		"nudge":       nudge,
		"tournaments": listTournaments,
		"tournament":  showTournament,
		"join":        join,
		"leave":       leave,
		"checkin":     checkIn,
		"bye":         askBye,
		"standings":   showStandings,
		"pairings":    showPairings,
		"crosstable":  showCrosstable,
		"report":      report,
		"create":      createTournament,
		"set":         setTerm,
		"expel":       expel,
		"readmit":     readmit,
	}
}

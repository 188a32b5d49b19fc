package command

// german maps commands to their German names: those that Discord's menus show, and others with the
// same meaning.
var german = map[string][]string{
	"abort": {"abbrechen", "abbruch"}, "accept": {"annehmen"}, "adjudicate": {"entscheiden"}, "analyse": {"analysieren", "analysiere"},
	"attackers": {"angreifer"}, "bar": {"aussperren"}, "unbar": {"zulassen"}, "block": {"sperren", "sperre", "blockieren"}, "board": {"brett", "stellung", "zeige", "zeig"},
	"bye": {"aussetzen"}, "cancel": {"zurückziehen", "absagen"}, "captured": {"geschlagen"}, "challenge": {"herausfordern"}, "changed": {"neues"}, "claim": {"beanspruchen"},
	"confirm": {"rückfrage"}, "create": {"ausrichten"}, "crosstable": {"kreuztabelle"}, "decline": {"ablehnen", "abgelehnt"},
	"defenders": {"decker"}, "digest": {"sammelpost"}, "draw": {"remis"}, "evaluate": {"bewerten"}, "example": {"beispiel"}, "expel": {"ausschließen"},
	"export": {"exportieren"}, "forget": {"vergiss"}, "game": {"partie"}, "games": {"partien"}, "help": {"hilfe"}, "hint": {"tipp", "tip"}, "if": {"falls"},
	"import": {"importieren", "einlesen"}, "join": {"teilnehmen", "mitmachen", "anmelden"}, "leaders": {"bestenliste", "rangliste"}, "learn": {"lernen"}, "leave": {"verlassen", "abmelden"}, "set": {"festlegen"}, "stands": {"aufstellung"},
	"limit": {"obergrenze"}, "link": {"verbinden"}, "log": {"verlauf", "zugliste"}, "more": {"mehr"}, "move": {"zug", "ziehe", "zieh"}, "moves": {"züge", "zuege"},
	"note": {"notiz"}, "notes": {"notizen"}, "nudge": {"anstupsen"}, "pairings": {"paarungen"}, "pick": {"wählen"}, "piece": {"figur"}, "players": {"spieler"},
	"prefer": {"einstellungen", "vorlieben"}, "profile": {"profil"}, "publish": {"veröffentlichen"}, "puzzle": {"rätsel", "raetsel"}, "quiet": {"ruhezeit"},
	"rematch": {"revanche"}, "remind": {"erinnern", "erinnere", "erinnerungen"}, "replay": {"film"}, "report": {"bericht"}, "resign": {"aufgeben"},
	"room": {"raum"}, "rules": {"regeln"}, "say": {"sagen", "sage"}, "seek": {"suchen", "suche"}, "sessions": {"sitzungen"}, "standings": {"tabelle"}, "start": {"anfang", "hallo", "moin", "servus"},
	"study": {"studie"}, "takeback": {"zurücknehmen", "zuruecknehmen"}, "tournament": {"turnier"}, "tournaments": {"turniere"}, "try": {"probieren", "probiere"},
	"unblock": {"entsperren"}, "unwatch": {"nicht-verfolgen"}, "vacation": {"urlaub"}, "variants": {"spiele", "varianten", "spielarten"}, "views": {"ansichten"},
	"team": {"mannschaft"}, "league": {"liga"}, "leagues": {"ligen"}, "newleague": {"ligagründung"}, "teamgame": {"mannschaftspartie"}, "vote": {"abstimmen", "stimme"}, "votes": {"stimmen"},
	"watch": {"verfolgen"}, "watching": {"verfolgte"}, "where": {"wo"},
}

// germanParams maps the names of parameters to German ones.
var germanParams = map[string][]string{
	"at": {"nach"}, "from": {"ab"}, "language": {"sprache"}, "level": {"ebene"}, "page": {"seite"}, "pieces": {"figuren"}, "role": {"rolle"}, "round": {"runde"},
	"side": {"seite"}, "theme": {"farben"}, "time": {"zeitzone", "zeit"}, "view": {"ansicht"},
}

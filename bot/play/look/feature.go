package look

import "raumbot/bot/action"

// Feature returns what the package adds to the bot.
func Feature() action.Feature { return action.Feature{Commands: commands()} }

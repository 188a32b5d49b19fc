package service

import (
	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/rules"
)

// described returns the button of a command about a game with its brief for a label.
func (s *Service) described(command string, id bot.GameID) bot.Button {
	return bot.Button{Label: phrase.Term(s.commands.Find(command).Brief), Command: command + " " + id.String()}
}

// showBoard shows the position of a game.
func showBoard(c *call) (bot.Reply, error) {
	audience := bot.Public
	if c.game.Private() {
		audience = bot.Aside
	}
	m := c.message(audience, phrase.Upper(c.game.Summary())+". "+c.standing(c.game))
	p := c.game.Picture()
	p.View, p.Theme, p.Side = c.args.Word("view"), c.args.Word("theme"), c.viewpoint()
	switch c.args.Word("side") {
	case "white":
		p.Side = rules.White
	case "black":
		p.Side = rules.Black
	}
	m.Game = c.game.ID
	if p.View == "text" {
		p.View = ""
		scene, err := c.service.scene(c.tx, *p)
		if err != nil {
			return bot.Reply{}, err
		}
		scene.Say = phrase.Of
		m.Text += "\n" + render.Text(scene)
	} else {
		m.Picture = p
	}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

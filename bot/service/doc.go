// Package service carries out what people ask of the bot. It knows games,
// players, clocks and messages, and no platform: adapters bring it Requests
// and carry its Messages.
//
//	svc := service.New(service.Ports{Store: store})
//	reply, err := svc.Handle(ctx, bot.Request{
//		From: bot.User{UserID: bot.UserID{Platform: "console", ID: "alice"}, Name: "alice"},
//		Room: bot.RoomID{Platform: "console", ID: "lobby"},
//		Text: "challenge bob stockschach216",
//	})
//
// Handle runs each command in one transaction: the change, its log entry and
// the messages that tell of it are committed together. The messages are
// delivered from the outbox afterwards, by Run or by Deliver.
package service

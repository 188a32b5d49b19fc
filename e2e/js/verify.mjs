// An operator with a chat program in JavaScript: verifies the bot in an encrypted direct chat, and compares the emojis
// with those in the bot's log. Prints what it has found as one line of JSON.
//
//	node verify.mjs HOMESERVER USER PASSWORD BOT LOG

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import * as sdk from "matrix-js-sdk";
import { OnlySignedDevicesIsolationMode, VerificationRequestEvent, VerifierEvent } from "matrix-js-sdk/lib/crypto-api/index.js";

const [homeserver, user, password, bot, log] = process.argv.slice(2);
for (const method of ["log", "info", "debug", "warn", "trace"]) console[method] = () => {}; // the library is noisy

const fail = (why) => {
	process.stderr.write(`${why}\n`);
	process.exit(1);
};
setTimeout(() => fail("it takes too long"), 120_000);
process.on("unhandledRejection", (why) => fail(why?.stack ?? why));

const login = await sdk.createClient({ baseUrl: homeserver }).loginRequest({
	type: "m.login.password",
	identifier: { type: "m.id.user", user },
	password,
});
const client = sdk.createClient({
	baseUrl: homeserver,
	userId: login.user_id,
	deviceId: login.device_id,
	accessToken: login.access_token,
	verificationMethods: ["m.sas.v1"],
});
await client.initRustCrypto({ useIndexedDB: false });
await client.startClient({ initialSyncLimit: 20 });
await new Promise((resolve) => client.once(sdk.ClientEvent.Sync, resolve));
const crypto = client.getCrypto();
crypto.setDeviceIsolationMode(new OnlySignedDevicesIsolationMode());
await crypto.bootstrapCrossSigning({
	authUploadDeviceSigningKeys: (send) =>
		send(null).catch((refusal) =>
			send({ type: "m.login.password", identifier: { type: "m.id.user", user }, password, session: refusal.data.session }),
		),
});

const greeted = new Promise((resolve) => {
	const look = (event) => event.getSender() === bot && event.getContent().body?.includes("Hello!") && resolve(event);
	client.on(sdk.RoomEvent.Timeline, look);
	client.on(sdk.MatrixEventEvent.Decrypted, look);
});
const { room_id: room } = await client.createRoom({
	preset: "trusted_private_chat",
	is_direct: true,
	invite: [bot],
	initial_state: [{ type: "m.room.encryption", state_key: "", content: { algorithm: "m.megolm.v1.aes-sha2" } }],
});
const hello = await greeted;

const request = await crypto.requestVerificationDM(bot, room);
await new Promise((resolve) => {
	const look = () => (request.phase >= 3 || request.phase === undefined) && resolve(); // ready, or cancelled
	request.on(VerificationRequestEvent.Change, look);
	look();
});
if (request.cancellationCode) fail(`cancelled: ${request.cancellationCode}`);
const verifier = await request.startVerification("m.sas.v1");
const shown = new Promise((resolve) => verifier.on(VerifierEvent.ShowSas, resolve));
const verified = verifier.verify();
const sas = await shown;

let found;
while (!(found = readFileSync(log, "utf8").match(/emojis="([^"]*)".* code=([0-9]{6})/))) await sleep(50);
const mine = sas.sas.emoji.map(([symbol]) => symbol.replace("\ufe0f", "")).join("");
const theirs = found[1].split(", ").map((one) => one.split(" ")[0]).join("");
await sas.confirm();
await client.sendTextMessage(room, found[2]);
await verified;

let status; // known when the signature has come back with the next sync
for (let tries = 0; tries < 200 && !status?.isCrossSigningVerified(); tries++, await sleep(50)) status = await crypto.getUserVerificationStatus(bot);
process.stdout.write(
	JSON.stringify({ same: mine === theirs, verified: status.isCrossSigningVerified(), encrypted: hello.isEncrypted() }) + "\n",
);
client.stopClient();
process.exit(0);

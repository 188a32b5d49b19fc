// A person with a chat program in JavaScript: begins a game against themselves in an encrypted
// room, fetches and decrypts the picture of the board, and makes a move in the
// game's thread. The program excludes insecure devices, as Element does: it gives its keys to
// devices alone that their owner has signed, and decrypts what comes from such devices alone.
// Prints what it has found as one line of JSON.
//
//	node play.mjs HOMESERVER USER PASSWORD BOT

import { createDecipheriv, createHash } from "node:crypto";
import * as sdk from "matrix-js-sdk";
import { OnlySignedDevicesIsolationMode } from "matrix-js-sdk/lib/crypto-api/index.js";

const [homeserver, user, password, bot] = process.argv.slice(2);
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
const client = sdk.createClient({ baseUrl: homeserver, userId: login.user_id, deviceId: login.device_id, accessToken: login.access_token });
await client.initRustCrypto({ useIndexedDB: false });
const crypto = client.getCrypto();
crypto.setDeviceIsolationMode(new OnlySignedDevicesIsolationMode());

const events = [];
const unread = new Map(); // why events are not decrypted
const waiting = new Set();
const seen = (event) => {
	if (event.isBeingDecrypted() || (event.isEncrypted() && !event.getClearContent())) return;
	if (event.isDecryptionFailure()) return unread.set(event.getId(), event.decryptionFailureReason);
	unread.delete(event.getId());
	events.push(event);
	for (const look of waiting) look();
};
client.on(sdk.RoomEvent.Timeline, seen);
client.on(sdk.MatrixEventEvent.Decrypted, seen);

// until waits for an event of the bot, or of anybody.
const until = (is, from = bot) =>
	new Promise((resolve) => {
		const look = () => {
			const found = events.find((e) => (!from || e.getSender() === from) && is(e));
			if (found) {
				waiting.delete(look);
				resolve(found);
			}
		};
		waiting.add(look);
		look();
	});
const says = (words) => (e) =>
	e.getSender() === bot && ["m.notice", "m.text"].includes(e.getContent().msgtype) && e.getContent().body.includes(words);

await client.startClient({ initialSyncLimit: 20 });
await new Promise((resolve) => client.once(sdk.ClientEvent.Sync, resolve));
await crypto.bootstrapCrossSigning({
	authUploadDeviceSigningKeys: (send) =>
		send(null).catch((refusal) =>
			send({ type: "m.login.password", identifier: { type: "m.id.user", user }, password, session: refusal.data.session }),
		),
});
const { room_id: room } = await client.createRoom({
	preset: "private_chat",
	name: "Lab",
	invite: [bot],
	initial_state: [{ type: "m.room.encryption", state_key: "", content: { algorithm: "m.megolm.v1.aes-sha2" } }],
});
await until(says("Hello!"));

await client.sendMessage(room, { msgtype: "m.text", body: "!study raumschach" });
const begins = await until(says("begins"));
const picture = await until((e) => e.getContent().msgtype === "m.image");

// open fetches a file and decrypts it by hand, as the specification says, and not by any library of Matrix.
const open = async (file) => {
	const [, server, media] = file.url.match(/^mxc:\/\/([^/]+)\/(.+)$/);
	const response = await fetch(`${homeserver}/_matrix/client/v1/media/download/${server}/${media}`, {
		headers: { Authorization: `Bearer ${login.access_token}` },
	});
	const sealed = Buffer.from(await response.arrayBuffer());
	const sum = createHash("sha256").update(sealed).digest("base64").replace(/=+$/, "");
	const decipher = createDecipheriv("aes-256-ctr", Buffer.from(file.key.k, "base64url"), Buffer.from(file.iv, "base64"));
	const data = Buffer.concat([decipher.update(sealed), decipher.final()]);
	return { data, intact: sum === file.hashes.sha256 && file.v === "v2" && file.key.alg === "A256CTR" };
};
const { data: board, intact } = await open(picture.getContent().file);

await client.sendMessage(room, {
	msgtype: "m.text",
	body: "ba2-ba3",
	"m.relates_to": { rel_type: "m.thread", event_id: begins.getId(), is_falling_back: true, "m.in_reply_to": { event_id: begins.getId() } },
});
const played = await until(says("ba2-ba3"));

process.stdout.write(
	JSON.stringify({
		encrypted: [begins, picture, played].every((e) => e.isEncrypted()),
		intact,
		png: board.subarray(1, 4).toString(),
		width: board.readUInt32BE(16),
		height: board.readUInt32BE(20),
		said: picture.getContent().info,
		alt: picture.getContent().body,
		unread: [...unread.values()],
		shields: await Promise.all([begins, picture, played].map(async (e) => (await crypto.getEncryptionInfoForEvent(e)).shieldReason)),
		thread: played.getWireContent()["m.relates_to"]?.event_id === begins.getId(),
	}) + "\n",
);
client.stopClient();
process.exit(0);

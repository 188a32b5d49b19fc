// Jocly's Raumschach as a program that speaks the dialect of `raumbot engine`, for bench/ladder and
// `raumbot engine match`:
//
//	cd bench/jocly && npm ci --ignore-scripts
//	node player.js [LEVEL]
//
// LEVEL is one of Jocly's (easy, fast, medium, strong); strong if not given. A level that Jocly limits in positions
// keeps that limit alone, so that other work on the machine costs it nothing. Jocly is under the AGPL: it is
// installed beside this script, run in a process of its own, and no part of raumbot.
"use strict";

const jocly = require("jocly");
const readline = require("readline");

// Jocly's names of pieces, by the codes of position lines and moves.
const names = { KIN: "king", QUE: "queen", ROO: "rook", BIS: "bishop", UNI: "unicorn", KNI: "knight", PAW: "pawn" };
const white = 1, black = -1;

// setup translates a position line: side to move, White's pieces, Black's, castling, passed cell, reserves, plies
// since the last capture or Pawn's move, number of the move.
function setup(variant, line) {
	const [turn, ...men] = line.split(" ");
	const pieces = [];
	[white, black].forEach((side, i) => {
		for (const man of men[i] === "-" ? [] : men[i].split(",")) {
			let name = names[man.slice(0, 3)];
			if (name === "pawn") name += side === white ? "-w" : "-b";
			const kind = Object.keys(variant.pieceTypes).find((k) => variant.pieceTypes[k].name === name);
			const cell = variant.geometry.PosByName(man[3].toUpperCase() + man.slice(4));
			if (kind === undefined || cell < 0) throw new Error(`${man} is no piece on a cell`);
			const stays = variant.pieceTypes[kind].initial.some((at) => at.s === side && at.p === cell);
			pieces.push({ s: side, t: kind, p: cell, m: !stays });
		}
	});
	const none = { k: false, q: false };
	return { pieces, turn: turn === "w" ? white : black, castle: { [white]: none, [black]: none }, enPassant: null, noCaptCount: Number(men[5]) };
}

// plain returns what two notations of a move have in common: its cells, and the first letter of a promotion.
function plain(move) {
	return move.toLowerCase().replace(/^([a-e]{2}\d)[-x]?([a-e]{2}\d)=?(\w?).*$/, "$1$2$3");
}

// canonical writes one of Jocly's moves for `raumbot`.
function canonical(move) {
	const [, from, to, promotion] = /^(\w{3})(\w{3})(\w?)$/.exec(plain(move));
	const code = Object.keys(names).find((k) => promotion && k.toLowerCase().startsWith(promotion));
	return `${from}-${to}` + (code ? `=${code}` : "");
}

class Player {
	constructor(match, level) {
		Object.assign(this, { match, level });
	}

	// take sets up a position and plays the moves behind it.
	async take(line, moves) {
		const initial = setup(this.match.game.cbVar, line);
		this.match.game.Import = () => ({ status: true, initial });
		await this.match.load({ initialBoard: line, playedMoves: [] });
		for (const text of moves) {
			const possible = await this.match.getPossibleMoves();
			const written = await this.match.getMoveString(possible, "engine");
			const i = written.findIndex((other) => plain(other) === plain(text));
			if (i < 0) throw new Error(`Jocly does not know the move ${text}`);
			await this.match.applyMove(possible[i]);
		}
	}

	async best() {
		const { move } = await this.match.machineSearch({ level: this.level });
		return move ? canonical(await this.match.getMoveString(move, "engine")) : "(none)";
	}

	async obey(line) {
		const words = line.trim().split(/\s+/);
		switch (words[0]) {
		case "uci":
			console.log("id name Jocly 0.9.13\nid author Michel Gutierrez and others\noption name UCI_Variant type combo default raumschach var raumschach\nuciok");
			break;
		case "isready":
			console.log("readyok");
			break;
		case "position": {
			const at = words.indexOf("moves");
			const end = at < 0 ? words.length : at;
			if (words[1] !== "line") throw new Error("a position begins with line");
			await this.take(words.slice(2, end).join(" "), words.slice(end + 1));
			break;
		}
		case "go":
			console.log("bestmove " + await this.best());
			break;
		case "quit":
			process.exit(0);
		}
	}
}

async function main() {
	const wanted = process.argv[2] || "strong";
	const { model } = await jocly.getGameConfig("raumschach");
	const found = model.levels.find((l) => l.name === wanted);
	if (!found) throw new Error(`Jocly's levels are ${model.levels.map((l) => l.name).join(", ")}, not ${wanted}`);
	const level = { ...found };
	if (level.maxNodes) level.maxDuration = 0; // none; left out, it would be two seconds
	const player = new Player(await jocly.createMatch("raumschach"), level);
	for await (const line of readline.createInterface({ input: process.stdin })) await player.obey(line);
}

main().catch((error) => {
	console.error(error.message);
	process.exit(1);
});

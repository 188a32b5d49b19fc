package rules

import (
	"errors"
	"strings"
	"testing"
)

// TestReadMove checks what players type, by variant and position. The expectation is a canonical
// move, or a refusal: its reason and part of its sentence.
func TestReadMove(t *testing.T) {
	const (
		start   = ""
		guten   = "w SPYwe1,STOse2,STOsf2,STOve2,UNIvd1,LIBve1,PREwd1,HOSsa1,ROUsh1,CONza1,AMBzh1 EXPwh4,UNIvd8,LIBve8,PREwd8,HOSsa8,ROUsh8,CONza8,AMBzh8,STOse7 - - - 0 20"
		castles = "w EPRve1,SBKva1,SBKvh1,SBKse1,STOva2 EPRve8,SBKvg8 se1,va1,vh1 - - 0 20"
		coheirs = "w EPRg1,COHa6,COHd7 EPRm8 - - - 0 20"
		promote = "w EPRza1,STOwc5 EPRza6 - - - 0 20"
		frozen  = "w EPRve1,QUEva1,DUKwd1 EPRve8,PNCwa8 - - - 0 20"
		pinned  = "w EPRza1,SUNza2 EPRuf6,SBKza5 - - - 0 20"
		levelX  = "w EPRza1,STOwd2 EPRuf6 - - - 0 20"
		theist  = "w SPYwe1,THEtd4,UNIvd1,HOSsa1,ROUsh1,STOwg7 UNIvd8,LIBve8,HOSsa8,ROUsh8 - - - 0 20"
		bracket = "w EPRg1,COHa6,COHd7,BISb5 EPRm8,ROOe7,UNIb8 - - - 0 20"
		bloc    = "w EPRve1,QUEva1,GOVsh1,DUCse1,PNCwa1,DUKwd1,BARwe1,ST1ve2,ST1ub7 EPRve8,QUEwd6,MARuc8 se1,sh1,va1 - - 0 20"
		raum    = "w KINac1,KNIab1,QUEbc1,PAWea4 KINec5 - - - 0 20"
	)
	for _, test := range []struct{ variant, position, text, want string }{
		{"gutenschach", guten, "we1 wh4", "we1-wh4"},
		{"gutenschach", guten, "we1-wh4", "we1-wh4"},
		{"gutenschach", guten, "we1xwh4", "we1-wh4"},
		{"gutenschach", guten, "we1 x wh4", "we1-wh4"},
		{"gutenschach", guten, "WE1WH4", "we1-wh4"},
		{"gutenschach", guten, "Spy wh4", "we1-wh4"},
		{"gutenschach", guten, "SPY we1-wh4", "we1-wh4"},
		{"gutenschach", guten, "spy xwh4", "we1-wh4"},
		{"gutenschach", guten, "Spy takes Explorer wh4", "we1-wh4"},
		{"gutenschach", guten, "Spy we1xwh4 (Explorer)", "we1-wh4"},
		{"gutenschach", guten, "we1→wh4!", "we1-wh4"},
		{"gutenschach", guten, "Spy takes Network on wh4", "WrongPiece: the piece on wh4 is an Explorer"},
		{"gutenschach", guten, "Study we1 wh4", "WrongPiece: the piece on we1 is a Spy"},
		{"gutenschach", guten, "Study wh4", "NoSuchPiece: you have no Study"},
		{"gutenschach", guten, "spi wh4", "NoSuchPiece: Spy (SPY)"},
		{"gutenschach", guten, "we1 we9", "NoSuchCell: no cell \"we9\""},
		{"gutenschach", guten, "wh4 we1", "NotYourPiece: the Explorer on wh4 is Black's"},
		{"gutenschach", guten, "wf4 we1", "EmptyCell: no piece stands on wf4"},
		{"gutenschach", guten, "we1 vd1", "OwnPiece: your own University stands on vd1"},
		{"gutenschach", guten, "we1 we6", "NotThatWay"},
		{"gutenschach", guten, "", "Unreadable: for example"},
		{"gutenschach", guten, "hello", "NoSuchPiece"},
		{"gutenschach", guten, strings.Repeat("we1", 100), "Unreadable"},
		{"gutenschach", guten, "we1\x1b[2Jwh4", "Unreadable"},
		{"gutenschach", guten, "ve2-ve4", "ve2-ve3-ve4"},
		{"gutenschach", guten, "ve4", "Ambiguous: ve2-ve3-ve4"},
		{"gutenschach", guten, "ve2-ve3-ve4", "ve2-ve3-ve4"},
		{"gutenschach", guten, "se2 sf4", "Ambiguous: several first steps"},
		{"gutenschach", guten, "sf4", "Ambiguous: several pieces can go to sf4"},
		{"gutenschach", guten, "se2 sf3 sf4", "se2-sf3-sf4"},
		{"gutenschach", start, "we1 wh4", "Blocked: at wf2 by the Stockbroker"},
		{"gutenschach", start, "spy wh4", "Blocked"},
		{"stockschach512", castles, "O-O va1", "ve1-vc1"},
		{"stockschach512", castles, "0-0 se1", "ve1-te1"},
		{"stockschach512", castles, "castle toward vh1", "NoCastling: would pass through or into check"},
		{"stockschach512", castles, "castle", "Ambiguous: several ways"},
		{"stockschach512", castles, "O-O za1", "NoCastling: any more"},
		{"stockschach512", castles, "ve1-vc1", "ve1-vc1"},
		{"stockschach512", castles, "Emperor ve1-vc1 (castling, Stockbrook va1-vd1)", "ve1-vc1"},
		{"stockschach512", castles, "va1-va5", "Blocked: cannot reach va5: blocked at va2 by the Stockbroker"},
		{"stockschach512", start, "castle", "NoCastling: you cannot castle now: with the Stockbrook on va1: the Stockgduchess on vd1 stands between; with the"},
		{"stockschach512", start, "castle toward te1", "NoCastling: with the Stockbrook on se1: the"},
		{"stockschach512", start, "castle toward wa3", "NoCastling: there is no castling toward wa3; your Emperor castles with the Stockbrook on va1, the Stockbrook on vh1, the"},
		{"stockschach216", start, "castle", "NoCastling: there is no castling"},
		{"stockschach216", promote, "wc5-wc6=SGD", "wc5-wc6=SGD"},
		{"stockschach216", promote, "wc5 wc6 = stockunicorn", "wc5-wc6=SUN"},
		{"stockschach216", promote, "wc6/sbk", "wc5-wc6=SBK"},
		{"stockschach216", promote, "Stockbroker wc6 promotes to a Stocknsexton", "wc5-wc6=SNS"},
		{"stockschach216", promote, "wc5-wc6", "NeedsPromotion: Stockgduchess"},
		{"stockschach216", promote, "wc5-wc6=EPR", "WrongPromotion"},
		{"stockschach216", promote, "wc5-wc6=XYZ", "NoSuchPiece"},
		{"stockschach216", promote, "wc5-wb6", "OnlyCaptures"},
		{"stockschach216", pinned, "za2-yb3", "LeavesCheck: in check from the Stockbrook on za5"},
		{"stockschach216", pinned, "za1-ya6", "NotThatWay"},
		{"tunnelchess-paired-linepiece", coheirs, "a6-b7", "a6-b7"},
		{"tunnelchess-paired-linepiece", coheirs, "a6-b7=EPS", "a6-b7=EPS"},
		{"tunnelchess-paired-linepiece", coheirs, "d7-c8", "NeedsPromotion"},
		{"tunnelchess-paired-linepiece", coheirs, "d7-c8 becomes a queen", "d7-c8=QUE"},
		{"blocschach", frozen, "va1-va2", "FrozenSet: while White has no Prince"},
		// a cell that begins with x, joined to another
		{"stockschach216", levelX, "wd2xd3", "wd2-xd3"},
		{"stockschach216", levelX, "WD2XD3", "wd2-xd3"},
		{"stockschach216", levelX, "wd2-wd9", "NoSuchCell: \"wd9\""},
		// a cell without its level
		{"stockschach216", start, "Stockbroker c3", "Ambiguous: \"c3\" is a cell on each level"},
		{"stockschach216", start, "c3", "Ambiguous: which one? Stockbroker"},
		{"stockschach216", start, "Emperor c3", "NoSuchCell: \"c3\""},
		{"stockschach216", start, "wc2-c3", "NoSuchCell: \"c3\""},
		{"stockschach216", levelX, "wd2xwd3", "OnlyQuiet: nothing to capture on wd3"},
		{"stockschach216", levelX, "za1", "OwnPiece: say where it should go"},
		// a code that is also a word
		{"gutenschach", theist, "THE td8", "td4-td8"},
		{"gutenschach", theist, "the td8", "td4-td8"},
		{"gutenschach", theist, "THE wh4", "NotThatWay"},
		{"gutenschach", theist, "the Spy wh4", "we1-wh4"},
		{"gutenschach", theist, "wg8=THE", "wg7-wg8=THE"},
		{"gutenschach", theist, "Stockbroker wg7-wg8=THE", "wg7-wg8=THE"},
		{"gutenschach", theist, "wg7wg8tec", "wg7-wg8=TEC"},
		{"gutenschach", theist, "wg7-wg8 TEC", "wg7-wg8=TEC"},
		{"gutenschach", theist, "wg7-wg8=", "NeedsPromotion: Foundation"},
		// brackets
		{"tunnelchess-paired-linepiece", bracket, "a6-b7(=QUE)", "a6-b7=QUE"},
		{"tunnelchess-paired-linepiece", bracket, "a6-b7 (queen)", "a6-b7=QUE"},
		{"tunnelchess-paired-linepiece", bracket, "a6-b7 (promotes to queen)", "a6-b7=QUE"},
		{"tunnelchess-paired-linepiece", bracket, "a6-b7=(DUC)", "a6-b7=DUC"},
		{"tunnelchess-paired-linepiece", bracket, "a6-b7=[DUC]", "a6-b7=DUC"},
		{"tunnelchess-paired-linepiece", bracket, "(a6-b7)", "a6-b7"},
		{"tunnelchess-paired-linepiece", bracket, "a6-b7 promotes", "NeedsPromotion: Bishop, Duchess"},
		{"tunnelchess-paired-linepiece", bracket, "a6xe7 (Rook)", "a6-e7"},
		{"tunnelchess-paired-linepiece", bracket, "a6xe7 (Unicorn)", "WrongPiece: the piece on e7 is a Rook"},
		{"tunnelchess-paired-linepiece", bracket, "a6 takes Rook", "a6-e7"},
		{"tunnelchess-paired-linepiece", bracket, "Coheir takes Rook", "a6-e7"},
		{"tunnelchess-paired-linepiece", bracket, "d7-c8=a duchess", "d7-c8=DUC"},
		{"tunnelchess-paired-linepiece", bracket, "d7 c8 as an empress", "d7-c8=EPS"},
		{"tunnelchess-paired-linepiece", bracket, "d7c8q", "d7-c8=QUE"},
		{"tunnelchess-paired-linepiece", bracket, "COHc8/=GOV", "d7-c8=GOV"},
		{"tunnelchess-paired-linepiece", bracket, "COHxe7", "a6-e7"},
		{"tunnelchess-paired-linepiece", bracket, "g1xg2", "OnlyQuiet"},
		{"tunnelchess-paired-linepiece", bracket, "king g2", "g1-g2"},
		// castling
		{"blocschach", bloc, "O-O va1", "ve1-vc1"},
		{"blocschach", bloc, "Emperor castles toward va1", "ve1-vc1"},
		{"blocschach", bloc, "I castle with the Queen", "ve1-vc1"},
		{"blocschach", bloc, "ve1-vc1 castling", "ve1-vc1"},
		{"blocschach", bloc, "O-O (va1)", "ve1-vc1"},
		{"blocschach", bloc, "oo va", "ve1-vc1"},
		{"blocschach", bloc, "cathedral", "ve1-tg1"},
		{"blocschach", bloc, "castle", "Ambiguous: ve1-te1, ve1-tg1, ve1-vc1"},
		{"blocschach", bloc, "ve1-va1", "OwnPiece: to castle with it write ve1-vc1"},
		// the first step named last, codes joined to cells, common additions
		{"blocschach", bloc, "ve2-we4 via we3", "ve2-we3-we4"},
		{"blocschach", bloc, "ve2 to ve4 via ve3", "ve2-ve3-ve4"},
		{"blocschach", bloc, "ST1ve2-ve3", "ve2-ve3"},
		{"blocschach", bloc, "ST1xuc8=MAR", "ub7-uc8=MAR"},
		{"blocschach", bloc, "1. va1-va5", "va1-va5"},
		{"blocschach", bloc, "va1-va5 check", "va1-va5"},
		{"blocschach", bloc, "va1/va5", "va1-va5"},
		{"blocschach", bloc, "`va1‑va5`", "va1-va5"},
		{"blocschach", bloc, "ｖａ１－ｖａ５", "va1-va5"},
		{"raumschach", raum, "Nab1-ac3", "ab1-ac3"},
		{"raumschach", raum, "Qbc5", "bc1-bc5"},
		{"raumschach", raum, "pawn ea5=Q", "ea4-ea5=QUE"},
	} {
		v := mustFind(t, test.variant)
		p := v.Start()
		if test.position != "" {
			var err error
			if p, err = ReadPosition(v, test.position); err != nil {
				t.Fatalf("%s: %v", test.position, err)
			}
		}
		m, err := p.ReadMove(test.text)
		reason, sentence, isRefusal := strings.Cut(test.want, ":")
		var refused *MoveError
		switch {
		case err == nil && p.Text(m) == test.want:
		case err == nil:
			t.Errorf("%s: %.60q is read as %s, want %s", test.variant, test.text, p.Text(m), test.want)
		case !errors.As(err, &refused):
			t.Errorf("%s: %.60q: %v is no MoveError", test.variant, test.text, err)
		case reasonNames[refused.Reason] != reason || isRefusal && !strings.Contains(err.Error(), strings.TrimSpace(sentence)):
			t.Errorf("%s: %.60q is refused with %s: %v; want %s", test.variant, test.text, reasonNames[refused.Reason], err, test.want)
		}
	}
}

var reasonNames = map[Reason]string{
	Unreadable: "Unreadable", NoSuchCell: "NoSuchCell", NoSuchPiece: "NoSuchPiece", GameOver: "GameOver", EmptyCell: "EmptyCell",
	NotYourPiece: "NotYourPiece", WrongPiece: "WrongPiece", FrozenSet: "FrozenSet", OwnPiece: "OwnPiece", NotThatWay: "NotThatWay",
	Blocked: "Blocked", OnlyCaptures: "OnlyCaptures", OnlyQuiet: "OnlyQuiet", LeavesCheck: "LeavesCheck", NoCastling: "NoCastling",
	NeedsPromotion: "NeedsPromotion", WrongPromotion: "WrongPromotion", Ambiguous: "Ambiguous",
}

// TestKindsNamed checks that a name shared by several kinds finds all of them.
func TestKindsNamed(t *testing.T) {
	v := mustFind(t, "blocschach")
	for name, want := range map[string]string{
		"rhino": "RHI", "double rhino": "RHI", "Rhinos": "RHI", "EPR": "EPR", "stockbroker": "ST1 ST3 ST4 ST5",
		"Stockbroker of set 4": "ST4", "duch": "DUC", "Duchesses": "DUC", "car": "CAR", "xyz": "", "": "",
	} {
		var codes []string
		for _, id := range v.KindsNamed(name) {
			codes = append(codes, v.Kinds[id].Code)
		}
		if got := strings.Join(codes, " "); got != want {
			t.Errorf("%q names %q, want %q", name, got, want)
		}
	}
}

func TestReadPositionRefuses(t *testing.T) {
	for _, test := range []struct{ variant, line, want string }{
		{"stockschach216", "", "8 fields"},
		{"stockschach216", "w EPRwd1 EPRwd6 - - - 0", "8 fields"},
		{"stockschach216", "x EPRwd1 EPRwd6 - - - 0 1", "SIDE"},
		{"stockschach216", "w EPRwd1 EPRwd9 - - - 0 1", "no cell \"wd9\""},
		{"stockschach216", "w EPRwd1 KNGwd6 - - - 0 1", "no piece \"KNG\""},
		{"stockschach216", "w EPRwd1,SBKwd1 EPRwd6 - - - 0 1", "two pieces stand on wd1"},
		{"stockschach216", "w EPRwd1 - - - - 0 1", "exactly one Emperor"},
		{"stockschach216", "w EPRwd1,SBKwd3 EPRwd6 - - - 0 1", "Black's Emperor is in check"},
		{"stockschach216", "w EPRwd1,STOwb6 EPRwd6 - - - 0 1", "had to promote"},
		{"stockschach216", "w EPRwd1 EPRwd6 - wd2>wd3 - 0 1", "no capture in passing"},
		{"stockschach216", "w EPRwd1 EPRwd6 ua1 - - 0 1", "nothing castles"},
		{"stockschach216", "w EPRwd1 EPRwd6 - - w 0 1", "starts off the board"},
		{"stockschach216", "w EPRwd1 EPRwd6 - - - -1 1", "HALF"},
		{"stockschach216", "w EPRwd1 EPRwd6 - - - 0 0", "FULL"},
		{"stockschach512", "w EPRvd1,SBKva1 EPRve8 va1 - - 0 1", "can castle"},
		{"stockschach512", "w EPRve1 EPRve8,STOva5 - va6>va4 - 0 1", "capture in passing"},
	} {
		_, err := ReadPosition(mustFind(t, test.variant), test.line)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want a refusal with %q", test.line, err, test.want)
		}
	}
}

func FuzzReadMove(f *testing.F) {
	for _, text := range []string{"we1-we4", "O-O va1", "double rhino to uc6", "ve2-ve4", "spy x explorer we4", "a7-b8=QUE", "promotes to queen", "xx1x", "(", "st1 st3"} {
		f.Add(text, uint8(3))
	}
	starts := []*Position{}
	for _, v := range Variants() {
		starts = append(starts, v.Start())
	}
	f.Fuzz(func(t *testing.T, text string, which uint8) {
		p := starts[int(which)%len(starts)]
		m, err := p.ReadMove(text)
		var refused *MoveError
		switch {
		case err == nil:
			if _, err := p.Play(m); err != nil {
				t.Errorf("%q is read as %s, which is refused: %v", text, p.Text(m), err)
			}
		case !errors.As(err, &refused):
			t.Errorf("%q: %v is no MoveError", text, err)
		case strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' || r == 0x7f }):
			t.Errorf("%q is answered with control characters: %q", text, err)
		case len(err.Error()) > 2000:
			t.Errorf("%q is answered at length %d", text, len(err.Error()))
		}
	})
}

func FuzzReadPosition(f *testing.F) {
	for i, v := range Variants() {
		f.Add(v.Start().Line(), uint8(i))
	}
	f.Add("w EPRwd1 EPRwd6 - - - 0 1", uint8(1))
	f.Fuzz(func(t *testing.T, line string, which uint8) {
		v := Variants()[int(which)%len(Variants())]
		p, err := ReadPosition(v, line)
		if err != nil {
			return
		}
		for _, m := range p.Legal() {
			if _, err := p.Play(m); err != nil {
				t.Fatalf("%s: %s is listed and refused: %v", line, p.Text(m), err)
			}
		}
		again, err := ReadPosition(v, p.Line())
		if err != nil || again.Line() != p.Line() {
			t.Errorf("%s does not read back: %v", p.Line(), err)
		}
	})
}

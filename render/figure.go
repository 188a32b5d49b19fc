package render

import (
	"fmt"

	"raumbot/rules"
)

// A figure is the silhouette of a chessman in a unit square, x to the right and
// y down, standing on y = 0.64 behind the plate. body is outlined and
// filled; lines are stroked and holes filled in the outline's colour.
type figure struct{ body, lines, holes path }

// Paths are written M x y (move), L x y (line), Q cx cy x y (quadratic
// curve), O x y r (circle), Z (close).
var figures = map[rules.Figure]figure{
	rules.KingFigure: {
		body:  shape(cross(0.03, 0.1, 0.18, 0.26) + "M.5 .3 Q.56 .21 .66 .23 Q.8 .27 .72 .42 L.66 .64 L.34 .64 L.28 .42 Q.2 .27 .34 .23 Q.44 .21 .5 .3 Z"),
		lines: shape("M.34 .47 L.66 .47"),
	},
	rules.EmperorFigure: {
		body:  shape(cross(0.02, 0.07, 0.14, 0.24) + "M.26 .64 L.2 .3 L.3 .36 Q.36 .2 .5 .2 Q.64 .2 .7 .36 L.8 .3 L.74 .64 Z"),
		lines: shape("M.24 .48 L.76 .48 M.5 .22 L.5 .48"),
	},
	rules.QueenFigure: {
		body:  shape("M.32 .64 L.23 .2 L.375 .4 L.5 .13 L.625 .4 L.77 .2 L.68 .64 Z O.23 .17 .055 O.5 .1 .06 O.77 .17 .055"),
		lines: shape("M.32 .53 L.68 .53"),
	},
	rules.EmpressFigure: {
		body:  shape("M.3 .64 L.22 .22 L.33 .38 L.38 .15 L.5 .34 L.62 .15 L.67 .38 L.78 .22 L.7 .64 Z O.22 .2 .045 O.385 .12 .05 O.615 .12 .05 O.78 .2 .045"),
		lines: shape("M.3 .53 L.7 .53"),
	},
	rules.CoronetFigure: {body: shape("M.36 .64 L.28 .36 L.4 .45 L.5 .3 L.6 .45 L.72 .36 L.64 .64 Z O.5 .25 .06")},
	rules.RookFigure:    {body: shape("M.28 .1 L.38 .1 L.38 .18 L.45 .18 L.45 .1 L.55 .1 L.55 .18 L.62 .18 L.62 .1 L.72 .1 L.72 .31 L.65 .38 L.65 .64 L.35 .64 L.35 .38 L.28 .31 Z")},
	rules.BishopFigure: {
		body:  shape("O.5 .08 .05 M.5 .11 Q.76 .3 .66 .5 L.66 .64 L.34 .64 L.34 .5 Q.24 .3 .5 .11 Z"),
		lines: shape("M.54 .24 L.44 .4"),
	},
	rules.KnightFigure:  {body: shape(horse), lines: shape(mane), holes: shape(eye)},
	rules.UnicornFigure: {body: shape("M.36 .24 L.12 0 L.45 .16 Z " + horse), lines: shape(mane), holes: shape(eye)},
	rules.StarFigure:    {body: shape("M.5 .04 L.571 .233 L.776 .24 L.614 .367 L.67 .565 L.5 .45 L.33 .565 L.386 .367 L.224 .24 L.429 .233 Z M.45 .42 L.55 .42 L.62 .64 L.38 .64 Z")},
	rules.OctagonFigure: {
		body:  shape("M.596 .079 L.731 .214 L.731 .406 L.596 .541 L.404 .541 L.269 .406 L.269 .214 L.404 .079 Z M.45 .5 L.55 .5 L.62 .64 L.38 .64 Z"),
		holes: shape("O.5 .31 .11"),
	},
	rules.HexagonFigure: {
		body:  shape("M.5 .06 L.717 .185 L.717 .435 L.5 .56 L.283 .435 L.283 .185 Z M.45 .5 L.55 .5 L.62 .64 L.38 .64 Z"),
		holes: shape("O.5 .31 .11"),
	},
	rules.BrokerFigure: {body: shape("O.5 .4 .125 M.25 .36 Q.27 .3 .36 .3 L.37 .2 Q.38 .13 .5 .13 Q.62 .13 .63 .2 L.64 .3 Q.73 .3 .75 .36 Z M.4 .5 L.6 .5 L.68 .64 L.32 .64 Z")},
	rules.PawnFigure:   {body: shape("O.5 .29 .14 M.44 .38 L.56 .38 L.66 .64 L.34 .64 Z")},
	rules.CoheirFigure: {body: shape("M.36 .28 L.34 .1 L.43 .19 L.5 .07 L.57 .19 L.66 .1 L.64 .28 Z " + face)},
	// The beings of Dragonchess.
	rules.SylphFigure: {body: shape("O.5 .3 .12 M.46 .38 L.38 .22 Q.34 .1 .16 .08 Q.1 .3 .2 .44 Q.3 .52 .43 .47 L.34 .64 L.66 .64 L.57 .47 Q.7 .52 .8 .44 Q.9 .3 .84 .08 Q.66 .1 .62 .22 L.54 .38 Z")},
	rules.GriffonFigure: {
		body:  shape("M.32 .64 Q.4 .54 .44 .46 Q.36 .44 .3 .38 Q.26 .4 .24 .5 Q.1 .42 .16 .28 Q.24 .14 .42 .13 L.46 .02 L.55 .15 Q.62 .2 .64 .3 L.88 .06 Q.94 .42 .72 .64 Z"),
		lines: shape("M.64 .32 Q.7 .44 .62 .58 M.76 .26 Q.78 .4 .7 .54"), holes: shape("O.37 .26 .035"),
	},
	rules.DragonFigure: {
		body:  shape("M.34 .64 Q.36 .54 .46 .47 L.36 .46 L.2 .54 L.12 .46 L.32 .38 L.1 .34 Q.1 .24 .3 .21 L.34 .02 L.45 .15 L.57 .02 L.58 .18 L.72 .12 L.68 .28 L.84 .3 L.74 .41 L.84 .52 L.73 .54 L.76 .64 Z"),
		holes: shape("O.4 .28 .035"),
	},
	rules.ElephantFigure: {
		body:  shape("M.42 .14 Q.52 .06 .7 .1 Q.9 .16 .86 .36 Q.84 .48 .72 .5 L.74 .64 L.42 .64 L.42 .5 Q.34 .48 .32 .42 Q.28 .5 .3 .56 Q.3 .64 .22 .64 L.12 .64 L.1 .57 Q.18 .56 .18 .46 Q.16 .2 .42 .14 Z"),
		lines: shape("M.56 .2 Q.74 .18 .74 .34 Q.7 .46 .56 .4 Q.5 .3 .56 .2 M.42 .5 L.4 .42 L.3 .4"), holes: shape("O.38 .26 .03"),
	},
	rules.DaggerFigure: {
		body:  shape("M.5 0 L.6 .16 L.57 .34 L.76 .34 L.76 .43 L.56 .43 L.56 .5 L.66 .64 L.34 .64 L.44 .5 L.44 .43 L.24 .43 L.24 .34 L.43 .34 L.4 .16 Z"),
		lines: shape("M.5 .1 L.5 .3"),
	},
	rules.MitreFigure: {
		body:  shape("M.3 .64 L.22 .34 Q.26 .14 .5 .02 Q.74 .14 .78 .34 L.7 .64 Z"),
		lines: shape("M.5 .12 L.5 .5 M.34 .3 L.66 .3"),
	},
	rules.WizardFigure: {
		body:  shape("M.62 .02 Q.56 .2 .66 .38 L.9 .46 L.86 .54 L.64 .52 L.68 .64 L.32 .64 L.36 .52 L.14 .54 L.1 .46 L.34 .38 Q.38 .1 .62 .02 Z"),
		holes: shape("O.5 .28 .055"), lines: shape("M.34 .42 Q.5 .47 .66 .42"),
	},
	rules.HelmFigure: {
		body:  shape("M.5 .1 Q.52 0 .72 0 Q.92 .02 .9 .22 Q.82 .1 .7 .14 L.7 .48 L.6 .64 L.4 .64 L.3 .48 L.3 .14 Q.38 .1 .5 .1 Z"),
		lines: shape("M.34 .29 L.6 .29 M.47 .29 L.47 .56"),
	},
	rules.DwarfFigure: {
		body:  shape("M.3 .3 Q.16 .22 .14 .06 Q.28 .08 .34 .18 Q.5 .06 .66 .18 Q.72 .08 .86 .06 Q.84 .22 .7 .3 L.72 .4 L.64 .64 L.36 .64 L.28 .4 Z"),
		lines: shape("M.3 .32 L.7 .32"),
	},
	rules.SerpentFigure: {
		body:  shape("M.4 .1 L.37 0 L.45 .05 L.5 0 L.55 .05 L.63 0 L.6 .1 Q.66 .16 .66 .2 Q.86 .3 .7 .42 Q.62 .48 .7 .5 Q.84 .54 .8 .64 L.2 .64 Q.18 .56 .28 .54 Q.44 .52 .36 .46 Q.14 .32 .34 .2 Q.34 .16 .4 .1 Z"),
		holes: shape("O.44 .2 .03 O.56 .2 .03"), lines: shape("M.5 .3 L.5 .42"),
	},
	rules.FlameFigure: {
		body:  shape("M.52 0 Q.54 .16 .66 .24 Q.7 .18 .68 .1 Q.92 .34 .8 .54 Q.76 .62 .68 .64 L.32 .64 Q.24 .62 .2 .54 Q.1 .34 .3 .16 Q.3 .26 .36 .3 Q.5 .2 .52 0 Z"),
		holes: shape("M.5 .34 Q.66 .46 .58 .58 Q.5 .62 .42 .58 Q.34 .46 .5 .34 Z"),
	},
	// The garter is a ring, the thistle a tuft, the patrician's symbol a shield.
	rules.GarterFigure:    {body: shape("O.5 .15 .14 " + face), holes: shape("O.5 .15 .065")},
	rules.ThistleFigure:   {body: shape("M.46 .3 L.28 .13 L.36 .04 L.45 .14 L.44 0 L.56 0 L.55 .14 L.64 .04 L.72 .13 L.54 .3 Z " + face)},
	rules.PatricianFigure: {body: shape("M.34 .02 L.66 .02 L.66 .3 L.34 .3 Z " + face), lines: shape("M.5 .04 L.5 .24 M.36 .13 L.64 .13")},
}

const (
	horse = "M.48 .17 L.53 .07 L.58 .16 Q.78 .24 .74 .64 L.36 .64 Q.38 .52 .52 .42 Q.44 .4 .36 .46 L.29 .49 Q.22 .48 .22 .4 Q.32 .3 .36 .22 Q.4 .17 .48 .17 Z"
	mane  = "M.6 .22 Q.67 .36 .62 .56"
	eye   = "O.42 .29 .03"
	face  = "O.5 .38 .13 M.42 .48 L.58 .48 L.67 .64 L.33 .64 Z"
)

// cross returns the cross on a crown, from y = top to bottom, with arms from y = arm to below.
func cross(top, arm, below, bottom float64) string {
	return fmt.Sprintf("M.455 %[1]g L.545 %[1]g L.545 %[2]g L.62 %[2]g L.62 %[3]g L.545 %[3]g L.545 %[4]g L.455 %[4]g L.455 %[3]g L.38 %[3]g L.38 %[2]g L.455 %[2]g Z ",
		top, arm, below, bottom)
}

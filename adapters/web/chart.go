package web

import (
	"fmt"
	"strings"
	"time"

	"raumbot/bot"
)

// chart is the data of a chart of a rating over time.
type chart struct {
	ID          string // distinguishes the charts of a page
	Title, Text string
	Line        string // the points of the polyline
	Grid        []gridLine
	From, To    string // the first and the last day
	LastX       int
	LastY       int
}

// gridLine is a horizontal line of a chart, with its label.
type gridLine struct{ Y, Value int }

// The area of a chart in which the line is drawn. The template has the whole size.
const (
	chartLeft, chartRight = 44, 350
	chartTop, chartBottom = 12, 140
)

// minCourse is the number of days with rated games from which on a rating has a chart.
const minCourse = 5

// Charts returns the charts of the ratings of a player.
func (p playerPage) Charts() (all []chart) {
	for i, r := range p.Ratings {
		if len(r.Course) >= minCourse {
			all = append(all, p.chart(fmt.Sprintf("chart%d", i), p.Say("Rating in %s", r.Title), r.Course))
		}
	}
	return all
}

// Charts returns the chart of the visitor's rating with puzzles.
func (p puzzlesPage) Charts() []chart {
	if len(p.Course) < minCourse {
		return nil
	}
	return []chart{p.chart("chart", p.Say("Your puzzle rating"), p.Course)}
}

// chart returns the chart of the course of a rating.
func (v *visitor) chart(id, title string, course []bot.RatingPoint) chart {
	first, last := course[0], course[len(course)-1]
	low, high := first.Value, first.Value
	for _, p := range course {
		low, high = min(low, p.Value), max(high, p.Value)
	}
	day := func(p bot.RatingPoint) string { return p.Date().Format(time.DateOnly) }
	c := chart{ID: id, Title: title, From: day(first), To: day(last)}
	c.Text = v.Say("From %d on %s to %d on %s. The lowest was %d, the highest %d.", first.Value, c.From, last.Value, c.To, low, high)
	step := 10
	for (high-low)/step > 3 {
		step = nextStep(step)
	}
	bottom, top := low/step*step, (high+step-1)/step*step
	if top == bottom {
		top += step
	}
	y := func(value int) int { return chartBottom - (value-bottom)*(chartBottom-chartTop)/(top-bottom) }
	for value := bottom; value <= top; value += step {
		c.Grid = append(c.Grid, gridLine{y(value), value})
	}
	var points []string
	for _, p := range course {
		c.LastX = chartLeft + (p.Day-first.Day)*(chartRight-chartLeft)/max(last.Day-first.Day, 1)
		c.LastY = y(p.Value)
		points = append(points, fmt.Sprintf("%d,%d", c.LastX, c.LastY))
	}
	c.Line = strings.Join(points, " ")
	return c
}

// nextStep returns the next distance between grid lines: 10, 20, 50, 100 and so on.
func nextStep(step int) int {
	for unit := 1; ; unit *= 10 {
		switch step {
		case unit, 5 * unit:
			return 2 * step
		case 2 * unit:
			return 5 * unit
		}
	}
}

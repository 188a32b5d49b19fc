package bot

import (
	"testing"
	"time"

	"raumbot/bot/rating"
)

// TestCourse plays games on many days. The course has the last rating of each day, and of a long
// one fewer days, but always the first and the newest.
func TestCourse(t *testing.T) {
	begin := time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)
	r := Rating{Rating: rating.New(), At: begin}
	for day := range 500 {
		for hour := range 2 {
			now := begin.Add(time.Duration(24*day+hour) * time.Hour)
			opponent := Player{ID: PlayerID(10 + day)}
			r, _ = r.Play(opponent, Rating{Player: opponent.ID, Rating: rating.New(), At: now}, rating.Score(hour)/2, now)
		}
		course := r.Course()
		last := course[len(course)-1]
		if len(course) > maxCourse || last.Value != int(r.Value+0.5) || !last.Date().Equal(begin.Truncate(24*time.Hour).AddDate(0, 0, day)) || !course[0].Date().Equal(begin.Truncate(24*time.Hour)) {
			t.Fatalf("day %d: %d points, from %v to %v, rating %v", day, len(course), course[0], last, r.Value)
		}
		for i := 1; i < len(course); i++ {
			if course[i].Day <= course[i-1].Day {
				t.Fatalf("day %d: the course is %v", day, course)
			}
		}
	}
	if n := len(r.Course()); n < maxCourse/2 {
		t.Errorf("of 500 days %d are left", n)
	}
}

// TestCourseOfOldRecords reads the course of a rating from the changes that earlier versions have
// stored, and plays on.
func TestCourseOfOldRecords(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	r := Rating{Rating: rating.Rating{Value: 1530, Deviation: 80, Volatility: 0.06}, At: now, Changes: []RatingChange{
		{At: now.AddDate(0, 0, -9), Points: 20}, {At: now.AddDate(0, 0, -9), Points: -5}, {At: now.AddDate(0, 0, -2), Points: 15},
	}}
	if got := r.Course(); len(got) != 2 || got[0].Value != 1515 || got[1].Value != 1530 {
		t.Errorf("the course is %v", got)
	}
	r, _ = r.Play(Player{ID: 7}, Rating{Player: 7, Rating: rating.New(), At: now}, rating.Win, now)
	if got := r.Course(); len(got) != 3 || got[0].Value != 1515 || len(r.History) != 3 {
		t.Errorf("the course is %v", got)
	}
	if got := (Rating{}).Course(); got != nil {
		t.Errorf("nobody has the course %v", got)
	}
}

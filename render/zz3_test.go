package render
import ("testing";"raumbot/rules")
func TestZZVia(t *testing.T){ v,_:=rules.Find("blocschach"); for n:=1;n<200;n++ { s:=vec(t,v,"01",n); if s.Last.Via!=rules.NoCell && n>5 { 
 pl:=v.Board.Place; if pl(s.Last.From).Level!=pl(s.Last.To).Level {save(t,s,"via2"); break}; save(t,s,"via1") } }
 for n:=1;n<240;n++ { s:=vec(t,v,"08",n); if s.Last.Special==rules.Castling { save(t,s,"castle"); break} } 
 s:=at(t,"blocschach","w BARsc2,DUKsb2,EPRve1,GOVza1,PNCsa2,QUEvh1 EPRve8 vh1,za1 - - 0 30"); m,_:=s.Position.ReadMove("ve1-xc1"); n,err:=s.Position.Play(m); if err!=nil {m,_=s.Position.ReadMove("ve1-vg1"); n,_=s.Position.Play(m)}; s.Before,s.Last,s.Position=s.Position,m,n; save(t,s,"castle")
}

package render_test

import (
	"bytes"
	"fmt"
	"image/png"

	"raumbot/render"
	"raumbot/rules"
)

func Example() {
	variant, err := rules.Find("stockschach216")
	if err != nil {
		fmt.Println(err)
		return
	}
	scene := render.NewScene(variant.Start())
	scene.View, scene.Theme = render.Ranks, render.Dark
	picture, err := render.PNG(scene)
	if err != nil {
		fmt.Println(err)
		return
	}
	size, err := png.DecodeConfig(bytes.NewReader(picture))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(size.Width, "x", size.Height)
	fmt.Println(render.Alt(scene))
	// Output:
	// 750 x 1378
	// Stockschach 216: one board for each rank, White's side at the bottom. Move 1, White to move. White has 72 pieces, Black 72.
}

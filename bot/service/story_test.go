package service

// PlainStory returns the paragraphs of a game's story, a line each.
var PlainStory = plainStory

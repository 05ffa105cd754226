// { "framework": "Vue" }
var board = {}

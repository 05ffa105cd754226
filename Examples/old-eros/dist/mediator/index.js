// { "framework": "Vue" }
var mediator = {}

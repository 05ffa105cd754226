import ArgumentParser

struct StrictOption: ParsableArguments {
  @Flag(help: "Report warnings as errors.")
  var strict = false
}

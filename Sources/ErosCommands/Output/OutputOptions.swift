import ArgumentParser

/// How a command prints its result.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON document instead of text.")
  var json = false
}

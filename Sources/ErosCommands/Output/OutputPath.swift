import ArgumentParser

/// Where a command writes to; an empty path, as a script with an unset variable gives it, is refused.
struct OutputPath: ExpressibleByArgument {
  let string: String

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    string = argument
  }
}

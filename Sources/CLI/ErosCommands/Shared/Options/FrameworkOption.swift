import ArgumentParser
import ErosPack

struct FrameworkOption: ParsableArguments {
  @Option(
    help:
      "The framework that is named in the first line of each page (default: 'pack.framework' of the configuration, or Vue)."
  )
  var framework: Framework?
}

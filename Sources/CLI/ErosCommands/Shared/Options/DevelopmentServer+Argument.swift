public import ArgumentParser
import ErosConfig

extension DevelopmentServer: ExpressibleByArgument {}

struct DevelopmentServerOption: ParsableArguments {
  @Option(help: "The server from which the app loads its pages, such as http://192.0.2.1:8889.")
  var devServer: DevelopmentServer?
}

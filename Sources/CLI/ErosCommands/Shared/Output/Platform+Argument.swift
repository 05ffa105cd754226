public import ArgumentParser
public import ErosCore

extension Platform: ExpressibleByArgument {
  /// Accepts upper and lower case, because manifests contain `iOS`.
  public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

enum PlatformSelection: String, ExpressibleByArgument, CaseIterable {
  case ios, android, all

  var platforms: [Platform] {
    Platform(rawValue: rawValue).map { [$0] } ?? [.ios, .android]
  }
}

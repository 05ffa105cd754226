import ErosCore

/// A folder below the sources that is not read.
public struct SkippedFolder: Hashable, Sendable {
  /// The path of the folder.
  public let path: String

  /// The reason, for people.
  public var reason: String {
    switch path.lastPathComponent {
    case "build", "DerivedData", ".gradle": "build output"
    case "node_modules", "Pods": "code of other projects"
    default: "tests"
    }
  }
}

public import ErosCore

/// A folder below the sources that is not read.
public struct SkippedFolder: Hashable, Sendable {
  /// The path of the folder.
  public let path: String

  /// Whether the folder is a repository of its own, a submodule or a known framework.
  public let isOtherProject: Bool

  /// The reason, for people.
  public var reason: Message {
    switch path.lastPathComponent {
    case "build", "DerivedData", ".gradle": "build output"
    case "node_modules", "Pods": "code of other projects"
    default: isOtherProject ? "code of other projects" : "tests"
    }
  }
}

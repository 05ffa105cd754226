public import ErosCore

/// A folder among the sources that was not read.
public struct SkippedFolder: Hashable, Sendable {
  /// The folder's path.
  public let path: String

  /// `true` if the folder is a repository of its own, a submodule or a known framework.
  public let isOtherProject: Bool

  /// The reason, as part of a message.
  public var reason: Message {
    switch path.lastPathComponent {
    case "build", "DerivedData", ".gradle": "build output"
    case "node_modules", "Pods": "code of other projects"
    default: isOtherProject ? "code of other projects" : "tests"
    }
  }
}

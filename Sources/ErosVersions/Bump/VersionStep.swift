import ErosConfig
import ErosCore
import ErosSyntax

/// A change of a version.
public enum VersionStep: Hashable, Sendable {
  /// Raises the first number and resets the others to 0.
  case major
  /// Raises the second number and resets the third to 0.
  case minor
  /// Raises the third number.
  case patch
  /// Sets an exact version.
  case exactly(String)

  /// Parses `major`, `minor`, `patch`, or one to four numbers with dots between them.
  public init?(_ text: String) {
    switch text {
    case "major": self = .major
    case "minor": self = .minor
    case "patch": self = .patch
    default:
      guard ConfigText.isVersion(text) else { return nil }
      self = .exactly(text)
    }
  }

  /// The argument that ``init(_:)`` parses to this step.
  var text: String {
    switch self {
    case .major: "major"
    case .minor: "minor"
    case .patch: "patch"
    case .exactly(let version): version
    }
  }

  /// Returns the next version, with three numbers, or `nil` if `version` is invalid or the next version
  /// would be.
  func next(after version: String) -> String? {
    guard ConfigText.isVersion(version) else { return nil }
    var numbers = version.split(separator: ".").compactMap { Int($0) }.prefix(3)
    numbers += repeatElement(0, count: 3 - numbers.count)
    let index: Int
    switch self {
    case .exactly(let exact): return exact
    case .major: index = 0
    case .minor: index = 1
    case .patch: index = 2
    }
    numbers[index] += 1
    for later in (index + 1)..<max(index + 1, 3) { numbers[later] = 0 }
    let next = numbers.map(String.init).joined(separator: ".")
    return ConfigText.isVersion(next) ? next : nil
  }
}

import ErosCore
import ErosSyntax

/// How a version is raised.
public enum VersionStep: Hashable, Sendable {
  /// The first number goes up, and the others become 0.
  case major
  /// The second number goes up, and the third becomes 0.
  case minor
  /// The third number goes up.
  case patch
  /// Whatever it was, to this one.
  case exactly(String)

  /// Reads `major`, `minor`, `patch`, or one to four numbers with points between.
  public init?(_ text: String) {
    switch text {
    case "major": self = .major
    case "minor": self = .minor
    case "patch": self = .patch
    default:
      guard ConfigVersion.isOne(text) else { return nil }
      self = .exactly(text)
    }
  }

  /// What it is read from.
  var text: String {
    switch self {
    case .major: "major"
    case .minor: "minor"
    case .patch: "patch"
    case .exactly(let version): version
    }
  }

  /// The version that comes after `version`, with three numbers; `nil` when that is none, or too large.
  func next(after version: String) -> String? {
    guard ConfigVersion.isOne(version) else { return nil }
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
    return ConfigVersion.isOne(next) ? next : nil
  }
}

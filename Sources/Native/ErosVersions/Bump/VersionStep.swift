import ErosConfig
import ErosCore
import ErosSyntax

/// The meaning of the numbers in a version.
public enum VersionScheme: String, CaseIterable, Sendable {
  /// Counters, such as `1.4.2`.
  case numbers
  /// Year, month and an optional count, such as `2024.11.2`.
  case calendar

  private static let years = 2000...2099
  private static let months = 1...12

  /// Guesses the scheme: a four-digit year and a month make a calendar version.
  static func of(_ numbers: [Int]) -> VersionScheme {
    numbers.count > 1 && years.contains(numbers[0]) && months.contains(numbers[1])
      ? .calendar : .numbers
  }

  /// Carries a month after December over to the year.
  func carried(_ numbers: [Int]) -> [Int] {
    guard self == .calendar, numbers.count > 1, numbers[1] > Self.months.upperBound else {
      return numbers
    }
    return [numbers[0] + 1, 1] + numbers.dropFirst(2)
  }

  /// Returns the number at `index` after a reset.
  func first(at index: Int) -> Int { self == .calendar && index == 1 ? 1 : 0 }
}

/// A change of a version.
public enum VersionStep: Hashable, Sendable {
  /// Raises the first number and resets the following ones.
  case major
  /// Raises the second number and resets the following ones.
  case minor
  /// Raises the third number and resets the fourth.
  case patch
  /// Sets exactly this version.
  case exactly(String)

  /// Parses `major`, `minor`, `patch`, or one to four numbers with an optional suffix.
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

  /// Skips leading text and returns the version: `1.2.0` for `v1.2.0`.
  package static func version(in text: String) -> String? {
    let version = String(text.drop { !$0.isNumber })
    return ConfigText.isVersion(version) ? version : nil
  }

  /// The step as ``init(_:)`` parses it.
  var text: String {
    switch self {
    case .major: "major"
    case .minor: "minor"
    case .patch: "patch"
    case .exactly(let version): version
    }
  }

  /// Returns the next version, with the same count of numbers.
  ///
  /// If the version has fewer numbers than the step needs, its last number is raised: `7.75`
  /// becomes `7.76`. Returns `nil` if this version or the next one is invalid.
  func next(after version: String, _ scheme: VersionScheme? = nil) -> String? {
    guard ConfigText.isNumbers(version) else { return nil }
    let parts = version.split(separator: ".")
    var numbers = parts.compactMap { Int($0) }
    let scheme = scheme ?? .of(numbers)
    let wanted: Int
    switch self {
    case .exactly(let exact): return exact
    case .major: wanted = 0
    case .minor: wanted = 1
    case .patch: wanted = 2
    }
    let index = min(wanted, numbers.count - 1)
    numbers[index] += 1
    for later in numbers.indices.dropFirst(index + 1) { numbers[later] = scheme.first(at: later) }
    let carried = scheme.carried(numbers)
    let next = zip(carried, parts).map(Self.padded).joined(separator: ".")
    return ConfigText.isNumbers(next) ? next : nil
  }

  /// Keeps leading zeros: if `part` is `08`, 9 becomes `09`.
  private static func padded(_ number: Int, like part: Substring) -> String {
    let text = String(number)
    guard part.hasPrefix("0"), text.count < part.count else { return text }
    return String(repeating: "0", count: part.count - text.count) + text
  }
}

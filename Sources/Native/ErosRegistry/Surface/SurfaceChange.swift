public import ErosCore

/// The effect of a change on existing JavaScript.
public enum ChangeLevel: Int, Sendable, Comparable, CaseIterable {
  /// Nothing changed.
  case none
  /// The app needs a new build, and that is all.
  case patch
  /// Something was added.
  case minor
  /// Existing JavaScript may fail.
  case major

  /// The level as messages and scripts name it.
  public var name: String { "\(self)" }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A difference between two surfaces.
public struct SurfaceChange: Hashable, Sendable, CustomStringConvertible {
  /// The effect on existing JavaScript.
  public let level: ChangeLevel

  /// The change, such as `module acmeScan: method scan removed`.
  public let message: Message

  public var description: String { "\(message)" }
}

extension RegistrySurface {
  /// Returns the changes since `older`, sorted by subject.
  public func changes(since older: RegistrySurface) -> [SurfaceChange] {
    var comparison = SurfaceComparison()
    comparison.compare(older, self)
    return comparison.changes.sorted { inByteOrder($0.description, $1.description) }
  }
}

extension Sequence where Element == SurfaceChange {
  /// The highest level among the changes.
  public var level: ChangeLevel { map(\.level).max() ?? .none }
}

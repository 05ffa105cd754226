import ErosCore

/// How much a change means for JavaScript that was written before it.
public enum ChangeLevel: Int, Sendable, Comparable, CaseIterable {
  /// Nothing changed.
  case none
  /// Only a new build is needed.
  case patch
  /// There is more than before.
  case minor
  /// Something that worked may fail.
  case major

  /// The word for people and scripts.
  public var name: String { "\(self)" }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// One difference between two surfaces.
public struct SurfaceChange: Hashable, Sendable, CustomStringConvertible {
  /// How much it means for JavaScript that was written before it.
  public let level: ChangeLevel

  /// What changed, such as `module acmeScan: method scan`.
  public let subject: String

  /// What became of it, such as `removed`.
  public let change: String

  public var description: String { "\(subject) \(change)" }
}

extension RegistrySurface {
  /// What changed since `older`, sorted by what changed.
  public func changes(since older: RegistrySurface) -> [SurfaceChange] {
    var comparison = SurfaceComparison()
    comparison.compare(older, self)
    return comparison.changes.sorted { inByteOrder($0.description, $1.description) }
  }
}

extension Sequence where Element == SurfaceChange {
  /// The level of the change that matters most.
  public var level: ChangeLevel { map(\.level).max() ?? .none }
}

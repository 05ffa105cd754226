package import ErosCore

extension SandboxStatus {
  /// Returns the fields of `eros status --json`.
  package func json(isVerified: Bool) -> JSONValue {
    let recorded = state ?? SandboxState()
    return .sorted([
      "active": .string(orNull: recorded.active?.description),
      "app": recorded.app?.json ?? .null,
      "blocked": .list(recorded.blocked.map(\.json)),
      "confirmed": .list(recorded.confirmed.map(\.json)),
      "embedded": recorded.embedded?.json ?? .null,
      "failed": .string(orNull: recorded.failed?.description),
      "findings": .list(findings.map(\.json)),
      "intact": isVerified ? .bool(findings.isEmpty) : .null,
      "next": next.map {
        .sorted(["reason": .string($0.reason.rawValue), "release": .string($0.release.description)])
      } ?? .null,
      "pending": recorded.pending?.json ?? .null,
      "stateLost": .bool(state == nil),
      "trial": recorded.trial?.json ?? .null,
      "waitsForAppVersion": .string(orNull: recorded.pendingWaitsFor?.description),
    ])
  }
}

extension NativeApp {
  fileprivate var json: JSONValue {
    .sorted([
      "platform": .string(orNull: platform?.rawValue), "version": .string(version.description),
    ])
  }
}

extension InstalledRelease {
  fileprivate var json: JSONValue {
    .sorted([
      "android": .string(orNull: android), "iOS": .string(orNull: iOS),
      "release": .string(tree.description), "timestamp": .string(timestamp.description),
    ])
  }
}

extension SandboxState.Blocked {
  fileprivate var json: JSONValue {
    .sorted([
      "count": .integer(count), "reason": .string(reason.rawValue),
      "release": .string(release.description),
    ])
  }
}

extension SandboxState.Embedded {
  fileprivate var json: JSONValue {
    .sorted([
      "appVersion": .string(orNull: app?.version.description),
      "platform": .string(orNull: app?.platform?.rawValue),
      "release": .string(release.tree.description),
      "timestamp": .string(release.timestamp.description),
    ])
  }
}

extension SandboxState.Trial {
  fileprivate var json: JSONValue {
    .sorted([
      "attempts": .integer(attempts), "release": .string(release.tree.description),
      "startedAt": .string(startedAt.description),
    ])
  }
}

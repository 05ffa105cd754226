import ErosCore

@testable import ErosDevice

/// Returns a release that does not exist on disk.
func makeRelease(
  _ number: UInt8, timestamp: Int64, android: String? = nil, iOS: String? = nil,
  beside: UInt8? = nil
) -> InstalledRelease {
  let digest = SHA256Digest(bytes: SIMD32(repeating: beside ?? number))
  return InstalledRelease(
    tree: TreeHash(bytes: SIMD32(repeating: number)), timestamp: Timestamp(milliseconds: timestamp),
    android: android, iOS: iOS, digests: .init(zip: digest, config: digest, manifest: digest),
    sizes: .init(zip: 1, pages: 1))
}

/// Returns an Android app with a version.
func makeApp(_ version: String) -> NativeApp? {
  NativeVersion(version).map { NativeApp(version: $0, platform: .android) }
}

extension SandboxEvent {
  /// Returns a start of an app with the bundle `embedded`.
  static func start(
    _ embedded: InstalledRelease? = nil, _ kind: LaunchKind = .foreground, app: String = "1.0.0",
    token: String = "token", attempts: Int = 2, now: Int64 = 1
  ) -> SandboxEvent {
    .launch(
      Start(
        kind: kind, embedded: embedded.map { ($0, source: $0.digests.zip) }, app: makeApp(app),
        token: token, now: Timestamp(milliseconds: now), attempts: attempts))
  }

  /// Returns the switch of a running app to the pending release.
  static func applyNow(app: String = "1.0.0", token: String = "applied") -> SandboxEvent {
    .apply(Start(app: makeApp(app), token: token, now: Timestamp(milliseconds: 1)))
  }
}

extension SandboxState {
  /// Returns the state after several events.
  func after(_ events: [SandboxEvent]) -> SandboxState {
    events.reduce(self) { $0.step($1).state }
  }

  /// Returns the run that an event produces, if any.
  func run(_ event: SandboxEvent) -> SandboxRun? {
    guard case .run(let run)? = step(event).actions.last else { return nil }
    return run
  }

  /// Returns the refusal that an event produces, if any.
  func refusal(of event: SandboxEvent) -> SandboxRefusal? {
    guard case .refuse(let refusal)? = step(event).actions.last else { return nil }
    return refusal
  }
}

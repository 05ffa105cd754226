import ErosCore
import ErosSandbox

/// A release that exists only as a name.
func makeRelease(
  _ number: UInt8, timestamp: Int64, android: String? = nil, iOS: String? = nil,
  beside: UInt8? = nil
) -> InstalledRelease {
  let digest = SHA256Digest(bytes: SIMD32(repeating: beside ?? number))
  return InstalledRelease(
    tree: TreeHash(bytes: SIMD32(repeating: number)), timestamp: timestamp, android: android,
    iOS: iOS, digests: .init(zip: digest, config: digest, manifest: digest),
    sizes: .init(zip: 1, pages: 1))
}

/// A version of an app on Android.
func makeApp(_ version: String) -> NativeApp? {
  NativeVersion(version).map { NativeApp(version: $0, platform: .android) }
}

extension SandboxEvent {
  /// A start of an app that carries `embedded`.
  static func start(
    _ embedded: InstalledRelease? = nil, _ kind: LaunchKind = .foreground, app: String = "1.0.0",
    token: String = "token", attempts: Int = 2
  ) -> SandboxEvent {
    .launch(
      Start(
        kind: kind, embedded: embedded.map { ($0, source: $0.digests.zip) }, app: makeApp(app),
        token: token, now: 1, attempts: attempts))
  }
}

extension SandboxState {
  /// What is left after several events.
  func after(_ events: [SandboxEvent]) -> SandboxState {
    events.reduce(self) { $0.step($1).state }
  }

  /// What an event makes the app run, or `nil`.
  func run(_ event: SandboxEvent) -> SandboxRun? {
    guard case .run(let run)? = step(event).actions.last else { return nil }
    return run
  }

  /// Why an event changes nothing, or `nil`.
  func refusal(of event: SandboxEvent) -> SandboxRefusal? {
    guard case .refuse(let refusal)? = step(event).actions.last else { return nil }
    return refusal
  }
}

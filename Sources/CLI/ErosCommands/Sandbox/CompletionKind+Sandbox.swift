import ArgumentParser
import ErosCore
import ErosDevice

/// Completes names in the sandbox that is already on the command line.
extension CompletionKind {
  /// A release to roll back to.
  static var release: CompletionKind {
    .custom { words, _, _ in
      guard let state = state(of: words) else { return ["previous", "embedded"] }
      let releases = state.confirmed + [state.embedded?.release].compactMap(\.self)
      return releases.map(\.tree.description).reduce(into: ["previous", "embedded"]) {
        names, name in
        if !names.contains(name) { names.append(name) }
      }
    }
  }

  /// A release that is blocked or was rolled back.
  static var blockedRelease: CompletionKind {
    .custom { words, _, _ in (state(of: words)?.avoided ?? []).map(\.description) }
  }

  static var token: CompletionKind {
    .custom { words, _, _ in [state(of: words)?.trial?.token].compactMap(\.self) }
  }

  private static func state(of words: [String]) -> SandboxState? {
    guard let folder = ShellWords(words).value(of: "--sandbox") else { return nil }
    let sandbox = Sandbox(folder, verifier: VerifyOptions.defaultVerifier)
    return try? sandbox.status().state
  }
}

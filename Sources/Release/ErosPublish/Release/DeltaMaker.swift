import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPack
import ErosStore
import ErosTrust

/// Creates the deltas to a new bundle, each at most once.
///
/// A publication that restarts because another publisher was faster reuses the deltas.
struct DeltaMaker {
  /// A delta, or the reason why no delta is published.
  enum Outcome: Sendable {
    case made(ObjectContents)
    case skipped(Publication.SkippedBase.Reason)
  }

  let maker: UpdateMaker
  let new: UpdateSide
  /// The length of the new bundle, in bytes.
  let bundleSize: UInt64
  /// The outcomes by base.
  private var outcomes: [TreeHash: Outcome] = [:]

  /// Reads a new bundle; `progress` receives the number of bytes read so far, from any thread.
  init(
    _ bundle: ReadableFile, refusesPrivateKeys: Bool, verifier: BundleVerifier,
    progress: @escaping @Sendable (UInt64) -> Void
  ) throws {
    maker = UpdateMaker(.delta, level: .standard, verifier: verifier)
    // The deltas read the bundle again.
    let isVerifying = Lock(true)
    defer { isVerifying.withLock { $0 = false } }
    let watched = WatchedZip(bundle) { read in
      if isVerifying.withLock({ $0 }) { progress(read) }
    }
    var newVerifier = verifier
    newVerifier.refusesPrivateKeys = refusesPrivateKeys
    new = try UpdateMaker(.delta, level: .standard, verifier: newVerifier).read(watched)
    bundleSize = bundle.status.size
  }

  /// Returns the outcome for a base, or `nil` if it was not tried.
  func known(_ base: TreeHash) -> Outcome? { outcomes[base] }

  /// Reads a base.
  func read(_ file: ReadableFile) throws -> UpdateSide { try maker.read(file) }

  /// Returns the delta from a base.
  ///
  /// The first call creates and applies it.
  mutating func make(from old: UpdateSide, scratch: Folder) throws -> Outcome {
    let base = old.release.tree
    if let known = outcomes[base] { return known }
    let update = try maker.make(from: old, to: new, scratch: scratch)
    let isSmaller = UInt64(update.bytes.count) < bundleSize
    let outcome: Outcome =
      isSmaller ? .made(try ObjectContents(update.bytes)) : .skipped(.notSmaller)
    outcomes[base] = outcome
    return outcome
  }

  /// Records that no delta can be created from a base.
  mutating func skip(
    _ base: TreeHash, _ reason: Publication.SkippedBase.Reason
  ) -> Outcome {
    outcomes[base] = .skipped(reason)
    return .skipped(reason)
  }
}

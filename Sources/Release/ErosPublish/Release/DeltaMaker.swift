import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPack
import ErosStore
import ErosTrust

/// Makes the deltas to a new bundle, each at most once.
///
/// A publication that another publisher overtook starts again and finds its deltas here.
struct DeltaMaker {
  enum Outcome: Sendable {
    case made(ObjectContents)
    case skipped(Publication.SkippedBase.Reason)
  }

  let maker: UpdateMaker
  let new: UpdateSide
  /// In bytes.
  let bundleSize: UInt64
  private var outcomes: [TreeHash: Outcome] = [:]

  /// Verifies a new bundle.
  ///
  /// `progress` gets the number of bytes read so far, on any thread.
  init(
    _ bundle: ReadableFile, isForPublishing: Bool, verifier: BundleVerifier,
    progress: @escaping @Sendable (UInt64) -> Void
  ) throws {
    maker = UpdateMaker(.delta, level: .standard, verifier: verifier)
    // Making deltas reads the bundle again. That is no progress.
    let isVerifying = Lock(true)
    defer { isVerifying.withLock { $0 = false } }
    let watched = WatchedZip(bundle) { read in
      if isVerifying.withLock({ $0 }) { progress(read) }
    }
    var newVerifier = verifier
    newVerifier.isForPublishing = isForPublishing
    new = try UpdateMaker(.delta, level: .standard, verifier: newVerifier).read(watched)
    bundleSize = bundle.status.size
  }

  /// Returns `nil` if this base was not tried yet.
  func outcome(of base: TreeHash) -> Outcome? { outcomes[base] }

  func read(_ file: ReadableFile) throws -> UpdateSide { try maker.read(file) }

  /// Returns the delta from a base.
  ///
  /// The first call makes and tries it.
  mutating func make(from old: UpdateSide, scratch: Folder) throws -> Outcome {
    let base = old.release.tree
    if let cachedOutcome = outcomes[base] { return cachedOutcome }
    let update = try maker.make(from: old, to: new, scratch: scratch)
    let isSmaller = UInt64(update.bytes.count) < bundleSize
    let outcome: Outcome =
      isSmaller ? .made(try ObjectContents(update.bytes)) : .skipped(.notSmaller)
    outcomes[base] = outcome
    return outcome
  }

  /// Remembers that there is no delta from a base.
  mutating func skip(
    _ base: TreeHash, _ reason: Publication.SkippedBase.Reason
  ) -> Outcome {
    outcomes[base] = .skipped(reason)
    return .skipped(reason)
  }
}

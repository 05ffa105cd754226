public import ErosBundle
import ErosCore
import ErosFiles

/// Makes content deltas.
///
/// ```swift
/// let encoder = ContentDeltaEncoder(threads: 4)
/// let delta = try encoder.encode(from: oldContent, to: newContent)
/// ```
///
/// Releases and versions of compression libraries determine the output. The number of threads does
/// not.
public struct ContentDeltaEncoder: Sendable {
  /// Number of compressing threads.
  public let threads: Int

  /// Limits that readers enforce.
  ///
  /// No delta exceeds them.
  public let limits: DeltaLimits

  /// Creates an encoder that uses `threads` threads, at least one.
  public init(threads: Int, limits: DeltaLimits = DeltaLimits()) {
    self.threads = max(1, threads)
    self.limits = limits
  }

  /// Makes a delta between two bundles, with the recipe to pack the new zip.
  ///
  /// - Throws: `DeltaError` if a library fails or readers would reject the delta.
  public func encode(from old: BundleContent, to new: BundleContent) throws -> [UInt8] {
    try encode(from: old, to: new, recipe: new.recipe())
  }

  /// Makes a delta with a known recipe, and calls `progress` with the compressed fraction.
  func encode(
    from old: BundleContent, to new: BundleContent, recipe: ZipRecipe,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws -> [UInt8] {
    try encode(from: old.tree, to: new.tree, zip: (new.zip, recipe), progress)
  }

  /// Makes a delta between two releases.
  ///
  /// Memory use is twice the files that differ, plus what the compressors take.
  ///
  /// - Throws: `DeltaError` if a library fails or readers would reject the delta, or any error from
  ///   reading `old` and `new`.
  public func encode(from old: some ContentTree, to new: some ContentTree) throws -> [UInt8] {
    try encode(from: old, to: new, zip: nil) { _ in }
  }

  private func encode(
    from old: some ContentTree, to new: some ContentTree, zip: (PublishedZip, ZipRecipe)?,
    _ progress: @escaping @Sendable (Double) -> Void
  ) throws -> [UInt8] {
    let script = DeltaScript(
      tree: TreeScript(from: old.files, to: new.files), recipe: zip?.1)
    let plan = script.tree.files(from: old.files)
    let content = try Self.builtContent(plan, new)
    let attempts = try ContentAttempt.all(for: content, script, plan, old, limits)
    let total = attempts.reduce(0) { $0 + $1.literals.count }
    let compressed = Lock<Int>(0)
    let results = Lock([EncodedContent?](repeating: nil, count: attempts.count))
    try Parallel.forEach(attempts.count, threads: threads, makeState: {}) { index, _ in
      let result = try attempts[index].encoded(old: old.files) { count in
        let done = compressed.withLock { compressed in
          compressed += count
          return compressed
        }
        // Old files can supply every byte. No literals are left then, and the total is 0.
        progress(total == 0 ? 1 : Double(done) / Double(total))
      }
      results.withLock { $0[index] = result }
    }
    let encoded = results.withLock { $0.compactMap(\.self) }
    guard let best = encoded.min(by: { $0.size < $1.size }) else {
      preconditionFailure("`ContentAttempt.all` is never empty")
    }
    let delta = try best.delta(from: old, to: new, zip: zip?.0)
    try check(delta, old)
    return delta
  }

  /// Checks that readers accept the delta, without decompressing its content.
  private func check(_ delta: [UInt8], _ old: some ContentTree) throws {
    do {
      let delta = try ContentDelta(
        reading: ZipBytes(delta, path: "the new delta"), limits: limits)
      try delta.check(appliesTo: old)
    } catch DeltaError.overLimit(_, let reason, _) {
      throw DeltaError.rejectedByReaders(reason)
    } catch DeltaError.malformed(_, let reason) {
      throw DeltaError.rejectedByReaders(reason)
    }
  }

  /// Returns the bytes of all files that are not copied from an old file, concatenated.
  private static func builtContent(
    _ plan: [PlannedFile], _ new: some ContentTree
  ) throws -> [UInt8] {
    var content: [UInt8] = []
    for (index, file) in plan.enumerated() {
      guard case .built(let size) = file.origin else { continue }
      let bytes = try new.read(index, at: 0, count: Int(size))
      guard bytes.count == Int(size) else { throw DeltaError.changed(file.path.string) }
      content += bytes
    }
    return content
  }
}

import ErosBundle
import ErosCore
import ErosFiles
import Synchronization

/// Makes content deltas.
///
/// The same releases give the same bytes, whatever the number of threads, as long as the compression
/// libraries are the same.
public struct ContentDeltaEncoder: Sendable {
  /// How many threads compress.
  public let threads: Int

  /// What readers allow; no delta is made that asks for more.
  public let limits: DeltaLimits

  /// Encodes on `threads` threads, at least one, for readers with these limits.
  public init(threads: Int, limits: DeltaLimits = DeltaLimits()) {
    self.threads = max(1, threads)
    self.limits = limits
  }

  /// Makes the delta from one bundle to another one, by which its zip can be packed again.
  ///
  /// - Throws: ``DeltaError`` when a library fails, or when readers would refuse the delta.
  public func encode(from old: BundleContent, to new: BundleContent) throws -> [UInt8] {
    try encode(from: old, to: new, recipe: new.recipe())
  }

  /// Makes the delta where it is known how the new zip can be packed again.
  ///
  /// `progress` gets the share of the content that is compressed, from any thread.
  func encode(
    from old: BundleContent, to new: BundleContent, recipe: ZipRecipe,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws -> [UInt8] {
    try encode(from: old.tree, to: new.tree, zip: (new.zip, recipe), progress)
  }

  /// Makes the delta from one release to another one.
  ///
  /// Takes the memory of the files that differ, twice, and what the compressors need.
  ///
  /// - Throws: ``DeltaError`` when a library fails, or when readers would refuse the delta; what reading
  ///   throws.
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
    let total = attempts.reduce(0) { $0 + $1.rest.count }
    let compressed = Atomic<Int>(0)
    let results = Mutex([EncodedContent?](repeating: nil, count: attempts.count))
    try Parallel.forEach(attempts.count, threads: threads, makeState: {}) { index, _ in
      let result = try attempts[index].encoded(old: old.files) { count in
        let done = compressed.add(count, ordering: .relaxed).newValue
        progress(Double(done) / Double(total))
      }
      results.withLock { $0[index] = result }
    }
    let encoded = results.withLock { $0.compactMap(\.self) }
    guard let best = encoded.min(by: { $0.size < $1.size }) else {
      preconditionFailure("there is always an attempt")
    }
    let delta = try best.delta(from: old, to: new, zip: zip?.0)
    try check(delta, old)
    return delta
  }

  /// Reads a delta as its readers will, but for the content.
  private func check(_ delta: [UInt8], _ old: some ContentTree) throws {
    do {
      let delta = try ContentDelta(
        reading: ZipBytes(delta, path: "the new delta"), limits: limits)
      _ = try delta.application(to: old)
    } catch DeltaError.overLimit(_, let reason, _) {
      throw DeltaError.beyondReaders(reason)
    } catch DeltaError.malformed(_, let reason) {
      throw DeltaError.beyondReaders(reason)
    }
  }

  /// The bytes of all files that are no whole old file.
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

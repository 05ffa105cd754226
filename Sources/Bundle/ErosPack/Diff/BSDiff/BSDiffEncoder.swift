import CDivSufSort
import ErosBundle
import ErosFiles
import ErosLegacyPatch

/// An encoder for BSDIFF40 patches; all legacy clients can apply them.
///
/// The output depends only on the two files and the level, not on the number of threads.
public struct BSDiffEncoder: Sendable {
  /// The effort to find common bytes.
  public enum Level: String, Sendable, CaseIterable {
    /// Many times as fast as Debian's `bsdiff`; patches are only slightly larger.
    case standard = "default"
    /// Patches as small as with Debian's `bsdiff`; several times slower than ``standard``.
    case best
  }

  /// The effort to find common bytes.
  public let level: Level

  /// The number of threads that compress; the search for common bytes uses one thread.
  public let threads: Int

  /// Creates an encoder that compresses on `threads` threads, at least one.
  public init(level: Level = .standard, threads: Int) {
    self.level = level
    self.threads = max(1, threads)
  }

  /// Returns the patch that turns `old` into `new`.
  ///
  /// Besides both files, uses at most 4 bytes of memory for each old byte (``Level/best`` from 2
  /// GiB on: 8), 1 byte for each new byte, the size of the patch, and 9 MB for each thread.
  ///
  /// - Throws: `DeltaError.library(_:)` when bzip2 or divsufsort fails, for example without
  ///   memory.
  public func encode(old: [UInt8], new: [UInt8]) throws -> [UInt8] {
    let steps = try steps(old: old, new: new)
    let blocks = try BZip2Stream.compress(Self.blocks(steps, old, new), threads: threads)
    var patch = BSDiffFormat.magic
    BSDiffFormat.append(blocks[0].count, to: &patch)
    BSDiffFormat.append(blocks[1].count, to: &patch)
    BSDiffFormat.append(new.count, to: &patch)
    for block in blocks { patch.append(contentsOf: block) }
    return patch
  }

  private func steps(old: [UInt8], new: [UInt8]) throws(DeltaError) -> [BSDiffStep] {
    switch level {
    case .standard: return Self.steps(old, new, BSDiffSeedFinder(old))
    case .best where old.count <= Int32.max:
      let finder = try unsafe BSDiffSuffixFinder<Int32>(old) { unsafe divsufsort($0, $1, $2) }
      return Self.steps(old, new, finder)
    case .best:
      let finder = try unsafe BSDiffSuffixFinder<Int64>(old) { unsafe divsufsort64($0, $1, $2) }
      return Self.steps(old, new, finder)
    }
  }

  private static func steps(
    _ old: [UInt8], _ new: [UInt8], _ finder: some BSDiffMatchFinder
  ) -> [BSDiffStep] {
    let steps = BSDiffScanner(old: old, new: new, finder: finder).steps()
    let limit = BSDiffFormat.maximumSteps(newSize: UInt64(new.count), patchSize: 0)
    guard UInt64(steps.count) > limit else { return steps }
    // Readers would reject so many steps, unless the patch becomes large.
    return BSDiffScanner(
      old: old, new: new, finder: finder, matchAdvantage: BSDiffFormat.coarseMatchAdvantage
    ).steps()
  }

  /// The uncompressed control, difference and extra blocks of a patch.
  private static func blocks(_ steps: [BSDiffStep], _ old: [UInt8], _ new: [UInt8]) -> [[UInt8]] {
    var control: [UInt8] = []
    var differences: [UInt8] = []
    var extra: [UInt8] = []
    control.reserveCapacity(steps.count * BSDiffFormat.stepSize)
    differences.reserveCapacity(steps.reduce(0) { $0 + $1.addCount })
    extra.reserveCapacity(steps.reduce(0) { $0 + $1.copyCount })
    var index = 0
    var position = 0
    let (newSlice, oldSlice) = (new[...], old[...])
    for step in steps {
      for number in [step.addCount, step.copyCount, step.seek] {
        BSDiffFormat.append(number, to: &control)
      }
      appendDifferences(
        newSlice.span, from: index, oldSlice.span, from: position, step.addCount, &differences)
      index += step.addCount
      extra.append(contentsOf: new[index..<(index + step.copyCount)])
      index += step.copyCount
      position += step.addCount + step.seek
    }
    return [control, differences, extra]
  }

  private static func appendDifferences(
    _ new: Span<UInt8>, from index: Int, _ old: Span<UInt8>, from position: Int, _ count: Int,
    _ differences: inout [UInt8]
  ) {
    for offset in 0..<count { differences.append(new[index + offset] &- old[position + offset]) }
  }
}

import CDivSufSort
import ErosBundle
import ErosFiles
import ErosLegacyPatch

/// Makes BSDIFF40 patches, which every legacy client can apply.
///
/// ```swift
/// let encoder = BSDiffEncoder(level: .standard, threads: 4)
/// let patch = try encoder.encode(old: oldZip, new: newZip)
/// ```
///
/// Only both files and the level determine the patch, not the number of threads.
public struct BSDiffEncoder: Sendable {
  /// Effort to find common bytes.
  public enum Level: String, Sendable, CaseIterable {
    /// Many times faster than Debian's `bsdiff`, with patches that are only slightly larger.
    case standard = "default"
    /// As small as patches from Debian's `bsdiff`, but several times slower than ``standard``.
    case best
  }

  /// Effort to find common bytes.
  public let level: Level

  /// Number of compressing threads.
  ///
  /// The search for common bytes always uses one.
  public let threads: Int

  /// Creates an encoder that compresses on `threads` threads, at least one.
  public init(level: Level = .standard, threads: Int) {
    self.level = level
    self.threads = max(1, threads)
  }

  /// Returns a patch that turns `old` into `new`.
  ///
  /// Memory use, in addition to both files: at most 4 bytes per old byte (8 with ``Level/best``
  /// from 2 GiB on), 1 byte per new byte, the patch itself, and 9 MB per thread.
  ///
  /// - Throws: `DeltaError.library(_:)` if bzip2 or divsufsort fails, for example when memory runs
  ///   out.
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
    // Readers would reject so many steps unless the patch is large.
    return BSDiffScanner(
      old: old, new: new, finder: finder, matchAdvantage: BSDiffFormat.coarseMatchAdvantage
    ).steps()
  }

  /// Returns control, difference and extra block, not yet compressed.
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

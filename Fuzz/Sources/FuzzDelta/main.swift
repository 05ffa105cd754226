import CFuzz
import ErosCore
import ErosFiles
import Foundation
import Synchronization

@testable import ErosBundle

// Applies deltas to the old release of the golden deltas. The input is a delta with arbitrary
// checksums, which are corrected here; otherwise no mutation would pass them.

let limits = DeltaLimits(
  ZipLimits(entries: 1000, totalSize: 1 << 20), copies: 10_000, window: 1 << 20)
var contents: [BundlePath: [UInt8]] = [:]
for (name, bytes) in GoldenRelease.old { contents[try BundlePath(name)] = bytes }
let old = try MemoryTree(contents)
let repair = try DeltaRepair(for: old)

/// Counts the written bytes.
final class CountingSink: FileSink, FileSinkWriter {
  private let written = Mutex(0)

  var count: Int { written.withLock { $0 } }

  func makeFile(_ path: BundlePath) -> any FileSinkWriter { self }
  func write(_ bytes: [UInt8]) { written.withLock { $0 += bytes.count } }
  func close() {}
}

/// Packs the zip that a delta describes; it must have the declared manifest.
func rebuild(_ delta: ContentDelta, _ declared: PublishedZip) throws {
  let scratch = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(UUID())")
  let pages = scratch.appending(path: "pages").path(percentEncoded: false)
  try FileManager.default.createDirectory(atPath: pages, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: scratch) }
  let zip = try StagedFile(scratch.appending(path: "new.zip").path(percentEncoded: false))
  let rebuilt = try delta.rebuild(
    from: old, into: zip, unpackingInto: Folder(pages), threads: 1)
  precondition(rebuilt.zip.manifest == declared.manifest)
  precondition(rebuilt.isIdentical == (rebuilt.zip == declared))
}

var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
let status = LLVMFuzzerRunDriver(&argumentCount, &arguments) { bytes, count in
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  let sink = CountingSink()
  var declared: UInt64?
  do {
    let delta = try ContentDelta(
      reading: ZipBytes(repair.repaired(input), path: "delta"), limits: limits)
    declared = delta.totalSize
    try delta.apply(to: old, into: sink, threads: 1)
    precondition(sink.count == Int(delta.totalSize))
    if let declared = delta.zip { try rebuild(delta, declared) }
  } catch is DeltaError {
    precondition(sink.count <= Int(declared ?? 0))
  } catch { fatalError("\(error)") }
  return 0
}

package import ErosBundle
package import ErosCore
import ErosFiles
import ErosPack
import ErosTestSupport
import Synchronization
import Testing

/// The files of a release by their paths.
package typealias Files = [String: [UInt8]]

extension MemoryTree {
  package init(_ files: Files) throws {
    var contents: [BundlePath: [UInt8]] = [:]
    for (name, bytes) in files { contents[try BundlePath(name)] = bytes }
    try self.init(contents)
  }
}

/// Collects the files that a delta builds.
package final class FilesSink: FileSink {
  private let gathered = Mutex<Files>([:])

  package init() {}

  package var files: Files { gathered.withLock { $0 } }

  package func makeFile(_ path: BundlePath) -> any FileSinkWriter {
    Writer { [self] bytes in
      gathered.withLock { $0[path.string] = bytes }
    }
  }

  private struct Writer: FileSinkWriter {
    let done: ([UInt8]) -> Void
    var bytes: [UInt8] = []

    init(_ done: @escaping ([UInt8]) -> Void) { self.done = done }

    mutating func write(_ chunk: [UInt8]) { bytes += chunk }

    func close() { done(bytes) }
  }
}

/// The path of test deltas in messages.
package let patchName = "a.erosdelta"

package func makeDelta(_ old: Files, _ new: Files, threads: Int = 2) throws -> [UInt8] {
  try ContentDeltaEncoder(threads: threads).encode(from: MemoryTree(old), to: MemoryTree(new))
}

/// Applies a delta and returns the built files.
package func applying(
  _ delta: [UInt8], to old: Files, limits: DeltaLimits = DeltaLimits()
) throws -> Files {
  let sink = FilesSink()
  let delta = try ContentDelta(reading: ZipBytes(delta, path: patchName), limits: limits)
  try delta.apply(to: MemoryTree(old), into: sink, threads: 2)
  return sink.files
}

/// Rebuilds `<name>.zip` in the test's folder, and unpacks into `name` beside it.
package func rebuild(
  _ delta: [UInt8], from old: some ContentTree, as name: String = "rebuilt",
  by rebuilder: ZipRebuilder = .packing
) throws -> RebuiltZip {
  let folder = try TemporaryFolder.ofTest()
  try folder.makeFolder(name)
  let file = try StagedFile(folder.path(name + ".zip"))
  let rebuilt = try ContentDelta(reading: ZipBytes(delta, path: patchName)).rebuild(
    from: old, into: file, unpackingInto: Folder(folder.path(name)), threads: 2, by: rebuilder)
  try StagedFile.commit([file])
  return rebuilt
}

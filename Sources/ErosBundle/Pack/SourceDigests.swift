package import ErosCore
import ErosCrypto
import ErosFiles
import Synchronization

/// What packing a source would put into its manifest, without packing it.
package struct SourceDigests<Finding: Sendable>: Sendable {
  /// A file as the bundle would have it, and what the caller found in it.
  package struct File: Sendable {
    package let file: BundleFile
    /// Whether the framework's line comes before what the file holds.
    package let hasAddedLine: Bool
    package let finding: Finding?
  }

  /// Larger files are hashed in pieces, and not shown to the caller.
  private static var wholeSize: UInt64 { 8 << 20 }

  /// In the order of the source.
  package let files: [File]

  /// Reads every file once, on `threads` threads, and shows it to `inspect` on the way.
  ///
  /// - Throws: ``PackError`` when a file changes meanwhile, or `FileError`.
  package init(
    _ source: BundleSource, framework: Framework = .vue, threads: Int,
    inspect: @Sendable (BundlePath, [UInt8]) -> Finding?
  ) throws {
    let results = Mutex([File?](repeating: nil, count: source.files.count))
    try Parallel.forEach(
      source.files.count, threads: threads, makeState: { try Reader(framework) }
    ) { index, reader in
      let file = try reader.read(source.files[index], inspect)
      results.withLock { $0[index] = file }
    }
    files = results.withLock { $0.compactMap(\.self) }
  }

  /// What one thread needs.
  private final class Reader {
    private let framework: Framework
    private var hasher: FileHasher

    init(_ framework: Framework) throws {
      self.framework = framework
      hasher = try FileHasher()
    }

    func read(
      _ file: BundleSource.File, _ inspect: (BundlePath, [UInt8]) -> Finding?
    ) throws -> File {
      let reader = try ReadableFile(file.sourcePath)
      guard reader.status == file.status else { throw PackError.changed(file.sourcePath) }
      let start = try reader.read(at: 0, count: Int(min(file.status.size, wholeSize)))
      var isAdded = false
      if let line = framework.line(for: file.path), try !Framework.holds(line, start.span, reader) {
        try hasher.update(line.span)
        isAdded = true
      }
      try hasher.update(start.span)
      var finding: Finding?
      if UInt64(start.count) == file.status.size {
        finding = inspect(file.path, start)
      } else {
        try reader.forEachChunk(from: UInt64(start.count)) { try hasher.update($0.span) }
      }
      let digest = try hasher.finish()
      guard try reader.isUnchanged() else { throw PackError.changed(file.sourcePath) }
      return File(
        file: BundleFile(path: file.path, digest: digest), hasAddedLine: isAdded, finding: finding)
    }
  }
}

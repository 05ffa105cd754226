import ErosBundle
package import ErosCore
import ErosCrypto
import ErosFiles

/// Digests that packing would write into a manifest, computed without packing.
package struct SourceDigests<Scanned: Sendable>: Sendable {
  /// A file as it would be in the bundle, with a finding from the caller.
  package struct File: Sendable {
    package let file: BundleFile
    /// `true` if packing adds a framework line.
    package let hasAddedLine: Bool
    /// `true` if the file is a page but not UTF-8.
    package let isForeignText: Bool
    package let finding: Scanned?
  }

  /// Maximum size of files that are passed to `inspect`.
  ///
  /// Larger files are hashed in chunks.
  private static var inspectedSize: UInt64 { 8 << 20 }

  /// Files in source order.
  package let files: [File]

  /// Reads every file once, on `threads` threads, and passes its contents to `inspect`.
  ///
  /// - Throws: ``PackError`` if a file changes meanwhile or is a private key, or `FileError`.
  package init(
    _ source: BundleSource, framework: Framework = .vue, threads: Int,
    inspect: @Sendable (BundlePath, [UInt8]) -> Scanned?
  ) throws {
    let results = Lock([File?](repeating: nil, count: source.files.count))
    try Parallel.forEach(
      source.files.count, threads: threads, makeState: { try Reader(framework) }
    ) { index, reader in
      let file = try reader.read(source.files[index], inspect)
      results.withLock { $0[index] = file }
    }
    files = results.withLock { $0.compactMap(\.self) }
  }

  /// State of one thread.
  private final class Reader {
    private let framework: Framework
    private var hasher: FileHasher

    init(_ framework: Framework) throws {
      self.framework = framework
      hasher = try FileHasher()
    }

    func read(
      _ file: BundleSource.File, _ inspect: (BundlePath, [UInt8]) -> Scanned?
    ) throws -> File {
      switch file.content {
      case .disk(let path, let status):
        return try read(file.path, at: path, status, inspect)
      case .memory(let bytes, let digest):
        return File(
          file: BundleFile(path: file.path, digest: digest), hasAddedLine: false,
          isForeignText: false, finding: inspect(file.path, bytes))
      }
    }

    private func read(
      _ path: BundlePath, at diskPath: String, _ status: FileStatus,
      _ inspect: (BundlePath, [UInt8]) -> Scanned?
    ) throws -> File {
      let reader = try ReadableFile(diskPath)
      guard reader.status == status else { throw PackError.changed(diskPath) }
      let start = try reader.read(at: 0, count: Int(min(status.size, inspectedSize)))
      if KeyDocument.hasPrivateKey(start) { throw PackError.privateKey(diskPath) }
      var isAdded = false
      let slice = start[...]
      if let line = framework.line(for: path), try !Framework.isNamed(line, slice.span, reader) {
        try hasher.update(line)
        isAdded = true
      }
      try hasher.update(start)
      var text = path.isPage ? PageText() : nil
      text?.update(start)
      var finding: Scanned?
      if UInt64(start.count) == status.size {
        finding = inspect(path, start)
      } else {
        try reader.forEachChunk(from: UInt64(start.count)) {
          try hasher.update($0)
          text?.update($0)
        }
      }
      let digest = try hasher.finish()
      guard try reader.isUnchanged() else { throw PackError.changed(diskPath) }
      return File(
        file: BundleFile(path: path, digest: digest), hasAddedLine: isAdded,
        isForeignText: text?.isUTF8 == false, finding: finding)
    }
  }
}

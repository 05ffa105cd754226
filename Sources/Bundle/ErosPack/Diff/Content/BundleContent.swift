public import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles

/// A bundle with all its files in memory, for either side of a delta.
///
/// ```swift
/// let verifier = BundleVerifier(threads: 2)
/// let (report, content) = try BundleContent.read(ReadableFile("bundle.zip"), verifier: verifier)
/// ```
public struct BundleContent: Sendable {
  /// Verified files.
  public let tree: MemoryTree
  /// Digest and size of the bundle's zip.
  public let zip: PublishedZip
  private let report: VerificationReport
  private let source: any ZipSource

  /// Finds out how to repack the zip.
  ///
  /// Packs some files to learn their compression level.
  func recipe() throws -> ZipRecipe { try ZipRecipe(report, source) }

  /// Repacks the files, as clients will when they apply a delta to this bundle.
  ///
  /// - Returns: `true` if the result equals the zip byte for byte.
  func repack(by recipe: ZipRecipe, into file: StagedFile, threads: Int) throws -> Bool {
    let files = report.bundleFiles.sorted { $0.path < $1.path }
    let source = BundleSource(
      files, tree.contents, folders: recipe.allFolders(files.map(\.path)),
      manifestBytes: recipe.manifestBytes)
    let packed = try recipe.packer(threads: threads).pack(source, into: file)
    let made = try PublishedZip(file.reader(), manifest: packed.manifestBytes)
    guard made.manifest == zip.manifest else {
      throw DeltaError.rejectedByReaders("its manifest cannot be made again")
    }
    return made == zip
  }

  /// Verifies the bundle in `source` and reads its files.
  ///
  /// - Returns: A verification report, and the content if the bundle is valid.
  /// - Throws: `FileError` if the zip cannot be read.
  public static func read(
    _ source: some ZipSource, verifier: BundleVerifier
  ) throws -> (report: VerificationReport, content: BundleContent?) {
    let sink = MemorySink()
    let report = try verifier.verify(source, unpackingInto: sink)
    guard report.verdict == .verified else { return (report, nil) }
    let contents = sink.contents()
    let files = report.contentFiles.sorted { $0.path < $1.path }
    let tree = MemoryTree(files, files.map { contents[$0.path] ?? [] })
    let content = BundleContent(
      tree: tree, zip: try PublishedZip(source, manifest: report.manifestBytes ?? []),
      report: report, source: source)
    return (report, content)
  }
}

/// Collects files in memory.
private final class MemorySink: FileSink {
  private let files = Lock<[BundlePath: [UInt8]]>([:])

  func makeFile(_ path: BundlePath) -> any FileSinkWriter {
    MemoryFile { [self] bytes in files.withLock { $0[path] = bytes } }
  }

  func contents() -> [BundlePath: [UInt8]] { files.withLock { $0 } }
}

private struct MemoryFile: FileSinkWriter {
  private let done: ([UInt8]) -> Void
  private var bytes: [UInt8] = []

  init(_ done: @escaping ([UInt8]) -> Void) { self.done = done }

  mutating func write(_ chunk: [UInt8]) {
    if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
  }

  func close() { done(bytes) }
}

import ErosCore
public import ErosFiles

/// Verifies a bundle and writes its files, in one pass.
///
/// ```swift
/// let folder = try Folder(path)
/// let report = try BundleUnpacker(BundleVerifier(threads: 2)).unpack(
///   ReadableFile(zip), into: folder)
/// if report.verdict == .verified { try folder.syncTree() }
/// ```
public struct BundleUnpacker: Sendable {
  private let verifier: BundleVerifier

  /// Creates an unpacker with the limits and threads of `verifier`.
  public init(_ verifier: BundleVerifier) {
    self.verifier = verifier
  }

  /// Reads each file once, verifies it and writes it to the empty folder `folder`.
  ///
  /// If the report's verdict is `verified`, `Folder/syncTree()` makes the files durable. Otherwise
  /// remove them. `config` has the contents and the name of the `bundle.config` that came with the
  /// bundle.
  ///
  /// - Throws: `FileError` if the zip cannot be read or a file cannot be written.
  public func unpack(
    _ source: some ZipSource, into folder: Folder, config: (text: [UInt8], name: String)? = nil
  ) throws -> VerificationReport {
    let sink = FolderSink(folder)
    let report = try verifier.verify(
      source, config: config, unpackingInto: sink)
    if report.verdict == .verified {
      for path in report.folders { try sink.makeFolder(path) }
    }
    return report
  }
}

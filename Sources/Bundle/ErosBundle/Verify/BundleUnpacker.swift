import ErosCore
public import ErosFiles

/// An unpacker that verifies a bundle and writes its files in one pass.
public struct BundleUnpacker: Sendable {
  private let verifier: BundleVerifier

  /// Creates an unpacker with the limits and the threads of `verifier`.
  public init(_ verifier: BundleVerifier) {
    self.verifier = verifier
  }

  /// Reads each file once, verifies it and writes it to the empty folder `folder`.
  ///
  /// If the verdict of the report is not `verified`, the caller removes the files. Otherwise,
  /// `Folder/syncTree()` makes them durable. `config` has the contents and the name of the
  /// `bundle.config` that came with the bundle.
  ///
  /// - Throws: `FileError` when the zip cannot be read or a file cannot be written.
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

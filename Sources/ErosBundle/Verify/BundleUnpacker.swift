import ErosCore
public import ErosFiles

/// Unpacks a bundle into an empty folder while it verifies it.
public struct BundleUnpacker: Sendable {
  private let verifier: BundleVerifier

  /// Unpacks what `verifier` accepts, within its limits and on its threads.
  public init(_ verifier: BundleVerifier) {
    self.verifier = verifier
  }

  /// Reads every file of the bundle once: hashes it, compares it and writes it below `folder`.
  ///
  /// The files are of use only when the report says that the bundle is verified; the caller removes
  /// them otherwise. They are durable after `Folder/syncTree()`. The folder must be empty, and made
  /// for this; `config` is the text of the `bundle.config` that came with the bundle, and its name.
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

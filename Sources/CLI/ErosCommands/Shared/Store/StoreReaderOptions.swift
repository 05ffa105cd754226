import ArgumentParser
import ErosCommandLine
import ErosTrust

struct TrustOptions: TitledOptions {
  static let title = KeyOptions.title

  @Option(
    help: """
      The root metadata to trust (default: root.json in the key folder, or 'release.root' in the \
      configuration).
      """,
    completion: .file(extensions: ["json"]))
  var root: String?
}

/// The folder of keys for a command that does not sign.
struct RootFolderOptions: TitledOptions {
  static let title = KeyOptions.title

  @Option(
    help: "A key folder; only root.json is read (default: EROS_KEYS).", completion: .directory)
  var keys: String?
}

/// How a command without keys trusts and reaches a store.
struct StoreReaderOptions: ParsableArguments {
  @OptionGroup var folder: RootFolderOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var bucket: BucketOptions

  /// Returns the access to a store.
  ///
  /// Commands in remedies name `channel`.
  ///
  /// - Throws: `FileError` if the folder of keys cannot be read.
  func access(
    to store: ReleaseDefaults.Store, of channel: ChannelName? = nil, _ output: OutputOptions
  ) throws -> StoreAccess {
    try StoreAccess(store, of: channel, keys: folder.keys, root: trust.root, bucket, output)
  }
}

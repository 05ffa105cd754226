import ArgumentParser
import ErosCommandLine
import ErosTrust

struct TrustOptions: ParsableArguments {
  @Option(
    help: """
      The root metadata to trust (default: root.json in the key folder, or 'release.root' in the \
      configuration).
      """,
    completion: .file(extensions: ["json"]))
  var root: String?
}

/// How a command without keys trusts and reaches a store.
struct StoreReaderOptions: ParsableArguments {
  @Option(
    help: "A key folder; only root.json is read (default: EROS_KEYS).", completion: .directory)
  var keys: String?

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
    try StoreAccess(store, of: channel, keys: keys, root: trust.root, bucket, output)
  }
}

import ArgumentParser
import ErosCommandLine
import ErosTrust

struct EditorOptions: ParsableArguments {
  @OptionGroup var keys: KeyOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var bucket: BucketOptions

  @Flag(help: "Write to a store without conditional writes; only one publisher may use it.")
  var singlePublisher = false

  @Flag(help: "Sign although the metadata of the store is later than the clock of this machine.")
  var trustClock = false

  @Flag(help: "Do everything except write to the store.")
  var dryRun = false

  @OptionGroup var output: OutputOptions

  /// Returns the access to a store.
  ///
  /// Commands in remedies name `channel`.
  ///
  /// - Throws: `FileError` if the folder of keys cannot be read.
  func access(
    to store: ReleaseDefaults.Store, of channel: ChannelName? = nil
  ) throws -> StoreAccess {
    var access = try StoreAccess(
      store, of: channel, keys: keys.keys, root: trust.root, bucket, output)
    access.keys = keys
    access.isDryRun = dryRun
    access.isSinglePublisher = singlePublisher
    access.trustsClock = trustClock
    return access
  }
}

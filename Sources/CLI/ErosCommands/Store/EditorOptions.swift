import ArgumentParser
import ErosCommandLine
import ErosTrust

/// How a command reaches a store that it changes.
struct StoreWriterOptions: TitledOptions {
  static let title = BucketOptions.title

  @OptionGroup var bucket: BucketOptions

  @Flag(help: "Write to a store without conditional writes; only one publisher may use it.")
  var singlePublisher = false

  func access(
    to store: ReleaseDefaults.Store, of channel: ChannelName? = nil, keys: String? = nil,
    root: String? = nil, _ output: OutputOptions
  ) throws -> StoreAccess {
    var access = try StoreAccess(store, of: channel, keys: keys, root: root, bucket, output)
    access.isSinglePublisher = singlePublisher
    return access
  }
}

struct EditorOptions: ParsableArguments {
  @OptionGroup var keys: KeyOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var writer: StoreWriterOptions

  struct ClockOptions: TitledOptions {
    static let title = KeyOptions.title

    @Flag(help: "Sign although the metadata of the store is later than the clock of this machine.")
    var trustClock = false
  }

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
    var access = try writer.access(
      to: store, of: channel, keys: keys.keys, root: trust.root, output)
    access.keys = keys
    access.isDryRun = dryRun
    access.trustsClock = clock.trustClock
    return access
  }
}

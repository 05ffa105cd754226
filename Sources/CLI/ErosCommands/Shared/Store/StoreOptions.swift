import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosStore
import ErosTrust

struct StoreOption: ParsableArguments {
  @Option(
    help: """
      The store: a folder, s3://BUCKET/PREFIX, or a URL (default: EROS_STORE, or 'release.store' in the \
      configuration).
      """)
  var store: StoreLocation?
}

/// Names a store, or the project with the default for it.
struct StoreSelection: ParsableArguments {
  @OptionGroup var store: StoreOption
  @OptionGroup var project: ProjectOptions

  /// Returns the store that is named, or the default store.
  ///
  /// - Throws: ``UsageError`` if no store is named, or its location is malformed. `ErosError` if
  ///   the configuration cannot be read.
  func selected() throws -> ReleaseDefaults.Store { try project.defaults.store(store.store) }
}

struct ChannelOption: ParsableArguments {
  @Option(
    help: """
      The channel, such as my-app/production (default: 'release.channel' in the configuration).
      """,
    completion: .channel)
  var channel: ChannelName?
}

/// Names a store and a channel, or the project with the defaults for them.
struct ChannelSelection: ParsableArguments {
  @OptionGroup var store: StoreOption
  @OptionGroup var channel: ChannelOption
  @OptionGroup var project: ProjectOptions

  /// Returns the store and the channel that are named, or the defaults.
  ///
  /// - Throws: ``UsageError`` if one of them is not named or malformed. `ErosError` if the
  ///   configuration cannot be read.
  func selected() throws -> (store: ReleaseDefaults.Store, channel: ChannelName) {
    let defaults = project.defaults
    let channel = try defaults.channel(channel.channel)
    return (try defaults.store(store.store), channel)
  }
}

extension BucketOptions {
  /// Completes the options with the endpoint and region of a store that the configuration names.
  ///
  /// An option or the environment takes precedence.
  func options(for store: ReleaseDefaults.Store) -> BucketOptions {
    func isSet(_ names: String...) -> Bool {
      names.contains { ReleaseDefaults.variable($0) != nil }
    }
    var options = self
    if endpoint == nil, !isSet("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL") {
      options.endpoint = store.endpoint
    }
    if region == nil, !isSet("AWS_REGION", "AWS_DEFAULT_REGION") { options.region = store.region }
    return options
  }
}

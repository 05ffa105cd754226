import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosStore
import ErosTrust

/// The option that names a store.
struct StoreOption: ParsableArguments {
  @Option(
    help: """
      The store: a folder, s3://BUCKET/PREFIX, or a URL (default: EROS_STORE, or 'release.store' in the \
      configuration).
      """)
  var store: StoreLocation?

  /// Returns the store of the option, or the default store.
  ///
  /// - Throws: The errors of ``ReleaseDefaults/store(_:config:remedy:)``.
  func selected(config: String? = nil) throws -> ReleaseDefaults.Store {
    try ReleaseDefaults.store(store, config: config)
  }
}

/// The argument that names a store.
struct StoreArgument: ParsableArguments {
  @Argument(
    help: """
      The store: a folder, s3://BUCKET/PREFIX, or a URL if the command only reads (default: EROS_STORE, \
      or 'release.store' in the configuration).
      """)
  var store: StoreLocation?

  @OptionGroup var project: ProjectOptions

  /// Returns the store of the argument, or the default store.
  ///
  /// - Throws: The errors of ``ReleaseDefaults/store(_:config:remedy:)``.
  func selected() throws -> ReleaseDefaults.Store {
    try ReleaseDefaults.store(store, config: project.config)
  }

  /// Returns the arguments of a command that has `following` after the store; the store has the index 0.
  func arguments(before following: String?...) -> PositionalArguments {
    PositionalArguments([store.map { "\($0)" }] + following)
  }

  /// Returns the store, or the default store if the store is left out.
  ///
  /// - Parameters:
  ///   - arguments: The result of ``arguments(before:)``.
  ///   - form: All arguments, such as `eros channel remove store my-app/beta`, for the error.
  /// - Returns: The store.
  /// - Throws: The errors of ``ReleaseDefaults/store(_:config:remedy:)``.
  func selected(
    _ arguments: PositionalArguments, form: String
  ) throws -> ReleaseDefaults.Store {
    try ReleaseDefaults.store(
      arguments.isGiven(at: 0) ? store : nil, config: project.config,
      remedy: "write the store first, such as `\(form)`")
  }
}

/// The option that names a channel.
struct ChannelOption: ParsableArguments {
  @Option(
    help: """
      The channel, such as my-app/production (default: 'release.channel' in the configuration).
      """,
    completion: .channel)
  var channel: ChannelName?

  /// Returns the channel of the option, or of the configuration.
  ///
  /// - Throws: The errors of ``ReleaseDefaults/channel(_:config:)``.
  func name(config: String? = nil) throws -> ChannelName {
    try ReleaseDefaults.channel(channel, config: config)
  }
}

/// The options that name a store and a channel, or the project with the defaults for them.
struct ChannelSelection: ParsableArguments {
  @OptionGroup var store: StoreOption
  @OptionGroup var channel: ChannelOption
  @OptionGroup var project: ProjectOptions

  /// Returns the store of the options, or the default store.
  ///
  /// - Throws: The errors of ``ReleaseDefaults/store(_:config:remedy:)``.
  func selected() throws -> ReleaseDefaults.Store {
    try store.selected(config: project.config)
  }

  /// Returns the channel of the options, or of the configuration.
  ///
  /// - Throws: The errors of ``ReleaseDefaults/channel(_:config:)``.
  func name() throws -> ChannelName { try channel.name(config: project.config) }
}

extension BucketOptions {
  /// Returns the options with the endpoint and the region of a store that the configuration names, each
  /// if neither an option nor the environment has it.
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

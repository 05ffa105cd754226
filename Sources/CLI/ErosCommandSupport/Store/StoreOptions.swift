package import ArgumentParser
package import ErosCommandLine
package import ErosStore
package import ErosTrust

/// The option that names a store.
package struct StoreOption: ParsableArguments {
  @Option(
    help: """
      The store: a folder, s3://BUCKET/PREFIX, or a URL (default: EROS_STORE, or 'release.store' in the \
      configuration).
      """)
  package var store: StoreLocation?

  package init() {}

  /// The store of the option, or the default store.
  ///
  /// - Throws: The errors of ``ReleaseDefaults/store(_:)``.
  package var location: StoreLocation { get throws { try ReleaseDefaults.store(store) } }
}

/// The argument that names a store.
package struct StoreArgument: ParsableArguments {
  @Argument(
    help: """
      The store: a folder, s3://BUCKET/PREFIX, or a URL if the command only reads (default: EROS_STORE, \
      or 'release.store' in the configuration).
      """)
  package var store: StoreLocation?

  package init() {}

  /// The store of the argument, or the default store.
  ///
  /// - Throws: The errors of ``ReleaseDefaults/store(_:)``.
  package var location: StoreLocation { get throws { try ReleaseDefaults.store(store) } }
}

/// The option that names a channel.
package struct ChannelOption: ParsableArguments {
  @Option(
    help: """
      The channel, such as my-app/production (default: 'release.channel' in the configuration).
      """)
  package var channel: ChannelName?

  package init() {}

  /// The channel of the option, or of the configuration.
  ///
  /// - Throws: The errors of ``ReleaseDefaults/channel(_:)``.
  package var name: ChannelName { get throws { try ReleaseDefaults.channel(channel) } }
}

extension BucketOptions {
  /// Returns the options with the endpoint of the configuration, if `location` is a bucket and neither
  /// an option nor the environment has an endpoint.
  ///
  /// - Throws: The errors of the configuration.
  package func inProject(for location: StoreLocation) throws -> BucketOptions {
    guard case .bucket = location, endpoint == nil,
      ReleaseDefaults.variable("AWS_ENDPOINT_URL") == nil
    else { return self }
    var options = self
    options.endpoint = try ReleaseDefaults.endpoint()
    return options
  }
}

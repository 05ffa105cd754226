import ErosConfig
import ErosCore
import ErosFiles
import ErosStore
import ErosTrust

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The store, the channel and the keys of commands that are called without the options for them.
///
/// An environment variable has priority over `release` in the configuration of the project around the
/// current folder:
///
/// ```
/// "release": { "store": "s3://releases/app", "channel": "my-app/production", "root": "keys/root.json" }
/// ```
enum ReleaseDefaults {
  /// A store, and the settings for it if the configuration names it.
  struct Store: Sendable {
    let location: StoreLocation
    /// The path of the root metadata to trust.
    let root: String?
    /// The URL of the S3-compatible service of a bucket.
    let endpoint: String?
    /// The region of a bucket.
    let region: String?
    /// Whether the store is `release.store` of the configuration.
    let isConfigured: Bool

    /// Creates a store that an argument or the environment names.
    ///
    /// The settings of the configuration belong to the store that it names, so that a configuration
    /// cannot send requests with the user's credentials to another service.
    init(_ location: StoreLocation) {
      self.location = location
      root = nil
      endpoint = nil
      region = nil
      isConfigured = false
    }

    /// Returns the store with its settings, as the user has written its location.
    fileprivate func named(_ location: StoreLocation) -> Store {
      Store(configured: location, root: root, endpoint: endpoint, region: region)
    }

    /// Creates the store of the configuration.
    init(configured location: StoreLocation, root: String?, endpoint: String?, region: String?) {
      self.location = location
      self.root = root
      self.endpoint = endpoint
      self.region = region
      isConfigured = true
    }
  }

  /// The environment variable with the location of a store.
  static let storeVariable = "EROS_STORE"
  /// The environment variable with the folder of keys.
  static let keysVariable = "EROS_KEYS"

  /// Returns `given`, or the default store.
  ///
  /// - Parameters:
  ///   - given: The location of an argument.
  ///   - config: The configuration, or its folder; `nil` to search for it in the current folder.
  ///   - remedy: How to pass the store to the command.
  /// - Returns: The store.
  /// - Throws: ``UsageError`` without a store or for a malformed location, and the errors of the
  ///   configuration.
  static func store(
    _ given: StoreLocation?, config: String? = nil,
    remedy: Message = "pass a folder, s3://BUCKET/PREFIX or a URL"
  ) throws -> Store {
    if let given { return configured(given, config: config) }
    if let text = variable(storeVariable) {
      return try value(of: storeVariable) { configured(try StoreLocation(text), config: config) }
    }
    guard let store = try configuredStore(config) else {
      throw UsageError(
        "no store is given",
        "\(remedy), set \(storeVariable), or set 'release.store' in \(Project.configPaths[0])"
      )
    }
    return store
  }

  /// Returns the store at a location, with the settings of the configuration if it names the location.
  ///
  /// A configuration that cannot be read has no settings for the location.
  private static func configured(_ location: StoreLocation, config: String?) -> Store {
    guard let store = try? configuredStore(config), store.location.isSame(as: location) else {
      return Store(location)
    }
    return store.named(location)
  }

  /// Returns the store of the configuration, or `nil` if it names none.
  private static func configuredStore(_ config: String?) throws -> Store? {
    guard let project = try project(config), let text = try project.config.release().store else {
      return nil
    }
    let location = try value(of: "release.store", in: project) {
      let location = try StoreLocation(text)
      guard case .folder(let path) = location else { return location }
      return .folder(project.path(path))
    }
    let release = try project.config.release()
    return Store(
      configured: location, root: release.root.map { project.path($0) },
      endpoint: release.endpoint, region: release.region)
  }

  /// Returns `given`, or the channel of the configuration.
  ///
  /// - Parameters:
  ///   - given: The channel of an option.
  ///   - config: The configuration, or its folder; `nil` to search for it in the current folder.
  ///   - remedy: How to pass the channel to the command.
  /// - Returns: The name of the channel.
  /// - Throws: ``UsageError`` without a channel or for a malformed name, and the errors of the
  ///   configuration.
  static func channel(
    _ given: ChannelName?, config: String? = nil,
    remedy: Message = "pass --channel APP/NAME, such as my-app/production"
  ) throws -> ChannelName {
    if let given { return given }
    guard let channel = try configuredChannel(config: config) else {
      throw UsageError(
        "no channel is given", "\(remedy), or set 'release.channel' in \(Project.configPaths[0])"
      )
    }
    return channel
  }

  /// Returns the channel of the configuration, if there is one.
  ///
  /// - Parameter config: The configuration, or its folder; `nil` to search for it in the current folder.
  /// - Returns: The name of the channel.
  /// - Throws: ``UsageError`` for a malformed name, and the errors of the configuration.
  static func configuredChannel(config: String?) throws -> ChannelName? {
    guard let project = try project(config), let text = try project.config.release().channel else {
      return nil
    }
    return try value(of: "release.channel", in: project) { try ChannelName(text) }
  }

  /// Returns `given`, or the archive of source maps of the configuration, if there is one.
  ///
  /// - Parameters:
  ///   - given: The folder of an option.
  ///   - config: The configuration, or its folder; `nil` to search for it in the current folder.
  /// - Returns: The path of the folder.
  /// - Throws: The errors of the configuration.
  static func mapArchive(_ given: String?, config: String?) throws -> String? {
    if let given { return given }
    guard let project = try project(config) else { return nil }
    return try project.config.release().mapArchive.map { project.path($0) }
  }

  /// Returns `given`, or the folder of keys from the environment.
  static func keys(_ given: String?) -> String? { given ?? variable(keysVariable) }

  /// Returns the value of an environment variable, or `nil` if it is unset or empty.
  static func variable(_ name: String) -> String? {
    let value = ProcessInfo.processInfo.environment[name]
    return value?.isEmpty ?? true ? nil : value
  }

  private static func project(_ config: String?) throws -> Project? {
    do {
      return try Project.find(config)
    } catch ProjectError.notFound where config == nil {
      return nil
    }
  }

  private static func value<Value>(
    of name: String, in project: Project? = nil, _ parse: () throws -> Value
  ) throws -> Value {
    do {
      return try parse()
    } catch let error as any ErosError {
      guard let path = project?.configPath.escapedForDisplay else {
        throw UsageError("the variable \(name): \(error.problem)", error.remedy)
      }
      throw UsageError("'\(name)' in '\(path)': \(error.problem)", error.remedy)
    }
  }
}

extension StoreLocation {
  /// Returns whether two locations are the same store; a folder can be written in several ways.
  fileprivate func isSame(as other: StoreLocation) -> Bool {
    guard case .folder(let path) = self, case .folder(let otherPath) = other else {
      return self == other
    }
    guard let status = try? FileStatus.ifExists(path),
      let other = try? FileStatus.ifExists(otherPath)
    else { return path == otherPath }
    return status.isSameFile(as: other)
  }
}

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

/// The store, channel and keys that a command uses if you pass no options for them.
///
/// An environment variable has priority. After it comes `release` in the configuration of the
/// project around the current folder:
///
/// ```
/// "release": {
///   "store": "s3://releases/app", "channel": "my-app/production", "root": "keys/root.json"
/// }
/// ```
enum ReleaseDefaults {
  /// A store, with its settings if the configuration names it.
  struct Store: Sendable {
    let location: StoreLocation
    let root: String?
    /// The S3-compatible service that holds the bucket, as a URL.
    let endpoint: String?
    let region: String?
    /// `true` if the store is `release.store` in the configuration.
    let isConfigured: Bool

    /// Creates a store that an argument or the environment names.
    ///
    /// Settings in the configuration apply only to the store that it names. Otherwise a
    /// configuration could send requests with your credentials to a foreign service.
    init(_ location: StoreLocation) {
      self.location = location
      root = nil
      endpoint = nil
      region = nil
      isConfigured = false
    }

    /// Returns the store with its settings, at the location as you wrote it.
    fileprivate func named(_ location: StoreLocation) -> Store {
      Store(configured: location, root: root, endpoint: endpoint, region: region)
    }

    init(configured location: StoreLocation, root: String?, endpoint: String?, region: String?) {
      self.location = location
      self.root = root
      self.endpoint = endpoint
      self.region = region
      isConfigured = true
    }
  }

  static let storeVariable = "EROS_STORE"
  /// The environment variable that names the folder of keys.
  static let keysVariable = "EROS_KEYS"

  /// Returns `given`, or the default store.
  ///
  /// - Parameters:
  ///   - given: The store that an argument names.
  ///   - config: The configuration, or its folder. Pass `nil` to search around the current folder.
  ///   - remedy: How to pass the store to the command.
  /// - Returns: The store.
  /// - Throws: ``UsageError`` if no store is named, or its location is malformed. `ErosError` if
  ///   the configuration cannot be read.
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

  /// Returns the store at a location, with settings if the configuration names the same location.
  ///
  /// If the configuration cannot be read, there are no settings.
  private static func configured(_ location: StoreLocation, config: String?) -> Store {
    guard let store = try? configuredStore(config), store.location.isSame(as: location) else {
      return Store(location)
    }
    return store.named(location)
  }

  /// Returns the store that the configuration names, if it does.
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

  /// Returns `given`, or the configuration's channel.
  ///
  /// - Parameters:
  ///   - given: The channel that an option names.
  ///   - config: The configuration, or its folder. Pass `nil` to search around the current folder.
  ///   - remedy: How to pass the channel to the command.
  /// - Returns: The name of the channel.
  /// - Throws: ``UsageError`` if no channel is named, or its name is malformed. `ErosError` if the
  ///   configuration cannot be read.
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

  /// Returns the configuration's channel, if there is one.
  ///
  /// - Parameter config: The configuration, or its folder. Pass `nil` to search around the current
  ///   folder.
  /// - Returns: The name of the channel.
  /// - Throws: ``UsageError`` if the name is malformed. `ErosError` if the configuration cannot be
  ///   read.
  static func configuredChannel(config: String?) throws -> ChannelName? {
    guard let project = try project(config), let text = try project.config.release().channel else {
      return nil
    }
    return try value(of: "release.channel", in: project) { try ChannelName(text) }
  }

  /// Returns `given`, or the configuration's archive of source maps, if there is one.
  ///
  /// - Parameters:
  ///   - given: The folder that an option names.
  ///   - config: The configuration, or its folder. Pass `nil` to search around the current folder.
  /// - Returns: The path of the folder.
  /// - Throws: `ErosError` if the configuration cannot be read.
  static func mapArchive(_ given: String?, config: String?) throws -> String? {
    if let given { return given }
    guard let project = try project(config) else { return nil }
    return try project.config.release().mapArchive.map { project.path($0) }
  }

  /// Returns `given`, or the folder of keys that the environment names.
  static func keys(_ given: String?) -> String? { given ?? variable(keysVariable) }

  /// Returns an environment variable, or `nil` if it is unset or empty.
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
  /// Returns `true` if two locations are the same store.
  ///
  /// A folder can be written in several ways.
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

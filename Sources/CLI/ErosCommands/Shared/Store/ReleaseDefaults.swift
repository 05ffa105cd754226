import ErosConfig
import ErosCore
import ErosFiles
import ErosStore
import ErosTrust

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
struct ReleaseDefaults {
  /// A store, with its settings if the configuration names it.
  struct Store: Sendable {
    fileprivate(set) var location: StoreLocation
    fileprivate(set) var root: String?
    /// The S3-compatible service that holds the bucket, as a URL.
    fileprivate(set) var endpoint: String?
    fileprivate(set) var region: String?
    /// `true` if the store is `release.store` in the configuration.
    ///
    /// Settings in the configuration apply only to the store that it names. Otherwise a
    /// configuration could send requests with your credentials to a foreign service.
    fileprivate(set) var isConfigured = false
  }

  static let storeVariable = "EROS_STORE"
  /// The environment variable that names the folder of keys.
  static let keysVariable = "EROS_KEYS"

  private let projectResult: Result<Project?, any Error>

  /// Reads the project once, for all defaults.
  ///
  /// - Parameter config: The configuration, or its folder. Pass `nil` to search around the current
  ///   folder.
  init(config: String?) { projectResult = Result { try Project.findIfPresent(config) } }

  /// Uses the release settings of a project that was read.
  init(of project: Project) { projectResult = .success(project) }

  /// The project, or `nil` if you named no configuration and there is none.
  var project: Project? { get throws { try projectResult.get() } }

  /// Returns `given`, or the default store.
  ///
  /// If the configuration cannot be read, the store that you pass has no settings.
  ///
  /// - Parameter given: The store that an option names.
  /// - Returns: The store.
  /// - Throws: ``UsageError`` if no store is named, or its location is malformed. `ErosError` if
  ///   the configuration cannot be read.
  func store(_ given: StoreLocation?) throws -> Store {
    var given = given
    if given == nil, let text = Self.variable(Self.storeVariable) {
      given = try Self.value(of: Self.storeVariable) { try StoreLocation(text) }
    }
    if let given {
      guard var store = try? configuredStore(), store.location.isSame(as: given) else {
        return Store(location: given)
      }
      store.location = given
      return store
    }
    guard let store = try configuredStore() else {
      throw UsageError(
        "no store is given",
        "pass --store with a folder, s3://BUCKET/PREFIX or a URL, set \(Self.storeVariable), or set 'release.store' in \(Project.configPaths[0])"
      )
    }
    return store
  }

  /// Returns the store that the configuration names, if it does.
  private func configuredStore() throws -> Store? {
    guard let project = try project, let text = try project.config.release().store else {
      return nil
    }
    let location = try Self.value(of: "release.store", in: project) {
      let location = try StoreLocation(text)
      guard case .folder(let path) = location else { return location }
      return .folder(project.path(path))
    }
    let release = try project.config.release()
    return Store(
      location: location, root: release.root.map { project.path($0) },
      endpoint: release.endpoint, region: release.region, isConfigured: true)
  }

  /// Returns `given`, or the configuration's channel.
  ///
  /// - Parameter given: The channel that an option names.
  /// - Returns: The name of the channel.
  /// - Throws: ``UsageError`` if no channel is named, or its name is malformed. `ErosError` if the
  ///   configuration cannot be read.
  func channel(_ given: ChannelName?) throws -> ChannelName {
    if let channel = try given ?? configuredChannel() { return channel }
    throw UsageError(
      "no channel is given",
      "pass --channel APP/NAME, such as my-app/production, or set 'release.channel' in \(Project.configPaths[0])"
    )
  }

  /// Returns the configuration's channel, if there is one.
  ///
  /// - Throws: ``UsageError`` if the name is malformed. `ErosError` if the configuration cannot be
  ///   read.
  func configuredChannel() throws -> ChannelName? {
    guard let project = try project, let text = try project.config.release().channel else {
      return nil
    }
    return try Self.value(of: "release.channel", in: project) { try ChannelName(text) }
  }

  /// Returns `given`, or the configuration's archive of source maps, if there is one.
  ///
  /// - Throws: `ErosError` if the configuration cannot be read.
  func mapArchive(_ given: String?) throws -> String? {
    if let given { return given }
    guard let project = try project else { return nil }
    return try project.config.release().mapArchive.map { project.path($0) }
  }

  /// Returns `given`, or the folder of keys that the environment names.
  static func keys(_ given: String?) -> String? { given ?? variable(keysVariable) }

  /// Returns an environment variable, or `nil` if it is unset or empty.
  static func variable(_ name: String) -> String? {
    let value = EnvironmentVariable.text(name)
    return value?.isEmpty ?? true ? nil : value
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
  /// `true` if no command can change the store here.
  var isWeb: Bool {
    if case .web = self { true } else { false }
  }

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

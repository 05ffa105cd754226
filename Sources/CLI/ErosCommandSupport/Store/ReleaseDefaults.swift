import ErosConfig
import ErosCore
package import ErosStore
package import ErosTrust

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
package enum ReleaseDefaults {
  /// The environment variable with the location of a store.
  package static let storeVariable = "EROS_STORE"
  /// The environment variable with the folder of keys.
  package static let keysVariable = "EROS_KEYS"

  /// Returns `given`, or the default store.
  ///
  /// - Throws: ``UsageError`` without a store or for a malformed location, and the errors of the
  ///   configuration.
  package static func store(_ given: StoreLocation?) throws -> StoreLocation {
    if let given { return given }
    if let text = variable(storeVariable) {
      return try value(of: storeVariable) { try StoreLocation(text) }
    }
    guard let project = try project(), let text = try project.config.release.store else {
      throw UsageError(
        "no store is given",
        "pass a folder, s3://BUCKET/PREFIX or a URL, set \(storeVariable), or set 'release.store' in \(Project.configPaths[0])"
      )
    }
    return try value(of: "release.store", in: project) {
      let location = try StoreLocation(text)
      guard case .folder(let path) = location else { return location }
      return .folder(project.path(path))
    }
  }

  /// Returns `given`, or the channel of the configuration.
  ///
  /// - Throws: ``UsageError`` without a channel or for a malformed name, and the errors of the
  ///   configuration.
  package static func channel(_ given: ChannelName?) throws -> ChannelName {
    if let given { return given }
    guard let project = try project(), let text = try project.config.release.channel else {
      throw UsageError(
        "no channel is given",
        "pass --channel APP/NAME, such as my-app/production, or set 'release.channel' in \(Project.configPaths[0])"
      )
    }
    return try value(of: "release.channel", in: project) { try ChannelName(text) }
  }

  /// Returns `given`, or the folder of keys from the environment.
  package static func keys(_ given: String?) -> String? { given ?? variable(keysVariable) }

  /// Returns the path of the root metadata in the configuration, and the key that names it.
  ///
  /// - Throws: The errors of the configuration.
  package static func root() throws -> (path: String, option: String)? {
    guard let project = try project(), let path = try project.config.release.root else {
      return nil
    }
    return (project.path(path), "'release.root'")
  }

  /// Returns the URL of an S3-compatible service in the configuration.
  ///
  /// - Throws: The errors of the configuration.
  package static func endpoint() throws -> String? { try project()?.config.release.endpoint }

  /// Returns the value of an environment variable, or `nil` if it is unset or empty.
  static func variable(_ name: String) -> String? {
    let value = ProcessInfo.processInfo.environment[name]
    return value?.isEmpty ?? true ? nil : value
  }

  private static func project() throws -> Project? {
    do {
      return try Project.find()
    } catch ProjectError.notFound {
      return nil
    }
  }

  private static func value<Value>(
    of name: String, in project: Project? = nil, _ parse: () throws -> Value
  ) throws -> Value {
    do {
      return try parse()
    } catch let error as any ErosError {
      let place = project.map { "'\(name)' in '\($0.configPath.escapedForDisplay)'" } ?? name
      throw UsageError("\(place): \(error.problem)", error.remedy)
    }
  }
}

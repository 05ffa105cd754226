import ErosCore
import ErosDevice
import ErosFiles
import ErosPublish
import ErosStore
import ErosTrust

/// The root metadata that a command trusts: a file, or else the first one of the store itself.
struct TrustedRoot: Sendable {
  /// `eros store init` writes the root metadata under this name into the folder of keys.
  static let fileName = "root.json"

  /// The file, and the option or the key of the configuration that names it.
  let file: (path: String, option: String)?
  /// The folder of keys.
  private let folder: String?

  /// Finds the file.
  ///
  /// - Parameters:
  ///   - root: The file that `--root` names.
  ///   - folder: The folder of keys.
  ///   - configured: The file that the configuration names.
  /// - Throws: `FileError` if the folder of keys cannot be read.
  init(_ root: String?, keys folder: String?, configured: String?) throws {
    self.folder = folder
    let inFolder = folder.map { $0 + "/" + Self.fileName }
    if let root {
      file = (root, "--root")
    } else if let inFolder, try FileStatus.ifExists(inFolder) != nil {
      file = (inFolder, "--keys")
    } else {
      file = configured.map { ($0, "'release.root'") }
    }
  }

  /// The value for `--root` in hints, or `nil` if the key folder has the root metadata.
  ///
  /// Without a file, this is a placeholder, because a repair does not trust the store itself.
  var advisedFile: String? {
    guard let file else { return AdvisedStore.root }
    return file.option == "--keys" ? nil : file.path
  }

  /// Returns the root metadata from outside the store, or `nil` if no file is given.
  ///
  /// - Throws: ``CommandError/notRoot(_:option:reason:)`` if the file contains something else.
  ///   `FileError` if it cannot be read.
  func pinned() throws -> [UInt8]? {
    guard let (path, option) = file else { return nil }
    let bytes = try readWholeFile(path, limit: TrustLimits.standard.rootBytes)
    do {
      _ = try SignedMetadata<RootMetadata>(bytes, file: path)
    } catch .malformed(_, let reason) {
      let isKey = String(decoding: bytes.prefix(200), as: UTF8.self).contains("-----BEGIN ")
      throw CommandError.notRoot(path, option: option, reason: isKey ? "it is a key" : reason)
    } catch .page {
      throw CommandError.notRoot(path, option: option, reason: "it is an HTML page")
    }
    return bytes
  }

  /// Returns the root metadata from the file, or else from the store, with a warning.
  func read(from store: any ObjectReader, _ output: OutputOptions) async throws -> [UInt8] {
    if let bytes = try pinned() { return bytes }
    let limit = TrustLimits.standard.rootBytes
    let key = StoreLayout.metadata(TopLevelRole.root.rawValue, version: 1)
    guard let object = try await store.read(key, limit: limit) else {
      guard try await store.status(of: StoreLayout.timestamp) == nil else {
        throw TrustError.noRoot
      }
      throw PublishError.notAStore(store.location)
    }
    if let folder {
      // A missing folder is an error, as for the commands that sign.
      _ = try Folder(folder).names()
      output.warn(
        "the first root metadata of the store is trusted, because '\(folder.escapedForDisplay)' does not have root.json; pass --root"
      )
    } else {
      output.warn(
        "the first root metadata of the store is trusted, because no other was given; pass --root")
    }
    return object.bytes
  }

  /// Explains an error of a store whose metadata is wrong.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - location: The store.
  /// - Returns: ``CommandError/wrongRoot(_:option:store:)`` if the root metadata belongs to another
  ///   store, even if an update check failed because of it. ``PublishError/damagedMetadata(_:)`` if
  ///   metadata is missing or damaged. Otherwise `error`.
  func explained(_ error: any Error, of location: StoreLocation) -> any Error {
    switch error {
    case PublishError.otherRoot(let location, _):
      // Without a file, the root metadata comes from the store itself.
      return wrongRoot(of: location) ?? TrustError.noRoot
    case FetchError.notChecked(let cause as TrustError, let since):
      guard case .otherStore = cause, let wrongRoot = wrongRoot(of: "\(location)") else {
        return error
      }
      return FetchError.notChecked(wrongRoot, since: since)
    case let error as TrustError where error.isDamage:
      return PublishError.damagedMetadata(error.problem)
    default:
      return error
    }
  }

  private func wrongRoot(of location: String) -> CommandError? {
    file.map { .wrongRoot($0.path, option: $0.option, store: location) }
  }
}

extension TrustError {
  /// `true` if metadata is missing, or differs from what other metadata say about it.
  fileprivate var isDamage: Bool {
    switch self {
    case .malformed, .mismatch, .versionMismatch, .tooLong, .missing, .notInSnapshot: true
    default: false
    }
  }
}

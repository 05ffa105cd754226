import ErosFiles
import ErosTrust
import SystemPackage

/// Finds the folders and files of objects.
extension FolderStore {
  /// Attempts to open a folder while another process removes it.
  private static let maximumAttempts = 10

  /// Opens the file of an object, or returns `nil` if it does not exist.
  ///
  /// - Throws: ``StoreError/notAFile(_:_:)`` if it is not a regular file, or `FileError` if it
  ///   cannot be opened.
  func open(_ key: ObjectKey) throws -> ReadableFile? {
    guard let (folder, name) = try parent(of: key) else { return nil }
    do throws(FileError) {
      return try folder.openFile(name)
    } catch {
      guard error.reason != .noSuchFileOrDirectory else { return nil }
      _ = try Self.hasFile(name, in: folder)
      throw error
    }
  }

  /// Returns `false` if nothing has this name.
  ///
  /// - Throws: ``StoreError/notAFile(_:_:)`` if it is not a regular file, or `FileError` if the
  ///   folder cannot be read.
  static func hasFile(_ name: String, in folder: Folder) throws -> Bool {
    guard let status = try folder.status(of: name) else { return false }
    guard status.kind == .file else {
      throw StoreError.notAFile(folder.path(of: name), status.kind)
    }
    return true
  }

  /// Returns `nil` if the folder of the object does not exist.
  func parent(of key: ObjectKey) throws -> (folder: Folder, name: String)? {
    try checkIsFree(key)
    let components = key.components
    guard let name = components.last else { return nil }
    do {
      return (try folder(Array(components.dropLast())), name)
    } catch let error as FileError {
      guard error.reason == .noSuchFileOrDirectory else { throw error }
      return nil
    }
  }

  /// Calls `body` with the folder of an object, and creates the folder if needed.
  ///
  /// The folder and its parents are durable. If another process removes the folder while it is
  /// empty, `body` is called again.
  func withParent<Result>(
    of key: ObjectKey, _ body: (_ folder: Folder, _ name: String) throws -> Result
  ) throws -> Result {
    try checkIsFree(key)
    let components = key.components
    var attempts = 0
    while true {
      attempts += 1
      do {
        let folder = try folder(Array(components.dropLast()), creating: true)
        let result = try body(folder, components.last ?? "")
        // Whoever created the object may not have made its name durable.
        try folder.sync()
        return result
      } catch let error as FileError {
        guard error.reason == .noSuchFileOrDirectory, attempts < Self.maximumAttempts else {
          throw error
        }
      }
    }
  }

  /// Opens a folder in the store, or creates it if `creating` is `true`.
  ///
  /// Created folders are made durable, even those that another process has created.
  func folder(_ components: [String], creating: Bool = false) throws -> Folder {
    var folder = root
    for name in components {
      do throws(FileError) {
        let next = try creating ? folder.folder(name) : folder.openFolder(name)
        if creating { try folder.sync() }
        folder = next
      } catch {
        if let status = try folder.status(of: name), status.kind != .folder {
          throw StoreError.notAFolder(folder.path(of: name), status.kind)
        }
        throw error
      }
    }
    return folder
  }

  /// Temporary files and the lock use reserved names.
  private func checkIsFree(_ key: ObjectKey) throws(StoreError) {
    let components = key.components
    guard components.first != Folder.lockName, !components.contains(where: { Folder.isStaged($0) })
    else { throw .reservedKey(key) }
  }
}

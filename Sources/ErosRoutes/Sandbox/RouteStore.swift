import ErosCore
import ErosCrypto
import ErosFiles
import SystemPackage

/// The files of a sandbox of routes, without its lock.
struct RouteStore {
  static let cache = "cache"
  static let resource = "resource"

  /// The maps of a sandbox.
  struct Maps {
    let cache: RouteMap?
    let resource: RouteMap?

    var choice: RouteChoice? {
      RouteChoice(cache: .init(cache), resource: .init(resource))
    }

    var active: RouteMap? {
      choice.flatMap { $0.source == .cache ? cache : resource }
    }
  }

  let root: Folder

  /// Returns whether routes were installed in the folder.
  ///
  /// Any other folder is not ours: it must not be changed, not even locked.
  func isSandbox() throws -> Bool {
    guard try root.has(Folder.lockName) else { return false }
    return try [Self.cache, Self.resource].contains { name in
      try (try? root.openFolder(name))?.has(RouteMap.fileName) ?? false
    }
  }

  /// Checks that a folder can become a sandbox; it may have remains of an interrupted first
  /// installation.
  ///
  /// - Throws: ``RouteSandboxError/pathOccupied(_:)``.
  func checkNames() throws {
    let isOurs = { (name: String) in MD5Digest(String(name.prefix { $0 != "." })) != nil }
    let cached = try root.has(Self.cache) ? try? root.openFolder(Self.cache).names() : []
    guard cached?.allSatisfy({ isOurs($0) || $0.hasPrefix(".\(RouteMap.fileName).") }) == true
    else {
      throw RouteSandboxError.pathOccupied(root.path + "/" + Self.cache)
    }
    guard (try? StagingArea(in: root).containsOnlyOwnEntries()) == true else {
      throw RouteSandboxError.pathOccupied(root.path + "/" + StagingArea.name)
    }
    guard try !root.has(Self.resource) else {
      throw RouteSandboxError.pathOccupied(root.path + "/" + Self.resource)
    }
  }

  /// Opens a folder of the sandbox, or returns `nil` if it does not exist or is not a folder.
  func folder(_ name: String) throws(FileError) -> Folder? {
    do { return try root.openFolder(name) } catch {
      guard error.indicatesDamage else { throw error }
      return nil
    }
  }

  /// Reads both maps; a damaged map counts as missing.
  func maps() throws -> Maps {
    Maps(cache: try map(in: Self.cache), resource: try map(in: Self.resource))
  }

  private func map(in name: String) throws -> RouteMap? {
    guard try root.has(name) else { return nil }
    do {
      return try SiteFolder.map(in: root.openFolder(name))?.map
    } catch let error as FileError where !error.indicatesDamage && error.reason != .fileTooLarge {
      throw error
    } catch {
      return nil
    }
  }

  /// Finds a valid file in the cache or the resource folder.
  ///
  /// - Returns: The source, the path below the sandbox and the open file, or `nil` if the file must be
  ///   loaded from the network.
  func find(
    _ address: RouteAddress
  ) throws -> (source: RouteChoice.Source, path: String, file: ReadableFile)? {
    let candidates: [(RouteChoice.Source, String, String)] = [
      (.cache, Self.cache, try address.cacheName()),
      (.resource, Self.resource, address.lastComponents),
    ]
    for (source, name, path) in candidates {
      if let folder = try folder(name), let file = try SiteFolder(folder).open(path),
        try file.isValid(as: address)
      {
        return (source, name + "/" + path, file)
      }
    }
    return nil
  }
}

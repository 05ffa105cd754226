import ErosCore
import ErosCrypto
import ErosFiles
import SystemPackage

/// The files in a route sandbox.
///
/// It does not hold the lock, see ``LockedRouteStore``.
struct RouteStore {
  static let cache = "cache"
  static let resource = "resource"

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

  // MARK: - Recognition

  /// Recognizes a sandbox.
  ///
  /// A sandbox contains a valid map, or pages if all maps are damaged. In addition, it has an empty
  /// file `lock`, or no unexpected files. A site in a project is not a sandbox. We must not change
  /// any such folder, not even lock it.
  func isSandbox() throws -> Bool {
    guard try root.hasEmptyFile(Folder.lockName) || hasOnlyOwnNames() else { return false }
    let maps = try maps()
    return try maps.cache != nil || maps.resource != nil || hasPage()
  }

  /// Checks that the folder can become a sandbox.
  ///
  /// Leftovers of a first installation are allowed.
  ///
  /// - Throws: ``RouteSandboxError/notEmpty(path:name:)`` if the folder contains anything else.
  func checkEmpty() throws {
    guard let name = try root.names().sorted().first(where: { try !isLeftover($0) }) else { return }
    // Another process may have created the sandbox in the meantime.
    guard try isSandbox() else { throw RouteSandboxError.notEmpty(path: root.path, name: name) }
  }

  /// Returns `true` for what an interrupted first installation leaves behind.
  private func isLeftover(_ name: String) throws -> Bool {
    switch name {
    case Folder.lockName: try root.hasEmptyFile(name)
    case StagingArea.name: (try? StagingArea(in: root).containsOnlyOwnEntries()) == true
    case Self.cache:
      (try? root.openFolder(name).names())?.allSatisfy {
        Self.isCachedName($0) || $0.hasPrefix(".\(RouteMap.fileName).")
      } ?? false
    default: false
    }
  }

  private func hasOnlyOwnNames() throws -> Bool {
    try root.names().allSatisfy {
      [Folder.lockName, StagingArea.name, Self.cache, Self.resource].contains($0)
    }
  }

  /// Looks for a page whose name contains its hash, or for cached pages.
  private func hasPage() throws -> Bool {
    if let cached = try folder(Self.cache)?.names().filter({ $0 != RouteMap.fileName }),
      cached.contains(where: Self.isCachedName),
      cached.allSatisfy({ Self.isCachedName($0) || Folder.isStaged($0) })
    {
      return true
    }
    guard let resource = try folder(Self.resource) else { return false }
    let site = SiteFolder(resource)
    return try resource.names().contains { name in
      guard let pages = try? resource.openFolder(name).names() else { return false }
      return try pages.contains { page in
        let address = RouteAddress(name + "/" + page)
        guard address.contentHash.map(RouteAddress.isBuiltHash) == true else { return false }
        return try site.hasValid(address)
      }
    }
  }

  /// Cached pages are named after the MD5 of their address.
  private static func isCachedName(_ name: String) -> Bool {
    MD5Digest(String(name.prefix { $0 != "." })) != nil
  }

  // MARK: - Contents

  /// Opens a folder, or returns `nil` if it does not exist or is not a folder.
  func folder(_ name: String) throws(FileError) -> Folder? {
    do { return try root.openFolder(name) } catch {
      guard error.indicatesDamage else { throw error }
      return nil
    }
  }

  /// Reads both maps.
  ///
  /// A damaged map counts as missing.
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
  /// - Returns: The source, the path in the sandbox and the open file. `nil` if the file must come
  ///   from the network.
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

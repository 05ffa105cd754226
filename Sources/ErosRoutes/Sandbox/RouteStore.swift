import ErosCore
import ErosCrypto
import ErosFiles
import SystemPackage

/// The files of a sandbox of routes, without its lock.
struct RouteStore {
  static let cache = "cache"
  static let resource = "resource"

  /// The maps that are there, and which one counts.
  struct Maps {
    let cache: RouteMap?
    let resource: RouteMap?

    var choice: RouteChoice? {
      RouteChoice(cache: .init(cache), resource: .init(resource))
    }

    var counted: RouteMap? {
      choice.flatMap { $0.source == .cache ? cache : resource }
    }
  }

  let root: Folder

  /// Whether routes were installed in the folder.
  ///
  /// Any other folder is somebody else's: nothing in it may be deleted, not even locked.
  func isSandbox() throws -> Bool {
    guard try root.has(Folder.lockName) else { return false }
    return try [Self.cache, Self.resource].contains { name in
      try (try? root.openFolder(name))?.has(RouteMap.fileName) ?? false
    }
  }

  /// Checks that a folder that is no sandbox can become one; what an interrupted first start left may
  /// stand there.
  ///
  /// - Throws: ``RouteSandboxError/inTheWay(_:)``.
  func checkNames() throws {
    let isOurs = { (name: String) in MD5Digest(String(name.prefix { $0 != "." })) != nil }
    let cached = try root.has(Self.cache) ? try? root.openFolder(Self.cache).names() : []
    guard cached?.allSatisfy({ isOurs($0) || $0.hasPrefix(".\(RouteMap.fileName).") }) == true
    else {
      throw RouteSandboxError.inTheWay(root.path + "/" + Self.cache)
    }
    guard (try? StagingArea(in: root).containsOnlyOwnEntries()) == true else {
      throw RouteSandboxError.inTheWay(root.path + "/" + StagingArea.name)
    }
    guard try !root.has(Self.resource) else {
      throw RouteSandboxError.inTheWay(root.path + "/" + Self.resource)
    }
  }

  /// Opens a folder of the sandbox, or returns `nil` where there is none, or something else instead.
  func folder(_ name: String) throws(FileError) -> Folder? {
    do { return try root.openFolder(name) } catch {
      guard error.indicatesDamage else { throw error }
      return nil
    }
  }

  /// Reads both maps; one that is damaged does not count.
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

  /// Where a file comes from that is there and whole, or `nil` when only the network has it.
  ///
  /// - Returns: the path below the sandbox, and the open file.
  func find(
    _ address: RouteAddress
  ) throws -> (source: RouteChoice.Source, path: String, file: ReadableFile)? {
    let places: [(RouteChoice.Source, String, String)] = [
      (.cache, Self.cache, try address.cacheName()),
      (.resource, Self.resource, address.lastComponents),
    ]
    for (source, name, path) in places {
      if let folder = try folder(name), let file = try SiteFolder(folder).open(path),
        try file.isWhole(as: address)
      {
        return (source, name + "/" + path, file)
      }
    }
    return nil
  }
}

import ErosCore
import ErosCrypto
import ErosFiles

/// A route sandbox whose lock is held.
///
/// A crash between two steps does no harm: pages are added before the routes that name them, and
/// removed after these routes.
struct LockedRouteStore {
  let store: RouteStore
  private let lock: FolderLock

  private var root: Folder { store.root }
  private var staging: StagingArea { StagingArea(in: root) }

  /// Acquires the lock and deletes what an interrupted process left behind.
  init(_ root: Folder, lockTimeout: TimeLength) throws {
    guard let lock = try root.lock(timeout: lockTimeout) else {
      throw RouteSandboxError.busy(path: root.path)
    }
    self.lock = lock
    store = RouteStore(root: root)
    try staging.restoreExchanged(in: root) { $0 == RouteStore.resource }
    try staging.clear()
    if let cache = try store.folder(RouteStore.cache) {
      try cache.removeStagedFiles()
    } else {
      // If the entry is not a folder, it is damaged.
      try root.removeTree(RouteStore.cache)
    }
  }

  func clearStaging() throws { try staging.clear() }

  // MARK: - Resource folder

  /// Copies the folder that the app ships, unless the sandbox already has an identical copy.
  ///
  /// - Returns: `true` if the folder was copied.
  func install(resource path: String) throws -> Bool {
    // Reads the original first, so that errors name its path.
    guard try SiteFolder(path).map() != nil else { throw RouteSandboxError.noMap(folder: path) }
    // An unreadable copy counts as different.
    let present = try? SiteTree(root.path + "/" + RouteStore.resource)
    if try SiteTree(path) == present { return false }
    let staged = try staging.fill { folder in
      try SiteTree.copy(path, into: folder)
      try checkResource(SiteFolder(folder), named: path)
      try folder.syncTree()
    }
    // The new folder may lack pages that cached routes need, so these go to the cache first.
    try keepPages(of: store.maps().cache)
    try staging.commit(staged.name, as: RouteStore.resource, in: root)
    return true
  }

  private func checkResource(_ site: SiteFolder, named path: String) throws {
    guard let map = try site.map()?.map else { throw RouteSandboxError.noMap(folder: path) }
    let missing = try map.packedFiles.filter { try !site.hasValid($0) }
    guard missing.isEmpty else {
      throw RouteSandboxError.pagesMissing(folder: path, missing.map(\.lastComponents))
    }
  }

  /// Copies a map's pages to the cache if only the resource folder has them.
  private func keepPages(of map: RouteMap?) throws {
    var pages: [(RouteAddress, ReadableFile)] = []
    for address in map?.packedFiles ?? [] where try address.isCacheable {
      if let page = try store.find(address), page.source == .resource {
        pages.append((address, page.file))
      }
    }
    try addToCache(pages)
  }

  // MARK: - Launch

  /// Chooses the active map, and empties the cache if the shipped map replaces it.
  ///
  /// Also deletes a damaged cached map, and pages that an interrupted update left behind.
  func chooseMap() throws -> RouteStore.Maps {
    let maps = try store.maps()
    guard let cache = try store.folder(RouteStore.cache) else { return maps }
    if let map = maps.cache, maps.choice?.source == .cache {
      // A failure is harmless. The next launch tries again.
      try? deleteUnusedPages(cache, map)
      return maps
    }
    // Removes the routes first, so that no route is left without its page.
    try cache.removeTree(RouteMap.fileName)
    try cache.sync()
    for name in try cache.names() { try cache.removeTree(name) }
    return RouteStore.Maps(cache: nil, resource: maps.resource)
  }

  // MARK: - Update

  /// Checks that the update will have all its pages once the resource folder is replaced.
  ///
  /// - Throws: ``RouteSandboxError/pagesMissing(folder:_:)`` if ``install(_:)`` would throw it
  ///   later.
  func check(_ update: RouteUpdate, before shipped: SiteFolder, isAllowed: Bool) throws {
    let cached = try store.maps().cache
    let resource = try shipped.map()?.map
    let choice = RouteChoice(cache: .init(cached), resource: .init(resource))
    let cacheMap = choice?.source == .cache ? cached : nil
    let maps = RouteStore.Maps(cache: cacheMap, resource: resource)
    let outcome = update.outcome(over: maps, isAllowed)
    guard outcome == .installed || outcome == .same else { return }
    // If the cached routes stay active, the cache keeps the pages that they use.
    let keptFiles = Set(cacheMap?.packedFiles ?? [])
    let missing = try update.map.packedFiles.filter { address in
      let page = cacheMap == nil ? nil : try store.find(address)
      let isKept = page?.source == .cache || page != nil && keptFiles.contains(address)
      if try isKept || shipped.hasValid(address) {
        return try outcome == .installed && !address.isCacheable
      }
      return try !address.isCacheable || !update.site.hasValid(address)
    }
    try rejectIfMissing(missing, of: update)
  }

  func lacksPages(of map: RouteMap) throws -> Bool {
    try map.packedFiles.contains { try store.find($0) == nil }
  }

  private func rejectIfMissing(_ missing: [RouteAddress], of update: RouteUpdate) throws {
    guard missing.isEmpty else {
      throw RouteSandboxError.pagesMissing(
        folder: update.site.folder.path, missing.map(\.lastComponents))
    }
  }

  /// Installs new routes, and fetches the packed pages that the sandbox lacks.
  ///
  /// - Returns: The fetched pages with their sizes.
  /// - Throws: ``RouteSandboxError/pagesMissing(folder:_:)``. The old routes then stay active.
  func install(_ update: RouteUpdate) throws -> [(address: RouteAddress, size: UInt64)] {
    var pages: [(address: RouteAddress, file: ReadableFile)] = []
    var missing: [RouteAddress] = []
    for address in update.map.packedFiles {
      if try !address.isCacheable {
        missing.append(address)
      } else if try store.find(address) == nil {
        if let file = try update.site.file(address), try file.isValid(as: address) {
          pages.append((address, file))
        } else {
          missing.append(address)
        }
      }
    }
    try rejectIfMissing(missing, of: update)
    try addToCache(pages)
    let cache = try root.folder(RouteStore.cache)
    // The folder `cache` may be new.
    try root.sync()
    try cache.replaceFile(RouteMap.fileName, with: update.text)
    // A failure is harmless. The next update tries again.
    try? deleteUnusedPages(cache, update.map)
    return pages.map { ($0.address, $0.file.status.size) }
  }

  /// Copies pages to the cache.
  ///
  /// All copies are durable before the first rename.
  private func addToCache(_ pages: [(address: RouteAddress, file: ReadableFile)]) throws {
    guard !pages.isEmpty else { return }
    let staged = try staging.fill { folder in
      for (address, file) in pages {
        let name = try address.cacheName()
        var copy = try folder.newFile(name)
        try file.forEachChunk { try copy.write($0) }
        try copy.close()
        // Checks the copy, because the original may have changed since it was checked.
        guard try folder.openFile(name).isValid(as: address) else {
          throw RouteSandboxError.pagesMissing(folder: file.path, [address.lastComponents])
        }
      }
      try folder.syncTree()
    }
    let folder = try staging.open(staged.name)
    let cache = try root.folder(RouteStore.cache)
    for (address, _) in pages {
      let name = try address.cacheName()
      // A folder with the page's name would make the rename fail.
      if try SiteFolder(cache).open(name) == nil { try cache.removeTree(name) }
      try folder.rename(name, to: name, in: cache)
    }
    try cache.sync()
    try root.sync()
  }

  /// Deletes cached pages that no route names.
  ///
  /// Files with unexpected names stay, because they may belong to any page.
  private func deleteUnusedPages(_ cache: Folder, _ map: RouteMap) throws {
    let usedNames = Set(try map.routes.map { try $0.remoteFile.cacheName() })
    for name in try cache.names() where name.hasSuffix(".html") && !usedNames.contains(name) {
      try cache.removeTree(name)
    }
  }
}

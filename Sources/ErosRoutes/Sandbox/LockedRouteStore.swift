import ErosCore
import ErosCrypto
import ErosFiles

/// A sandbox of routes whose lock is held.
///
/// The order of steps is what makes it safe: pages come before the routes that name them, and go after
/// them.
struct LockedRouteStore {
  let store: RouteStore
  private let lock: FolderLock

  private var root: Folder { store.root }
  private var staging: StagingArea { StagingArea(in: root) }

  /// Takes the lock and deletes what an interrupted process left.
  init(_ root: Folder, lockTimeout: Duration) throws {
    guard let lock = try root.lock(timeout: lockTimeout) else {
      throw RouteSandboxError.busy(path: root.path)
    }
    self.lock = lock
    store = RouteStore(root: root)
    staging.restoreExchanged(in: root) { $0 == RouteStore.resource }
    try staging.clear()
    if let cache = try store.folder(RouteStore.cache) {
      try cache.removeStagedFiles()
    } else {
      // What is no folder holds no pages.
      try root.removeTree(RouteStore.cache)
    }
  }

  func clearStaging() throws { try staging.clear() }

  // MARK: - The folder that the app ships

  /// Takes over the folder that the app ships, unless it is the one that is there.
  ///
  /// - Returns: whether it is another one.
  func takeIn(resource path: String) throws -> Bool {
    // What is wrong with the map is said of the original, not of the copy.
    guard try SiteFolder(path).map() != nil else { throw RouteSandboxError.noMap(folder: path) }
    // What nobody can read there is not what the app ships.
    let present = try? SiteTree(root.path + "/" + RouteStore.resource)
    if try SiteTree(path) == present { return false }
    let staged = try staging.fill { folder in
      try SiteTree.copy(path, into: folder)
      try checkResource(SiteFolder(folder), named: path)
      try folder.syncTree()
    }
    // Until it is certain that the new folder has what the cached routes need, the cache keeps it.
    try keepPages(of: store.maps().cache)
    try staging.commit(staged.name, as: RouteStore.resource, in: root)
    return true
  }

  private func checkResource(_ site: SiteFolder, named path: String) throws {
    guard let map = try site.map()?.map else { throw RouteSandboxError.noMap(folder: path) }
    let missing = try map.packedFiles.filter { try !site.hasWhole($0) }
    guard missing.isEmpty else {
      throw RouteSandboxError.pagesMissing(folder: path, missing.map(\.lastComponents))
    }
  }

  /// Copies those pages of a map into the cache that only the resource folder has.
  private func keepPages(of map: RouteMap?) throws {
    var pages: [(RouteAddress, ReadableFile)] = []
    for address in map?.packedFiles ?? [] where try address.isCacheable {
      if let found = try store.find(address), found.source == .resource {
        pages.append((address, found.file))
      }
    }
    try addToCache(pages)
  }

  // MARK: - The start

  /// Chooses the map that counts, and empties the cache when the rules say so.
  ///
  /// A cached map that is damaged is deleted, and so are pages that an interrupted update left.
  func settle() throws -> RouteStore.Maps {
    let maps = try store.maps()
    guard let cache = try store.folder(RouteStore.cache) else { return maps }
    if let map = maps.cache, maps.choice?.source == .cache {
      // Nothing depends on it, and the next start tries again.
      try? collect(cache, map)
      return maps
    }
    // The routes go first, so that none is left without its page.
    try cache.removeTree(RouteMap.fileName)
    try cache.sync()
    for name in try cache.names() { try cache.removeTree(name) }
    return RouteStore.Maps(cache: nil, resource: maps.resource)
  }

  // MARK: - An update

  /// Finds out whether an update will have all its pages when the app has another folder, before that is
  /// changed.
  ///
  /// - Throws: ``RouteSandboxError/pagesMissing(folder:_:)``, as ``take(_:)`` would.
  func check(_ update: RouteUpdate, before shipped: SiteFolder, isAllowed: Bool) throws {
    let cached = try store.maps().cache
    let resource = try shipped.map()?.map
    let choice = RouteChoice(cache: .init(cached), resource: .init(resource))
    let kept = choice?.source == .cache ? cached : nil
    let maps = RouteStore.Maps(cache: kept, resource: resource)
    let outcome = update.outcome(over: maps, isAllowed)
    guard outcome == .taken || outcome == .same else { return }
    // What the cached routes have from the folder that goes is kept, and so is the cache itself.
    let keptFiles = Set(kept?.packedFiles ?? [])
    let missing = try update.map.packedFiles.filter { address in
      let found = kept == nil ? nil : try store.find(address)
      let isKept = found?.source == .cache || found != nil && keptFiles.contains(address)
      if try isKept || shipped.hasWhole(address) {
        return try outcome == .taken && !address.isCacheable
      }
      return try !address.isCacheable || !update.site.hasWhole(address)
    }
    try refuse(missing, of: update)
  }

  /// Whether a page is not here that a map packs in the app.
  func lacksPages(of map: RouteMap) throws -> Bool {
    try map.packedFiles.contains { try store.find($0) == nil }
  }

  private func refuse(_ missing: [RouteAddress], of update: RouteUpdate) throws {
    guard missing.isEmpty else {
      throw RouteSandboxError.pagesMissing(
        folder: update.site.folder.path, missing.map(\.lastComponents))
    }
  }

  /// Takes new routes in with all pages that they pack in the app and that are not here yet.
  ///
  /// - Returns: the pages that were fetched, with their sizes.
  /// - Throws: ``RouteSandboxError/pagesMissing(folder:_:)``; the routes are then the old ones.
  func take(_ update: RouteUpdate) throws -> [(address: RouteAddress, size: UInt64)] {
    var pages: [(address: RouteAddress, file: ReadableFile)] = []
    var missing: [RouteAddress] = []
    for address in update.map.packedFiles {
      if try !address.isCacheable {
        missing.append(address)
      } else if try store.find(address) == nil {
        if let file = try update.site.file(address), try file.isWhole(as: address) {
          pages.append((address, file))
        } else {
          missing.append(address)
        }
      }
    }
    try refuse(missing, of: update)
    try addToCache(pages)
    let cache = try root.folder(RouteStore.cache)
    // The folder may be new.
    try root.sync()
    try cache.replaceFile(RouteMap.fileName, with: update.text)
    // Nothing depends on it, and the next update tries again.
    try? collect(cache, update.map)
    return pages.map { ($0.address, $0.file.status.size) }
  }

  /// Puts copies of pages into the cache, all of them durable before the first one has its place.
  private func addToCache(_ pages: [(address: RouteAddress, file: ReadableFile)]) throws {
    guard !pages.isEmpty else { return }
    let staged = try staging.fill { folder in
      for (address, file) in pages {
        let name = try address.cacheName()
        var copy = try folder.newFile(name)
        try file.forEachChunk { try copy.write($0) }
        try copy.close()
        // The copy counts, whatever became of the original meanwhile.
        guard try folder.openFile(name).isWhole(as: address) else {
          throw RouteSandboxError.pagesMissing(folder: file.path, [address.lastComponents])
        }
      }
      try folder.syncTree()
    }
    let folder = try staging.open(staged.name)
    let cache = try root.folder(RouteStore.cache)
    for (address, _) in pages {
      let name = try address.cacheName()
      // A folder in the page's place would stop the rename.
      if try SiteFolder(cache).open(name) == nil { try cache.removeTree(name) }
      try folder.rename(name, to: name, in: cache)
    }
    try cache.sync()
    try root.sync()
  }

  /// Deletes the cached pages that no route names; scripts and the like may belong to any page.
  private func collect(_ cache: Folder, _ map: RouteMap) throws {
    let kept = Set(try map.routes.map { try $0.remoteFile.cacheName() })
    for name in try cache.names() where name.hasSuffix(".html") && !kept.contains(name) {
      try cache.removeTree(name)
    }
  }
}

import ErosCore
import ErosCrypto
import ErosFiles

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

  /// Reads both maps; one that is damaged does not count.
  func maps() throws -> Maps {
    Maps(cache: try map(in: Self.cache), resource: try map(in: Self.resource))
  }

  private func map(in name: String) throws -> RouteMap? {
    guard root.has(name) else { return nil }
    do {
      return try SiteFolder.map(in: root.openFolder(name))?.map
    } catch let error as FileError where !error.meansDamage {
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
    for (source, folder, path) in places where root.has(folder) {
      if let file = try SiteFolder(root.openFolder(folder)).open(path),
        try file.isWhole(as: address)
      {
        return (source, folder + "/" + path, file)
      }
    }
    return nil
  }
}

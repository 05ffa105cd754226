import ErosFiles

extension RouteMap {
  /// A map with access to the pages in its folder.
  public struct File: Sendable {
    /// The map.
    public let map: RouteMap
    private let site: SiteFolder

    /// Reads the map of the built site at `path`, or the `routes.json` at `path`.
    ///
    /// - Throws: `FileError`, `JSONError`, ``RouteMapError``.
    public init(_ path: String) throws {
      let (folder, file) = try SiteVerifier.location(of: path)
      map = try RouteMap.read(readWholeFile(file), file: file)
      site = try SiteFolder(folder)
    }

    /// Returns the size of a file in bytes, or `nil` if the folder of the map lacks the file.
    ///
    /// - Throws: `FileError` if the file exists and cannot be opened.
    public func size(of address: RouteAddress) throws -> UInt64? {
      try site.file(address)?.status.size
    }
  }
}

import ErosFiles

extension RouteMap {
  /// A map on disk, next to its pages.
  public struct File: Sendable {
    /// The map as read.
    public let map: RouteMap
    private let site: SiteFolder

    /// Reads a built site, or a `routes.json`, at `path`.
    ///
    /// - Throws: ``RouteSandboxError`` if the folder has no map. `FileError` if the map is not
    ///   readable. `JSONError` or ``RouteMapError`` if it is malformed.
    public init(_ path: String) throws {
      let (folder, file) = try SiteVerifier.location(of: path)
      map = try RouteMap.read(readWholeFile(file), file: file)
      site = try SiteFolder(folder)
    }

    /// Returns a file's size in bytes, or `nil` if the folder lacks the file.
    ///
    /// - Throws: `FileError` if the file exists and cannot be opened.
    public func size(of address: RouteAddress) throws -> UInt64? {
      try site.file(address)?.status.size
    }
  }
}

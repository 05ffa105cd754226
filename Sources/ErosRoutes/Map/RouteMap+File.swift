import ErosFiles

extension RouteMap {
  /// A map as it lies somewhere, with the sizes of its pages where these lie beside it.
  public struct File: Sendable {
    /// The map itself.
    public let map: RouteMap
    private let site: SiteFolder

    /// Reads the map of a built site, or a `routes.json`.
    ///
    /// - Throws: `FileError`, `JSONError`, ``RouteMapError``.
    public init(_ path: String) throws {
      let (folder, file) = try SiteVerifier.place(of: path)
      map = try RouteMap.read(readWholeFile(file), file: file)
      site = try SiteFolder(folder)
    }

    /// How many bytes a file has, or `nil` when it is not beside the map.
    ///
    /// - Throws: `FileError` when it is there and cannot be opened.
    public func size(of address: RouteAddress) throws -> UInt64? {
      try site.file(address)?.status.size
    }
  }
}

package import ErosCore

extension BundlePath {
  /// The folders whose scripts are pages.
  private static let pageFolders: Set<Substring> = ["config", "mediator", "pages"]

  /// Whether the clients load the file as a page: a script in one of the page folders.
  package var isPage: Bool {
    guard string.ends(with: ".js"), let folder = components.first else { return false }
    return Self.pageFolders.contains(folder)
  }
}

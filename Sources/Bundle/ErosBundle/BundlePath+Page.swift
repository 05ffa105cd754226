package import ErosCore

extension BundlePath {
  /// Scripts in these folders are pages.
  private static let pageFolders: Set<Substring> = ["config", "mediator", "pages"]

  /// `true` if clients load the file as a page: a script in a page folder.
  package var isPage: Bool {
    guard string.ends(with: ".js"), let folder = components.first else { return false }
    return Self.pageFolders.contains(folder)
  }
}

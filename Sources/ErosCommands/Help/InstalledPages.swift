import ErosFiles
import SystemPackage

/// The pages of the documentation that a package has installed with this program.
enum InstalledPages {
  /// Returns `text` with the installed paths of the pages that it names, such as `docs/routes.md`.
  ///
  /// `folder` is that of the installed pages, or `nil` if there is none.
  static func resolve(_ text: String, in folder: String? = folder()) -> String {
    guard let folder else { return text }
    return text.replacing(#/docs\/[a-z-]+\.md/#) { folder + "/" + $0.output.dropFirst(5) }
  }

  /// Returns the folder of the pages beside the program, as in `/usr/bin` and `/usr/share`.
  private static func folder() -> String? {
    guard let program = try? resolvedPath("/proc/self/exe") else { return nil }
    let folder =
      program.removingLastComponent().removingLastComponent().string
      + "/share/doc/eros/docs"
    return (try? FileStatus(of: folder))?.kind == .folder ? folder : nil
  }
}

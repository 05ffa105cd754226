import ErosBundle
import ErosCheck
import ErosConfig
import ErosCore
import ErosFiles
import ErosVersions
import SystemPackage

/// The app that is packed: its configuration, and where its folders lie.
struct PackProject {
  let config: NativeConfig
  let configPath: String
  /// The project's folder, which holds 'dist' and 'platforms'.
  let root: String
  let source: String

  /// Reads the configuration named, or the usual one in the current folder.
  init(config path: String?, source: String?) throws {
    let place = try ProjectConfig(path, usual: VersionedProject.usualConfigs)
    configPath = place.path
    config = try NativeConfig.read(
      readWholeFile(configPath, limit: NativeConfig.sizeLimit), file: configPath)
    root = place.root
    self.source = source ?? Self.place(root, "dist")
  }

  /// Checks that every page that the configuration names is in the bundle.
  func checkPages(_ bundle: BundleSource) throws {
    let files = Set(bundle.files.map(\.path.string))
    let missing = config.referencedPages.filter { page in
      (try? BundlePath(page.file)).map { !files.contains($0.string) } ?? true
    }
    guard missing.isEmpty else {
      let pages = missing.map { page in
        let place = "\(configPath.escapedForDisplay):\(page.position)"
        return "\(place): the page '\(page.path.escapedForDisplay)' ('\(page.key)')"
      }
      throw CommandError.pagesMissing(pages, source: source)
    }
  }

  /// A path below a folder; the current folder is not spelled out.
  static func place(_ folder: String, _ name: String) -> String {
    folder == "." ? name : FilePath(folder).appending(name).string
  }
}

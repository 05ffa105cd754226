import ErosCore
import ErosFiles
import ErosRegistry

/// The project whose registration tables are generated.
struct RegistryProject {
  /// Where a description usually lies, below the project's folder.
  private static let usualConfigs = [
    "eros.native.json", "config/eros.native.json", "config/eros.native.js",
  ]

  let place: ProjectConfig
  let reading: RegistryReading

  /// Reads the configuration named, or the usual one in the current folder.
  init(config path: String?) throws {
    place = try ProjectConfig(path, usual: Self.usualConfigs)
    reading = try RegistryReading.read(
      readWholeFile(place.path, limit: RegistryReading.sizeLimit), file: place.path)
  }

  /// Reads the configuration named or the usual one, or is `nil` when none is named and none is there.
  init?(ifThere path: String?) throws {
    do {
      try self.init(config: path)
    } catch CommandError.noConfig {
      return nil
    }
  }

  /// The releases that are recorded below `root`; none when there is no lock file.
  func lock(below root: String) throws -> RegistryLock {
    let path = lockPath(below: root)
    guard (try? FileStatus(of: path)) != nil else { return RegistryLock() }
    return try RegistryLock.read(readWholeFile(path), file: path)
  }

  func lockPath(below root: String) -> String {
    PackProject.place(root, reading.registry?.lockPath ?? "")
  }
}

extension TemplateSet {
  /// Our templates, with those of `folder` in their place; it may have folders of its own.
  static func from(folder: String?) throws -> TemplateSet {
    var templates = TemplateSet.builtIn
    guard let folder else { return templates }
    let names = try FolderWalk(folder, followsSymlinks: true).entries
      .filter { $0.status.kind == .file && $0.relativePath.ends(with: suffix) }
      .map(\.relativePath)
    for path in names.sorted() {
      let name = path.pathComponents.last.map(String.init) ?? path
      let bytes = try readWholeFile(folder + "/" + path, limit: 1 << 20)
      try templates.replace(
        String(name.dropLast(suffix.count)), with: String(decoding: bytes, as: UTF8.self))
    }
    return templates
  }
}

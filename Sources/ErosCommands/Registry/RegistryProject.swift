import ArgumentParser
import ErosCheck
import ErosConfig
import ErosCore
import ErosFiles
import ErosGenerator
import ErosRegistry
import ErosSources
import ErosVersions

/// The project whose registration tables are generated.
struct RegistryProject {
  let place: ProjectConfig
  let reading: ParsedRegistry

  /// Reads the configuration named, or the usual one in the current folder.
  init(config path: String?) throws {
    place = try ProjectConfig(path, usual: VersionedProject.usualConfigs)
    reading = try ParsedRegistry.read(
      readWholeFile(place.path, limit: NativeConfig.sizeLimit), file: place.path,
      source: place.pathFromRoot)
  }

  /// Reads the configuration named or the usual one, or is `nil` when none is named and none is
  /// there, or it is empty, as when a shell is about to write it.
  init?(ifThere path: String?) throws {
    do {
      try self.init(config: path)
    } catch CommandError.noConfig {
      return nil
    }
    if try FileStatus(of: place.path).size == 0 { return nil }
  }

  /// The releases that are recorded below `root`; none when there is no lock file.
  func lock(below root: String) throws -> RegistryRecord {
    let path = lockPath(below: root)
    guard try FileStatus.ifExists(path) != nil else { return RegistryRecord() }
    let bytes = try readWholeFile(path)
    do {
      return try RegistryRecord.read(bytes, file: path)
    } catch let error as JSONError {
      throw RegistryError.malformedLock(file: path, line: error.position.line)
    }
  }

  func lockPath(below root: String) -> String {
    PackProject.place(root, reading.registry?.lockPath ?? "")
  }
}

extension RegistryProject {
  /// Prints the bytes that the fingerprint of `platform` is made of, with a newline.
  func printSurface(on platform: Platform) throws {
    let surface = reading.registry?.surface(on: platform) ?? RegistrySurface(platform: platform)
    try writeToStandardOutput(String(decoding: surface.canonicalText, as: UTF8.self))
  }

  /// Compares what the app offers with its last releases, as the lock file below `root` has them.
  func releases(_ generator: RegistryGenerator, below root: String) throws -> [ReleaseCheck] {
    let registrations = try Platform.allCases.map { ($0, try generator.registration(on: $0)) }
    return reading.registry?.check(
      against: try lock(below: root),
      registrations: Dictionary(uniqueKeysWithValues: registrations)) ?? []
  }

  /// Writes what the app offers on `platforms` into the lock file, and returns what was recorded.
  func record(
    _ generator: RegistryGenerator, on platforms: [Platform], below root: String
  ) throws -> [String] {
    guard let registry = reading.registry else { return [] }
    var lock = try lock(below: root)
    var recorded: [String] = []
    for platform in platforms {
      guard let version = registry.version(on: platform) else { continue }
      lock.record(
        .init(
          version: version, surface: registry.surface(on: platform),
          registration: try generator.registration(on: platform)))
      recorded.append("\(platform.rawValue) \(version)")
    }
    try writeWholeFile(try lock.text(), to: lockPath(below: root))
    return recorded
  }
}

extension TemplateSet {
  /// Our templates, with those of `folder` in their place; it may have folders of its own.
  static func from(folder: String?) throws -> TemplateSet {
    var templates = TemplateSet.builtIn
    guard let folder else { return templates }
    let walk = try FolderWalk(folder, followsSymlinks: true)
    for case .unreadable(let error) in walk.obstacles.map(\.reason) { throw error }
    let paths = walk.entries.filter { $0.status.kind == .file }.map(\.relativePath)
      .filter { $0.ends(with: suffix) }
    var replaced: [String: String] = [:]
    for path in paths.sorted() {
      let name = String((path.pathComponents.last ?? "").dropLast(suffix.count))
      let bytes = try readWholeFile(folder + "/" + path, limit: 1 << 20)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw GeneratorError.badTemplate(name: name, reason: "'\(path)' is not UTF-8")
      }
      if let other = replaced.updateValue(path, forKey: name) {
        throw GeneratorError.badTemplate(
          name: name, reason: "both '\(other)' and '\(path)' take its place")
      }
      try templates.replace(name, with: text)
    }
    return templates
  }
}

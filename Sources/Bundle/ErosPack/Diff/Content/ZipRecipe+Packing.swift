import ErosBundle
import ErosCore

extension ZipRecipe {
  /// Finds out how to repack a verified bundle.
  init(_ report: VerificationReport, _ source: some ZipSource) throws {
    let files = report.bundleFiles
    let named = Set(report.folders)
    let above = Self.folders(above: files.map(\.path))
    let namesFolders = named.isSuperset(of: above)
    self.init(
      level: try CompressionLevel.packing(report, source), namesFolders: namesFolders,
      folders: (namesFolders ? named.subtracting(above) : named).sorted(),
      manifest: .bytes(report.manifestBytes ?? []))
    if let facts = report.manifest.map(ManifestFacts.init), facts.areShort {
      let made = try BundleManifest(of: files.sorted { $0.path < $1.path }, facts)
      if made.encoded() == report.manifestBytes { manifest = .made(facts) }
    }
  }

  /// Returns a packer that makes this zip.
  func packer(threads: Int) -> BundlePacker {
    let facts = facts
    return BundlePacker(
      BundlePacker.Settings(
        appName: facts.appName, android: facts.android, iOS: facts.iOS, jsPath: facts.jsPath,
        timestamp: facts.timestamp, level: level ?? .standard, framework: .none),
      threads: threads)
  }
}

extension ManifestFacts {
  fileprivate init(_ manifest: BundleManifest) {
    self.init(
      appName: manifest.appName, android: manifest.android, iOS: manifest.iOS,
      jsPath: manifest.jsPath, timestamp: manifest.timestamp)
  }
}

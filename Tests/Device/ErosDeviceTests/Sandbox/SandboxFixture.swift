import ErosBundle
import ErosCore
import ErosDevice
import ErosFiles
import ErosLegacyPatch
import ErosPack
import ErosTestSupport
import Testing

/// The files of a small app, one of them with a non-ASCII name.
let appFiles: [String: [UInt8]] = [
  "config/index.js": Array("var config = 1;\n".utf8),
  "mediator/index.js": Array("var mediator = 1;\n".utf8),
  "pages/home/index.js": Array("render();\n".utf8),
  "assets/图标.txt": Array("icon".utf8),
  "assets/empty": [],
]

/// Packs `files` into `zip` in the test's folder.
func packApp(
  _ files: [String: [UInt8]] = appFiles, into zip: String = "bundle.zip",
  in folder: TemporaryFolder, timestamp: Int64 = 1_700_000_000_000, android: String = "1.0.0",
  level: CompressionLevel = .standard
) throws -> (path: String, bundle: PackedBundle) {
  let source = "dist-" + zip
  try folder.write(files, below: source)
  let settings = BundlePacker.Settings(
    appName: "demo", android: android, iOS: "1.0.0", jsPath: nil, timestamp: timestamp,
    level: level)
  let file = try StagedFile(folder.path(zip))
  let bundle = try BundlePacker(settings, threads: 2).pack(
    BundleSource(folder.path(source)), into: file)
  try StagedFile.commit([file])
  return (folder.path(zip), bundle)
}

extension Sandbox {
  /// Creates a sandbox in the test's folder.
  static func ofTest(
    _ folder: TemporaryFolder, _ name: String = "sandbox",
    rebuildingZipBy rebuilder: ZipRebuilder = .packing, lockTimeout: TimeLength = .seconds(10)
  ) -> Sandbox {
    Sandbox(
      folder.path(name), verifier: BundleVerifier(threads: 2), rebuildingZipBy: rebuilder,
      patchingZipsBy: .bsdiff, lockTimeout: lockTimeout)
  }

  /// Starts in the foreground with an embedded bundle.
  func install(
    _ zip: ReadableFile, config: (text: [UInt8], name: String)? = nil, app: NativeApp? = nil
  ) throws -> Device.Launch {
    try launch(
      embedded: DeliveredBundle(zip, config: config), app: app, now: Timestamp(milliseconds: 0))
  }
}

/// Checks that a sandbox contains exactly one intact release and no unfinished files.
func expectIntact(
  _ name: String = "sandbox", holding bundle: PackedBundle, in folder: TemporaryFolder,
  _ comment: Comment? = nil
) throws {
  let hash = try #require(bundle.manifest.treeHash).description
  let expected = [
    ".": [
      "bundle", "bundle.config", "bundle.zip", "current", "lock", "releases", "state.a.json",
    ],
    "releases": [hash],
    "releases/\(hash)": ["bundle", "bundle.config", "bundle.zip"],
  ]
  for (path, names) in expected {
    // Commands also record their decisions; the library does not.
    let found = try folder.names(in: name + "/" + path).filter { $0 != "decisions" }
    #expect(found.sorted() == names, comment)
  }
  for file in bundle.files {
    let bytes = try folder.read("\(name)/bundle/\(file.path)")
    #expect(UInt64(bytes.count) == file.digest.size, comment)
  }
  #expect(
    try folder.read("\(name)/bundle.config") == bundle.manifestBytes, comment)
  #expect(try folder.read("\(name)/bundle.zip") == folder.read("bundle.zip"), comment)
}

extension Sandbox {
  /// Verifies the sandbox and returns the paths of the damaged files in it.
  func damagedFiles() throws -> [String] {
    try status(verifying: true).findings.compactMap(\.file).map { file in
      String(file.dropFirst(path.count + 1))
    }
  }
}

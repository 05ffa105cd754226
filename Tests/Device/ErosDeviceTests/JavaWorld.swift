import ErosTestSupport
import Foundation
import Testing

/// The binding, the sample app and the checks, which are compiled once for all tests.
enum JavaBuild {
  /// The folder of the products, beside the library that they call.
  private static let folder = Tool.builtWithTests("device-java")

  private static let build = Task { try await compile() }

  /// Compiles everything, and returns the path of the jar.
  static func jar() async throws -> String {
    try await build.value
    return folder + "/java/eros-device.jar"
  }

  /// Runs the method `main` of a class with checks of its calls of JNI.
  static func run(_ main: String, _ arguments: [String]) async throws -> ToolResult {
    let classes = try await jar() + ":" + folder + "/classes"
    // Without UTF-8, Java cannot open files whose names are not ASCII. The other options save time.
    return try await runTool(
      "java",
      [
        "-Xcheck:jni", "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
        "-Djava.library.path=\(folder)/lib", "-cp", classes, main,
      ] + arguments, environment: ["LC_ALL": "C.UTF-8"], seconds: 120)
  }

  private static func compile() async throws {
    let library = URL(filePath: Tool.builtWithTests("liberosdevice.so"))
    let script = try await runTool(
      path("scripts/device/java"),
      [
        "--library", library.deletingLastPathComponent().path(percentEncoded: false), "--output",
        folder,
      ], seconds: 120)
    try #require(script.status == 0, "\(script)")
    // The native library looks for the other one in its own folder.
    let link = folder + "/lib/liberosdevice.so"
    try? FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: library.path(percentEncoded: false))
    let sources = try [
      "Examples/device-java/com/example/device", "Tests/Device/ErosDeviceTests/Java",
    ].flatMap { name in
      try FileManager.default.contentsOfDirectory(atPath: path(name)).map { path(name + "/" + $0) }
    }
    let java = try await runTool(
      "javac",
      [
        "--release", "8", "-encoding", "UTF-8", "-proc:none", "-Xlint:all,-options", "-Werror",
        "-classpath", folder + "/java/eros-device.jar", "-d", folder + "/classes",
      ] + sources, seconds: 120)
    try #require(java.status == 0, "\(java)")
  }

  private static func path(_ name: String) -> String {
    Tool.packageRoot.appending(path: name).path(percentEncoded: false)
  }
}

/// A phone with the sample app of `Examples/device-java`, in the test's folder.
struct Phone {
  let world: DeviceWorld
  private let name: String

  /// Installs the app with the bundle `first.zip`.
  init(_ name: String) async throws {
    world = try DeviceWorld()
    self.name = name
    try world.folder.makeFolder(name + "/files")
    for (file, asset) in [("first.zip", "bundle.zip"), ("first.zip.config", "bundle.config")] {
      try world.folder.write(world.folder.read(file), to: name + "/assets/" + asset)
    }
  }

  /// Starts the app, which fetches if `store` is the URL of a release store.
  func start(_ store: String? = nil) async throws -> Lines {
    if store != nil {
      try world.folder.write(world.folder.read("keys/root.json"), to: name + "/assets/root.json")
    }
    let result = try await JavaBuild.run(
      "com.example.device.Phone", [world.folder.path(name)] + (store.map { [$0] } ?? []))
    #expect(result.status == 0 && !result.standardError.contains("Exception"), "\(result)")
    // -Xcheck:jni writes its warnings to standard output.
    #expect(!result.standardOutput.contains("WARNING"), "\(result)")
    return Lines(result.standardOutput)
  }

  /// The lines of the app's log by their first word.
  struct Lines: CustomStringConvertible {
    let description: String
    private let values: [String: [String]]

    init(_ text: String) {
      description = text
      let pairs = text.split(separator: "\n").map { line in
        let words = line.split(separator: " ", maxSplits: 1)
        return (String(words[0]), words.count > 1 ? String(words[1]) : "")
      }
      values = Dictionary(grouping: pairs, by: \.0).mapValues { $0.map(\.1) }
    }

    subscript(_ name: String) -> [String]? { values[name] }

    /// The outcome of the fetch.
    var outcome: String? {
      guard let json = values["fetch"]?.first,
        let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      else { return nil }
      return object["outcome"] as? String
    }
  }
}

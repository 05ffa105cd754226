import ErosTestSupport
import Foundation
import Testing

/// Runs the files of `docs/building.md`, which are those of `eros init`.
@Suite("docs/building.md", .temporaryFolder)
struct BuildingPageTests {
  @Test("lists the files that eros init writes")
  func listings() async throws {
    let folder = try await project()
    for (language, path) in [
      ("groovy", "android/eros.gradle"), ("sh", "ios/eros-check.sh"), ("ruby", "ios/eros.rb"),
    ] {
      let file = String(decoding: try folder.read("app/platforms/" + path), as: UTF8.self)
      #expect(try Self.block(language) + "\n" == file, "\(path)")
    }
  }

  @Test("a project for one platform has only its files")
  func onePlatform() async throws {
    let folder = try TemporaryFolder.ofTest()
    #expect(try await eros("init", "app", "--platform", "ios", in: folder).status == 0)
    #expect(try folder.names(in: "app/platforms") == ["ios"])
    let readme = String(decoding: try folder.read("app/README.md"), as: UTF8.self)
    #expect(readme.contains("eros-check.sh") && !readme.contains("Gradle"))
  }

  // MARK: - Xcode

  @Test("the build phase passes if the files are up to date, and fails with an error for Xcode")
  func xcode() async throws {
    let folder = try await project()
    let passed = try await phase(in: folder)
    #expect(passed.status == 0, "\(passed)")
    #expect(!passed.standardOutput.contains("error:"))
    try change(folder)
    let failed = try await phase(in: folder)
    #expect(failed.status == 1)
    #expect(failed.standardOutput.contains("different types/eros-native.names.js\n"))
    let root = folder.path("app")
    #expect(failed.standardOutput.hasSuffix("description; run eros generate in \(root)\n"))
    #expect(failed.standardError == "")
  }

  @Test("findings have absolute paths, which Xcode links")
  func xcodeFindings() async throws {
    let folder = try await project()
    try change(folder, replacing: "\"methods\"", with: "\"metods\"")
    let result = try await phase(in: folder)
    #expect(result.status == 65)
    #expect(
      result.standardOutput.contains(
        #/(?m)^\/.*\/app\/eros\.native\.json:\d+:\d+: error: unknown key 'metods'/#))
    #expect(result.standardOutput.hasSuffix("ended with 65; its messages are above\n"))
  }

  @Test("the options of the build phase are passed to eros")
  func xcodeOptions() async throws {
    let folder = try await project()
    let result = try await phase(["--sources", "$SRCROOT"], in: folder)
    #expect(result.status == 0, "\(result)")
    #expect(result.standardOutput.contains("Compared with "))
  }

  @Test("without eros, the build phase warns, and fails in CI")
  func xcodeWithoutEros() async throws {
    let folder = try await project()
    let missing = ["EROS": "no-such-eros"]
    let warned = try await phase(in: folder, adding: missing)
    #expect(warned.status == 0)
    #expect(warned.standardOutput.hasPrefix("warning: 'no-such-eros' not found"))
    let failed = try await phase(in: folder, adding: missing.merging(["CI": "TRUE"]) { $1 })
    #expect(failed.status == 1)
    #expect(failed.standardOutput.hasPrefix("error: 'no-such-eros' not found"))
  }

  @Test("the build phase does nothing for the index, and names the sandbox as the reason")
  func xcodeModes() async throws {
    let folder = try await project()
    try change(folder)
    let index = try await phase(in: folder, adding: ["ACTION": "indexbuild"])
    #expect(index.status == 0 && index.standardOutput == "")
    let sandbox = try await phase(in: folder, adding: ["ENABLE_USER_SCRIPT_SANDBOXING": "YES"])
    #expect(sandbox.status == 1 && sandbox.standardOutput.contains("User Script Sandboxing to No"))
  }

  @Test("CocoaPods gets a phase that runs the script", .needs("ruby"))
  func cocoaPods() async throws {
    let folder = try await project()
    // What CocoaPods evaluates a Podfile with.
    try folder.write(
      """
      module Pod
        class Podfile
          class TargetDefinition
            SCRIPT_PHASE_OPTIONAL_KEYS = [:execution_position, :always_out_of_date]
          end
          def target(name) yield end
          def script_phase(options) puts options[:script], options.inspect end
        end
      end
      path = File.expand_path(ARGV[0])
      Dir.chdir(File.dirname(path)) { Pod::Podfile.new.instance_eval(File.read(path), path) }
      """, to: "pod.rb")
    try folder.write(try Self.blocks("ruby")[1], to: "app/platforms/ios/App/Podfile")
    let result = try await runTool(
      "ruby", ["pod.rb", "app/platforms/ios/App/Podfile"], in: folder.path("."))
    #expect(result.status == 0, "\(result)")
    let lines = result.standardOutput.split(separator: "\n")
    #expect(lines.first == #"/bin/sh "${PODS_PODFILE_DIR_PATH}/../eros-check.sh""#)
    #expect(result.standardOutput.contains("before_compile"))
    #expect(result.standardOutput.contains("always_out_of_date"))
    let script = try await runTool(
      "sh", ["-c", String(try #require(lines.first))], in: folder.path("."),
      environment: Self.environment(folder).merging(
        ["PODS_PODFILE_DIR_PATH": folder.path("app/platforms/ios/App")]) { $1 })
    #expect(script.status == 0, "\(script)")
  }

  // MARK: - Gradle

  @Test(
    "the Gradle task runs before the build and fails if a file is out of date", .needs("gradle"))
  func gradle() async throws {
    let folder = try await project()
    try folder.write("include 'app'\n", to: "app/platforms/android/App/settings.gradle")
    // Stands for the Android plugin, which adds this task.
    let module = "task preBuild\n" + (try Self.blocks("groovy")[1]) + "\n"
    try folder.write(module, to: "app/platforms/android/App/app/build.gradle")
    let passed = try await gradle(in: folder)
    #expect(passed.status == 0, "\(passed)")
    #expect(passed.standardOutput.contains("All files are up to date.\n"))
    try change(folder)
    let failed = try await gradle(in: folder)
    #expect(failed.status == 1)
    #expect(failed.standardOutput.contains("different types/eros-native.names.js\n"))
    #expect(failed.standardError.contains("Execution failed for task ':app:erosCheck'"))
    let missing = ["-PerosProgram=no-such-eros"]
    let warned = try await gradle(missing, in: folder)
    #expect(warned.status == 0, "\(warned)")
    #expect((warned.standardOutput + warned.standardError).contains("eros not found, so"))
    let inCI = try await gradle(missing, in: folder, adding: ["CI": "true"])
    #expect(inCI.status == 1 && inCI.standardError.contains("eros not found; install it"))
  }

  private func gradle(
    _ options: [String] = [], in folder: TemporaryFolder, adding variables: [String: String] = [:]
  ) async throws -> ToolResult {
    var environment = Self.environment(folder).merging(variables) { $1 }
    environment["GRADLE_USER_HOME"] = folder.path("gradle")
    environment["JAVA_OPTS"] = Tool.shortLivedJava.joined(separator: " ")
    return try await runTool(
      "gradle",
      ["--offline", "--no-daemon", "--project-dir", "app/platforms/android/App", "preBuild"]
        + options,
      in: folder.path("."), environment: environment, seconds: 300)
  }

  // MARK: - Running

  /// Creates a project whose native folders are named `App`.
  private func project() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder.ofTest()
    let result = try await eros("init", "app", in: folder)
    #expect(result.status == 0, "\(result)")
    return folder
  }

  /// Changes the description, so that generated files are out of date.
  private func change(
    _ folder: TemporaryFolder, replacing old: String = "appGreeter", with new: String = "appSpeaker"
  ) throws {
    let text = String(decoding: try folder.read("app/eros.native.json"), as: UTF8.self)
    #expect(text.contains(old))
    try folder.write(text.replacing(old, with: new), to: "app/eros.native.json")
  }

  /// Runs the command of the page with the variables that Xcode sets.
  private func phase(
    _ options: [String] = [], in folder: TemporaryFolder, adding variables: [String: String] = [:]
  ) async throws -> ToolResult {
    let command = try #require(
      Self.page().firstMatch(of: #/(?m)^ +(\/bin\/sh "\$SRCROOT.*")$/#)?.1)
    let project = folder.path("app/platforms/ios/App")
    let xcode = [
      "ACTION": "build", "CONFIGURATION": "Debug", "ENABLE_PREVIEWS": "YES",
      "ENABLE_USER_SCRIPT_SANDBOXING": "NO", "PROJECT_DIR": project, "SRCROOT": project,
      "TARGET_NAME": "App",
    ]
    let arguments = options.map { "\"\($0)\"" }
    return try await runTool(
      "sh", ["-c", ([String(command)] + arguments).joined(separator: " ")], in: project,
      environment: Self.environment(folder).merging(xcode) { $1 }.merging(variables) { $1 })
  }

  /// Variables with which `eros` is the one that was built with the tests; `CI` is not set.
  private static func environment(_ folder: TemporaryFolder) -> [String: String] {
    let tools = URL(filePath: Tool.built("eros")).deletingLastPathComponent()
      .path(percentEncoded: false)
    return ["PATH": tools + ":/usr/bin:/bin", "HOME": folder.path("home"), "CI": ""]
  }

  // MARK: - The page

  private static func page() throws -> String {
    try String(contentsOf: Tool.packageRoot.appending(path: "docs/building.md"), encoding: .utf8)
  }

  /// Returns the code blocks of a language.
  private static func blocks(_ language: String) throws -> [String] {
    try page().components(separatedBy: "\n```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```\n").first }
  }

  private static func block(_ language: String) throws -> String {
    try #require(blocks(language).first)
  }
}

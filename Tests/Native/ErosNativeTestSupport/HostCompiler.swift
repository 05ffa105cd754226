package import ErosTestSupport
import Foundation
import Testing

/// The compilers of the generated languages, with stubs of the hosts.
package enum HostCompiler {
  private static func stubs(_ language: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stubs/" + language)
      .path(percentEncoded: false)
  }

  package static func objectiveC(_ file: String) async throws -> ToolResult {
    let folder = URL(filePath: file).deletingLastPathComponent().path(percentEncoded: false)
    return try await runTool(
      "clang",
      [
        "-target", "arm64-apple-ios12.0", "-fsyntax-only", "-x", "objective-c", "-fobjc-arc",
        "-fmodules", "-fmodules-cache-path=" + Tool.moduleCache, "-Wall", "-Wextra", "-Werror",
        "-nostdinc", "-DDEBUG=1", "-isystem", Tool.foundationStubs, "-isystem", stubs("objc"), "-I",
        folder, file,
      ])
  }

  /// Changes and type-checks `files`.
  package static func swift(
    _ files: [String], replacing change: (String, String)? = nil
  ) async throws -> ToolResult {
    for file in files {
      // The stubs of all hosts are in the module of the generated code.
      var text = try String(contentsOfFile: file, encoding: .utf8)
      for module in ["AcmeKit", "NebulaPoseidon", "Rexxar", "UIKit", "WeexSDK"] {
        text = text.replacing("import \(module)\n", with: "")
      }
      // Linux has neither Objective-C nor instances from any `NSObject` type.
      text = text.replacing(#/@objc(\([\w:]+\))?/#, with: "")
        .replacing("as? NSObject.Type", with: "as? HostObject.Type")
      if let change { text = text.replacing(change.0, with: change.1) }
      try Data(text.utf8).write(to: URL(filePath: file))
    }
    return try await runTool(
      "swiftc",
      [
        "-typecheck", "-swift-version", "5", "-warnings-as-errors", "-DDEBUG",
        "-module-cache-path", Tool.moduleCache, stubs("swift") + "/Hosts.swift",
      ] + files, seconds: 300)
  }

  /// Compiles `files` with all stubs into the folder `out`.
  package static func java(_ files: [String]) async throws -> ToolResult {
    let folder = try TemporaryFolder.ofTest()
    let stubs = try FileManager.default.subpathsOfDirectory(atPath: stubs("java"))
      .filter { $0.hasSuffix(".java") }.map { Self.stubs("java") + "/" + $0 }
    return try await runTool(
      "javac",
      Tool.shortLivedJava.map { "-J" + $0 } + [
        "-Xlint:all,-rawtypes", "-Werror", "-proc:none", "-encoding", "UTF-8", "-d",
        folder.path("out"),
      ] + stubs + files, seconds: 120)
  }

  /// The path of the standard library.
  package static var kotlinLibrary: String? {
    ["/usr/share/java/kotlin-stdlib.jar", "/usr/share/kotlin/kotlinc/lib/kotlin-stdlib.jar"]
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  /// Compiles `files` against the stubs in `out`, into the same folder.
  package static func kotlin(_ files: [String]) async throws -> ToolResult {
    let folder = try TemporaryFolder.ofTest()
    return try await runTool(
      "kotlinc",
      ["-Werror", "-classpath", folder.path("out"), "-d", folder.path("out")] + files,
      // Kotlin's default heap, which the variable replaces, is also 256 MB.
      environment: ["JAVA_OPTS": (["-Xmx256M"] + Tool.shortLivedJava).joined(separator: " ")],
      seconds: 300)
  }

  /// Compiles a page that uses `declarations`.
  package static func typeScript(_ declarations: [String], page: String) async throws -> ToolResult
  {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(page, to: "page.ts")
    let options: [String: Any] = [
      // An empty list excludes the types that are installed on the machine.
      "compilerOptions": ["noEmit": true, "strict": true, "types": [String](), "lib": ["es2015"]],
      "files": declarations + [folder.path("page.ts")],
    ]
    try folder.write(
      Array(try JSONSerialization.data(withJSONObject: options)), to: "tsconfig.json")
    return try await runTool("tsc", ["--project", "."], in: folder.path("."), seconds: 120)
  }
}

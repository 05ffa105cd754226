import ErosCore
import ErosRegistry
import ErosSyntax

/// A framework that a Podfile or a Gradle script names.
struct Dependency: Sendable {
  let name: String
  let position: FilePosition
  /// `true` if the framework is in the same repository, so that its sources are scanned.
  let isLocal: Bool

  /// Returns the platform for a file that lists dependencies, or `nil` for any other file.
  static func platform(of name: String) -> Platform? {
    switch name {
    case "Podfile", "Package.swift": .ios
    case _ where name.ends(with: ".gradle") || name.ends(with: ".gradle.kts"): .android
    default: nil
    }
  }

  /// Frameworks whose names contain one of these parts register native code.
  private static let parts = [
    "weex", "eros", "benmu", "bmfe", "rexxar", "bindingx", "gcanvas", "lottie", "nat-", "natjs",
    "wxframework", "nexus",
  ]
  /// Weex itself, its tools, and helpers that register nothing.
  private static let others = [
    "weexsdk", "weex_sdk", "weex_inspector", "wxdevtool", "org.apache.weex:sdk", "weexpluginloader",
    "atsdk-weex", "plugin-loader", "processor", "annotation", "compiler",
  ]

  /// Words before a dependency: `pod 'A'`, `implementation 'a:b:1'`.
  ///
  /// In `Package.swift`, `url: "…"` is one as well. In Gradle, a URL names a repository.
  private static let words: Set<String> = [
    "pod", "project", "implementation", "api", "compile", "provided", "compileOnly",
    "runtimeOnly",
  ]

  /// Returns the frameworks that a file names, except those that every host has.
  static func all(in file: SourceFile) -> [Dependency] {
    let tokens = SourceTokens(file, .javaScript)
    let isPackage = file.path.lastPathComponent == "Package.swift"
    let words = isPackage ? ["url"] : words
    return (0..<tokens.count).compactMap { index in
      guard let text = tokens.string(index) else { return nil }
      let isAfterMark = tokens.isPunctuation(index - 1, "(") || tokens.isPunctuation(index - 1, ":")
      let name = text.lowercased()
      guard tokens.word(isAfterMark ? index - 2 : index - 1).map(words.contains) == true,
        parts.contains(where: { name.firstRange(of: $0) != nil }),
        !others.contains(where: { name.firstRange(of: $0) != nil })
      else { return nil }
      // `project(':core')` and `pod 'Core', :path => '../'`
      let line = (index + 1..<min(index + 10, tokens.count)).prefix { !tokens.beginsLine($0) }
      return Dependency(
        name: text, position: tokens.position(index),
        isLocal: text.hasPrefix(":") || line.contains { tokens.isWord($0, "path") })
    }
  }
}

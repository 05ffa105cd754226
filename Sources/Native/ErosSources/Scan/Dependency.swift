import ErosCore
import ErosRegistry
import ErosSyntax

/// A framework that a Podfile or a Gradle script names.
struct Dependency: Sendable {
  let name: String
  let position: FilePosition
  /// Whether the framework is in the same repository, so that its sources are scanned.
  let isLocal: Bool

  /// The platform of a file that lists dependencies, or `nil` for other files.
  static func platform(of name: String) -> Platform? {
    switch name {
    case "Podfile", "Package.swift": .ios
    case _ where name.ends(with: ".gradle") || name.ends(with: ".gradle.kts"): .android
    default: nil
    }
  }

  /// The parts of names of frameworks that register native code.
  private static let parts = [
    "weex", "eros", "benmu", "bmfe", "rexxar", "bindingx", "gcanvas", "lottie", "nat-", "natjs",
    "wxframework", "nexus",
  ]
  /// The names of Weex itself, of its tools, and of helpers without registrations.
  private static let others = [
    "weexsdk", "weex_sdk", "weex_inspector", "wxdevtool", "org.apache.weex:sdk", "weexpluginloader",
    "atsdk-weex", "plugin-loader", "processor", "annotation", "compiler",
  ]

  /// The words before the name of a dependency: `pod 'A'`, `implementation 'a:b:1'`.
  ///
  /// In `Package.swift`, also `url: "…"`. In Gradle, a URL names a repository.
  private static let words: Set<String> = [
    "pod", "project", "implementation", "api", "compile", "provided", "compileOnly",
    "runtimeOnly",
  ]

  /// The frameworks that a file names, without those of every host.
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

import ErosCore

/// The modules that a Gradle build or settings script names with `project(':name')` or `include`.
package struct GradleModuleReferences: Sendable {
  /// A module that the settings include.
  package struct Inclusion: Sendable {
    /// The default folder, such as `libs/pay` for `:libs:pay`.
    package let folder: String
    package let position: FilePosition
  }

  /// Code in the script's module can use these modules' classes.
  package private(set) var used: Set<String> = []
  /// Users of this module can also use these modules.
  package private(set) var exported: Set<String> = []
  /// Only modules whose folder has another name.
  package private(set) var modulesByFolder: [String: String] = [:]
  /// The modules that `include ':core', ':libs:pay'` names.
  package private(set) var inclusions: [Inclusion] = []
  /// `true` if the script may name modules or folders in ways that are not read, or is malformed.
  package private(set) var isOpen = false

  /// Limits the work on hostile scripts, in tokens.
  private static let maximumStatementLength = 64

  package init(_ file: SourceFile) {
    guard let tokens = try? GradleTokens(file.bytes, file: file.path) else {
      isOpen = true
      return
    }
    for index in tokens.indices {
      readDependency(index, tokens)
      guard let word = tokens.word(index) else { continue }
      switch word {
      case "projectDir": readFolder(index, tokens)
      case "include": readInclusions(index, tokens, file)
      // `implementation(projects.pay)`
      case "projects": isOpen = isOpen || tokens.isSymbol(".", index + 1)
      // `apply from: '…'` and `apply(from = "…")`
      case "apply":
        isOpen = isOpen || tokens.word(index + 1) == "from" || tokens.word(index + 2) == "from"
      default: break
      }
    }
  }

  /// Returns the last name in a path such as `:libs:pay` or `libs/pay`.
  package static func name(_ path: String) -> String? {
    path.split(whereSeparator: { ":/".contains($0) }).last.map(String.init)
  }

  /// Reads `api project(':core')` or `api(project(path: ':core'))`, at the string.
  private mutating func readDependency(_ index: Int, _ tokens: GradleTokens) {
    guard let text = tokens.string(index), text.hasPrefix(":"), let name = Self.name(text),
      let project = (max(0, index - 6)..<index).last(where: { tokens.word($0) == "project" }),
      let configuration = Self.configuration(before: project, tokens),
      Self.compiles(configuration)
    else { return }
    used.insert(name)
    let isExported = ["api", "compile"].contains(configuration)
    if isExported || configuration.hasSuffix("Api") || configuration.hasSuffix("Compile") {
      exported.insert(name)
    }
  }

  /// Returns `api` for the statement `api project(':a'), project(':b')`.
  private static func configuration(before project: Int, _ tokens: GradleTokens) -> String? {
    var index = project - 1
    for _ in 0..<maximumStatementLength {
      if let word = tokens.word(index) ?? tokens.string(index) {
        guard word == "project" else { return word }
      } else if let partner = tokens.partner(index), partner < index {
        index = partner
      } else if !tokens.isSymbol(in: "([,", index), tokens.kind(index) != .newline {
        return nil
      }
      index -= 1
    }
    return nil
  }

  /// Returns `true` if app code is compiled with a configuration's modules.
  ///
  /// An example is `debugImplementation`.
  private static func compiles(_ configuration: String) -> Bool {
    let names = ["api", "compile", "compileOnly", "implementation"]
    if names.contains(configuration) { return true }
    let isOther = ["test", "androidTest", "runtime"].contains { prefix in
      configuration.hasPrefix(prefix)
        && configuration.dropFirst(prefix.count).first?.isUppercase == true
    }
    return !isOther
      && names.contains { configuration.hasSuffix($0.prefix(1).uppercased() + $0.dropFirst()) }
  }

  /// Reads `project(':pay').projectDir = file('modules/pay-impl')`, at `projectDir`.
  private mutating func readFolder(_ index: Int, _ tokens: GradleTokens) {
    let before = (max(0, index - 4)..<index).lazy.compactMap { tokens.string($0) }.first
    guard let module = before.flatMap(Self.name) else { return }
    let end = min(index + Self.maximumStatementLength, tokens.indices.upperBound)
    let next = (index + 1..<end).first { next in
      switch tokens.kind(next) {
      case .string, .newline: true
      default: false
      }
    }
    guard let folder = next.flatMap({ tokens.string($0) }).flatMap(Self.name) else {
      // The folder is computed.
      isOpen = true
      return
    }
    modulesByFolder[folder] = module
  }

  /// Reads `include ':core', ':libs:pay'` or `include(":core")`, at `include`.
  private mutating func readInclusions(_ index: Int, _ tokens: GradleTokens, _ file: SourceFile) {
    var next = tokens.isSymbol(in: "([", index + 1) ? index + 2 : index + 1
    while true {
      while tokens.kind(next) == .newline { next += 1 }
      guard case .string(_, let isPlain) = tokens.kind(next) else { return }
      if isPlain, let parts = tokens.string(next)?.split(separator: ":"), !parts.isEmpty {
        let quote = tokens.range(next).lowerBound - 1
        inclusions.append(
          Inclusion(folder: parts.joined(separator: "/"), position: file.position(at: quote)))
      }
      guard tokens.isSymbol(",", next + 1) else { return }
      next += 2
    }
  }
}

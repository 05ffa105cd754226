import ErosCore

/// Modules that a Gradle build or settings script names with `project(':name')`.
package struct GradleScript: Sendable {
  /// Code in the script's module can use these modules' classes.
  package private(set) var used: Set<String> = []
  /// Users of this module can also use these modules.
  package private(set) var exported: Set<String> = []
  /// Only modules whose folder has another name.
  package private(set) var modulesByFolder: [String: String] = [:]
  /// `true` if the script may name modules or folders in ways that are not read.
  package private(set) var isOpen = false

  /// Limits the work on hostile scripts, in tokens.
  private static let maximumStatementLength = 64

  package init(_ file: SourceFile) {
    let tokens = SourceTokens(file, .javaScript)
    for index in 0..<tokens.count {
      readDependency(index, tokens)
      if tokens.isWord(index, "projectDir") { readFolder(index, tokens) }
      // `implementation(projects.pay)`, `apply from: '…'` and `apply(from = "…")`
      let isAccessor = tokens.isWord(index, "projects") && tokens.isPunctuation(index + 1, ".")
      let appliesScript =
        tokens.isWord(index, "apply")
        && (tokens.isWord(index + 1, "from") || tokens.isWord(index + 2, "from"))
      if isAccessor || appliesScript { isOpen = true }
    }
  }

  /// Returns the last name in a path such as `:libs:pay` or `libs/pay`.
  package static func name(_ path: String) -> String? {
    path.split(whereSeparator: { ":/".contains($0) }).last.map(String.init)
  }

  /// Reads `api project(':core')` or `api(project(path: ':core'))`, at the string.
  private mutating func readDependency(_ index: Int, _ tokens: SourceTokens) {
    guard let text = tokens.string(index), text.hasPrefix(":"), let name = Self.name(text),
      let project = (max(0, index - 6)..<index).last(where: { tokens.isWord($0, "project") }),
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
  private static func configuration(before project: Int, _ tokens: SourceTokens) -> String? {
    var index = project - 1
    for _ in 0..<maximumStatementLength {
      if let word = tokens.word(index) ?? tokens.string(index) {
        guard word == "project" else { return word }
      } else if let open = tokens.open(index) {
        index = open
      } else if !tokens.isPunctuation(index, in: "([,") {
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
  private mutating func readFolder(_ index: Int, _ tokens: SourceTokens) {
    let before = (max(0, index - 4)..<index).lazy.compactMap { tokens.string($0) }.first
    guard let module = before.flatMap(Self.name) else { return }
    let end = min(index + Self.maximumStatementLength, tokens.count)
    let next = (index + 1..<end).first { tokens.isString($0) || tokens.beginsLine($0) }
    guard let folder = next.flatMap({ tokens.string($0) }).flatMap(Self.name),
      !folder.contains("$")
    else {
      // The folder is computed.
      isOpen = true
      return
    }
    modulesByFolder[folder] = module
  }
}

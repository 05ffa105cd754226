import ErosCore
import ErosSyntax

extension Adoption {
  /// Returns the `lookup` that a class needs on Android, or `nil` if generated code can name it.
  func androidLookup(_ type: AdoptedClass) -> String? {
    if type.registration.mechanism == .annotation { return "annotation" }
    if type.registration.isInFileOfOtherTool { return "none" }
    if type.registration.mechanism == .pluginTable { return nil }
    // Generated code is in another package, so it cannot name a hidden class.
    let parts = indexes[.android].parts(of: type.name)
    return parts.contains(where: \.isHidden) || isInOtherModule(type) ? "runtime" : nil
  }

  /// Returns `true` if the class is in a Gradle module that the generated code's module does not
  /// use.
  private func isInOtherModule(_ type: AdoptedClass) -> Bool {
    guard let generatedModule, let file = indexes[.android].position(of: type.name)?.file
    else { return false }
    return !gradle.isSame(type.registration.position.file, generatedModule)
      && !gradle.canUse(file, from: generatedModule)
  }

  /// Returns `true` if no header declares the class, so that generated code cannot name it.
  func needsRuntime(_ type: AdoptedClass) -> Bool {
    guard type.header == nil, !type.isSwift, type.registration.mechanism != .pluginTable else {
      return false
    }
    return !isSwift || !type.registration.position.file.hasSuffix(".swift")
  }
}

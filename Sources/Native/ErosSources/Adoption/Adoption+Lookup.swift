import ErosCore
import ErosSyntax

/// How generated code refers to the classes.
extension Adoption {
  /// Returns the value of `lookup` of a class on Android, or `nil` if generated code can name it.
  func androidLookup(_ type: AdoptedClass) -> String? {
    if type.registration.mechanism == .annotation { return "annotation" }
    if type.registration.isInFileOfOtherTool { return "none" }
    // Generated code is in another package, so it cannot name a hidden class.
    let parts = indexes[.android].parts(of: type.name)
    return parts.contains(where: \.isHidden) || isInOtherModule(type) ? "runtime" : nil
  }

  /// Whether generated code cannot name the class, because its Gradle module does not use the module
  /// of the class.
  private func isInOtherModule(_ type: AdoptedClass) -> Bool {
    guard let generatedModule, let file = indexes[.android].position(of: type.name)?.file
    else { return false }
    return !gradle.isSame(type.registration.position.file, generatedModule)
      && !gradle.canUse(file, from: generatedModule)
  }

  /// Whether generated code cannot name the class, because no header declares it.
  func needsRuntime(_ type: AdoptedClass) -> Bool {
    guard type.header == nil, !type.isSwift else { return false }
    return !isSwift || !type.registration.position.file.hasSuffix(".swift")
  }
}

import ErosCore
import ErosRegistry
import ErosSyntax

/// Facts in a source file that determine the settings of `generate`.
struct SourceProfile: Sendable {
  let platform: Platform
  let file: String
  let package: String
  let frameworks: [FrameworkPreset]
  let weexPackage: WeexPackage?
  let mpaasPackage: String?
  /// The header of the app's Swift classes that the file imports.
  let swiftHeader: String?

  init(_ unit: SourceUnit, of source: SourceFile) {
    platform = unit.platform
    file = unit.file
    package = unit.package
    swiftHeader = unit.platform == .ios ? source.importedSwiftHeader : nil
    let imports = (unit.imports.values + unit.wildcards).map { $0.joined(separator: ".") + "." }
    weexPackage = WeexPackage.allCases.first { imports.contains(where: $0.contains) }
    mpaasPackage = unit.imports["MPEmbedViewHelper"].map { $0.dropLast().joined(separator: ".") }
    frameworks = source.frameworks(on: unit.platform)
  }
}

extension SourceFile {
  func frameworks(on platform: Platform) -> [FrameworkPreset] {
    let all = FrameworkPreset.all.filter { $0.platform == nil || $0.platform == platform }
    guard mentions(anyOf: all.flatMap(\.marks)) else { return [] }
    return all.filter { mentions(anyOf: $0.marks) }
  }

  /// The header's name in `#import "Acme-Swift.h"`.
  var importedSwiftHeader: String? {
    guard mentions("-Swift.h") else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    for line in lines where line.hasPrefix("#import") || line.hasPrefix("#include") {
      let name = line.split { "\"<>/".contains($0) }.first { $0.hasSuffix("-Swift.h") }
      if let name { return String(name) }
    }
    return nil
  }
}

import ErosCore
import ErosRegistry
import ErosSyntax

/// The facts of a source file that determine the settings of `generate`.
struct SourceProfile: Sendable {
  let platform: Platform
  let file: String
  let package: String
  /// The hosts whose classes the file uses.
  let presets: [PresetName]
  /// The package of the Weex SDK.
  let weexPackage: WeexPackage?
  let mpaasPackage: String?
  /// The header of the app's Swift classes that the file imports.
  let swiftHeader: String?

  init(_ unit: SourceUnit, swiftHeader: String?, presets: [PresetName]) {
    platform = unit.platform
    file = unit.file
    package = unit.package
    self.swiftHeader = swiftHeader
    let imports = unit.imports.values + unit.wildcards
    let uses = { (package: String) in
      imports.contains { ($0.joined(separator: ".") + ".").hasPrefix(package + ".") }
    }
    weexPackage = WeexPackage.allCases.first { uses($0.rawValue) }
    mpaasPackage = unit.imports["MPEmbedViewHelper"].map {
      $0.dropLast().joined(separator: ".")
    }
    var found = presets
    if uses("com.eros.framework") { found.append(.erosAndroid) }
    if uses("com.douban.rexxar") { found.append(.rexxarAndroid) }
    self.presets = found
  }
}

extension SourceFile {
  /// The hosts on iOS whose classes the file mentions.
  var applePresets: [PresetName] {
    let erosNames = ["BMMediatorManager", "ErosPluginBaseLibrary"]
    guard mentions(anyOf: erosNames + ["RXR"]) else { return [] }
    return (mentions(anyOf: erosNames) ? [.erosIOS] : [])
      + (mentions("RXRViewController") || mentions("RXRWidget") ? [.rexxarIOS] : [])
  }

  /// The name of the header in `#import "Acme-Swift.h"`, or `nil`.
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

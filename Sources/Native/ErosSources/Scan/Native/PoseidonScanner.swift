import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

/// Reads JS APIs from the property lists of Poseidon, mPaaS's container on iOS.
///
/// ```
/// JsApiRuntime:  { JsApis:  [{ jsApi: acmeScan, name: ACMEScanHandler }] }
/// PluginRuntime: { Plugins: [{ name: ACMETitlePlugin, events: […] }] }
/// ```
///
/// The lists may also be at the root.
enum PoseidonScanner {
  static func scan(_ file: SourceFile) -> SourceUnit {
    .reading(file, on: .ios) { unit in
      let root = try PropertyList(file.bytes, file: file.path).root
      for api in (root["JsApiRuntime"] ?? root)["JsApis"]?.array ?? [] {
        guard let name = api["jsApi"]?.string, let className = api["name"]?.string else { continue }
        unit.register(.entry(.jsAPI), name, className, at: file.position(at: api.range.lowerBound))
      }
      for plugin in (root["PluginRuntime"] ?? root)["Plugins"]?.array ?? [] {
        guard let name = plugin["name"]?.string else { continue }
        unit.manual.append(
          SourceName(value: name, position: file.position(at: plugin.range.lowerBound)))
      }
    }
  }

  /// Returns `true` if a property list, in XML or binary form, contains JS APIs of the app.
  static func reads(_ file: SourceFile) -> Bool {
    file.mentions("JsApis") && !file.path.split(separator: "/").contains(where: isBundleOfSDK)
  }

  /// Recognizes a resource bundle of mPaaS, such as `NebulaPoseidon.bundle`.
  private static func isBundleOfSDK(_ name: Substring) -> Bool {
    name.hasSuffix(".bundle") && ["Nebula", "MPInternal"].contains { name.hasPrefix($0) }
  }
}

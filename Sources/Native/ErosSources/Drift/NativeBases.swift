import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

/// The base classes and protocols that an entry's class may have.
struct NativeBases {
  /// Accepted names without packages.
  let accepted: [String]
  /// Classes in the Weex SDK that are accepted as well.
  var sdk = EntryRow.SDKBases.none

  /// Returns the bases of a kind's classes, or `nil` if any class is accepted.
  static func of(_ kind: EntryKind, on platform: Platform) -> NativeBases? {
    kind.row.bases[platform].map { NativeBases(accepted: $0, sdk: kind.row.sdkBases) }
  }

  /// Platform classes that never satisfy an entry.
  private static let unrelatedBases: Set<String> = [
    "NSObject", "NSProxy", "UIView", "UIViewController", "UIResponder", "Object", "Activity",
    "AppCompatActivity", "Fragment", "Service", "BroadcastReceiver", "View", "FrameLayout",
  ]

  enum Verdict { case accepted, unknown, rejected }

  /// Judges a class by its inheritance chain and by the roots that no source declares.
  func verdict(on roots: [String], names: [String]) -> Verdict {
    let simpleNames = (roots + names).map(ClassIndex.simpleName)
    let isKnown = (roots + names).contains { name in
      isOfSDK(name) && (sdk == .components || !names.contains(name))
    }
    if isKnown || simpleNames.contains(where: accepted.contains) { return .accepted }
    let ends = simpleNames.prefix(roots.count)
    return ends.allSatisfy(Self.unrelatedBases.contains) ? .rejected : .unknown
  }

  /// Returns `true` for the SDK's classes: `WXList`, `com.taobao.weex.ui.component.Textarea`.
  private func isOfSDK(_ name: String) -> Bool {
    let simpleName = ClassIndex.simpleName(name)
    let package = WeexPackage.allCases.first { $0.contains(name) }
    return switch sdk {
    case .none: false
    case .modules: simpleName.hasSuffix("Module") && (name.begins(with: "WX") || package != nil)
    case .components:
      simpleName.begins(with: "WX")
        || package.map { name.begins(with: $0.rawValue + ".ui.component.") } ?? false
    }
  }

  /// Returns the base that messages about a host's project name.
  func name(in host: NativeHost) -> String {
    accepted.first { host == .weex || $0.hasPrefix("Uni") || $0.hasPrefix("DCUni") }
      ?? accepted[0]
  }

  /// Returns `true` if an SDK class itself exports no methods, reads no attributes and fires no
  /// events.
  static func isPlain(_ root: String) -> Bool {
    let name = ClassIndex.simpleName(root)
    return unrelatedBases.contains(name)
      || EntryKind.allCases.map(\.row).contains { row in
        row.sdkBases != .none && row.bases.values.contains { $0.contains(name) }
      }
  }
}

extension NativeBases {
  /// Returns the bases that an entry's class may have, or `nil` if any class is accepted.
  init?(_ entry: Entry, on platform: Platform) {
    let handler =
      platform == .ios
      ? entry.iosHandler.map { NativeBases(accepted: [$0.protocolName.value]) } : nil
    guard let bases = handler ?? Self.of(entry.kind, on: platform) else { return nil }
    self = bases
  }
}

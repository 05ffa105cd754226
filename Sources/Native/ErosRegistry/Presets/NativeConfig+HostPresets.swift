package import ErosConfig
import ErosCore

extension NativeConfig {
  /// Adds the Eros client's presets to the text, or returns `nil` if there is nothing to add.
  ///
  /// An old Eros project's configuration has an `appBoard`, and no section `generate`. Without the
  /// presets, each module of the client looks undeclared. The text keeps its layout and comments.
  package func textAddingHostPresets() -> [UInt8]? {
    guard appBoard?.isEmpty == false, node(at: "generate") == nil, form != .encrypted,
      let last = root.members.last?.node.range.upperBound
    else { return nil }
    let presets = platforms.sorted().map { $0 == .ios ? PresetName.erosIOS : .erosAndroid }
    let names = presets.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return text[..<last] + Array(",\n  \"generate\": { \"presets\": [\(names)] }".utf8)
      + text[last...]
  }
}

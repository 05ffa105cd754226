import ErosCore
import ErosStore

extension AdvisedStore {
  /// Stands for a folder of keys that the command line does not name.
  static let keys = "KEYS"
  /// Stands for root metadata that neither the command line nor the configuration names.
  static let root = "ROOT"
}

extension OutputOptions {
  func explainPlaceholders(in commands: [String]) {
    if commands.contains(where: { $0.contains(AdvisedStore.placeholder) }) {
      note("STORE is the folder or the bucket that the web server delivers")
    }
    if commands.contains(where: { $0.contains("--keys \(AdvisedStore.keys)") }) {
      note("KEYS is the folder of the keys that sign the metadata")
    }
    if commands.contains(where: { $0.contains("--root \(AdvisedStore.root)") }) {
      note("ROOT is the root.json that `eros store init` has written for this store")
    }
    if commands.contains(where: { $0.contains("--channel \(AdvisedStore.channelPlaceholder)") }) {
      note("APP/CHANNEL is a channel of the store")
    }
  }
}

extension [Finding] {
  var remedies: [String] { compactMap(\.remedy?.description) }
}

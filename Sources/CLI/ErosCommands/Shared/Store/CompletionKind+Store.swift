import ArgumentParser
import ErosConfig
import ErosFiles
import ErosStore
import ErosTrust

/// Completes names in the store that is already on the command line, or in the default store.
///
/// Only the names in a folder are read, so a completion needs neither keys nor the network.
extension CompletionKind {
  /// A channel, from the configuration or from a store in a folder.
  static var channel: CompletionKind {
    .custom { words, _, _ in StoreNames(words).channels }
  }

  /// A release in the channel on the command line, newest first.
  static var releaseNumber: CompletionKind {
    .custom { words, _, _ in StoreNames(words).releaseNumbers }
  }
}

struct StoreNames {
  private let words: ShellWords
  private let defaults: ReleaseDefaults

  init(_ words: [String]) {
    self.words = ShellWords(words)
    defaults = ReleaseDefaults(config: self.words.value(of: "--config"))
  }

  var channels: [String] {
    let configured = (try? defaults.channel(nil)).map { ["\($0)"] } ?? []
    let storeChannels = names(in: "targets").flatMap { app in
      names(in: "targets/\(app)").map { "\(app)/\($0)" }
    }
    return configured
      + storeChannels.filter { !configured.contains($0) && (try? ChannelName($0)) != nil }
  }

  var releaseNumbers: [String] {
    let given = words.value(of: "--channel").flatMap { try? ChannelName($0) }
    guard let channel = try? defaults.channel(given) else { return [] }
    return names(in: "targets/\(channel)").compactMap { Int64($0) }.sorted(by: >).map { "\($0)" }
  }

  /// Returns the names in a folder of the store.
  ///
  /// Only a store on disk has any.
  private func names(in path: String) -> [String] {
    let given = words.value(of: "--store").flatMap { try? StoreLocation($0) }
    guard let store = try? defaults.store(given),
      case .folder(let folder) = store.location
    else { return [] }
    return ((try? Folder(folder + "/" + path).names()) ?? []).sorted()
  }
}

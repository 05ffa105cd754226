import ErosCore
import ErosPublish
import ErosStore
import ErosTrust

/// The number of testers in a channel, for reports.
enum TesterCount: Encodable, Sendable {
  case noList
  case count(Int)
  /// The list of testers is missing or damaged.
  case unreadable

  /// Counts a channel's testers.
  ///
  /// - Throws: `StoreError` or `TransportError` if the store does not answer as it must. A damaged
  ///   list does not throw.
  init(of contents: ChannelContents, in reader: any ObjectReader) async throws {
    do {
      self = try await reader.testers(of: contents).map { .count($0.count) } ?? .noList
    } catch is PublishError {
      self = .unreadable
    } catch is ChannelError {
      self = .unreadable
    } catch is ObjectError {
      self = .unreadable
    }
  }

  /// Encodes the number, or `null` without a readable list.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if case .count(let count) = self {
      try container.encode(count)
    } else {
      try container.encodeNil()
    }
  }

  var text: String {
    switch self {
    case .noList: ""
    case .count(let count): "\(count)"
    case .unreadable: "unreadable"
    }
  }

  var hasNoList: Bool { if case .noList = self { true } else { false } }
}

extension OutputOptions {
  /// Warns of each channel whose list of testers cannot be read.
  func warnOfUnreadable(_ testers: [ChannelName: TesterCount], of store: AdvisedStore) {
    for (channel, count) in testers.sorted(by: { inByteOrder("\($0.key)", "\($1.key)") }) {
      guard case .unreadable = count else { continue }
      warn(
        store.with(channel).naming(
          in:
            "the list of testers of '\(channel)' is missing or damaged, so testers get no updates during a rollout; set it again with `eros release testers FILE`"
        ))
    }
  }
}

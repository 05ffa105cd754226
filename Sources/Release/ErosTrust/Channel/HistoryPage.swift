import ErosCore
import ErosCrypto

/// A page of a channel's history: up to 100 releases, newest first.
///
/// Each publication writes the first page again under a new name, and the channel's metadata signs
/// its digest. A full page never changes, and the next page contains its digest. So the signature
/// covers the full history.
package struct HistoryPage: Sendable {
  /// The maximum number of releases on a page.
  package static let capacity = 100
  /// The maximum length of a page, in bytes.
  package static let maximumLength = 1 << 20
  /// The number of the newest releases on a page whose deltas are recorded.
  ///
  /// A channel lists at most as many releases, and only the deltas of a listed release can be listed
  /// again.
  static let maximumDeltaEntryCount = ChannelContents.maximumCount

  /// A release in the history.
  package struct Entry: Sendable {
    /// The release as published.
    ///
    /// Its rollout may have changed since.
    package let release: ChannelRelease
    /// The time of the publication, in milliseconds since 1970.
    package let published: Int64
    /// The deltas that were published with the release; empty for older releases.
    package fileprivate(set) var deltas: [ChannelRelease.Delta]
    /// Whether the release was published for legacy clients as well; `nil` if an older version has
    /// published it.
    package fileprivate(set) var isLegacy: Bool?

    package init(_ release: ChannelRelease, published: Int64) {
      self.release = release
      self.published = published
      deltas = release.deltas
      isLegacy = release.legacy != nil
    }
  }

  /// The releases, newest first.
  package private(set) var entries: [Entry]
  /// The page with older releases, or `nil` for the oldest page.
  package private(set) var older: ChannelContents.History?

  /// Creates the history before the first release.
  package init() { entries = [] }

  /// Creates a page with the releases that a channel lists, because the history is lost.
  ///
  /// The times of their publication are lost as well, so the page has the build times.
  package init(listedBy contents: ChannelContents) {
    entries = contents.releases.map { Entry($0, published: $0.built) }
  }

  /// Returns the page without older pages, because the next one is lost.
  package func withoutOlder() -> HistoryPage {
    var page = self
    page.older = nil
    return page
  }

  /// Returns the page before another page.
  package func followed(by older: ChannelContents.History) -> HistoryPage {
    var page = self
    page.older = older
    return page
  }

  /// Returns the numbers up to `newest` that neither `pages` nor older pages have.
  package static func gaps(in pages: [HistoryPage], upTo newest: Int64) -> [ClosedRange<Int64>] {
    var gaps: [ClosedRange<Int64>] = []
    var end = newest
    for number in pages.flatMap(\.entries).map(\.release.number) where number <= end {
      if number < end { gaps.append((number + 1)...end) }
      end = number - 1
    }
    if end >= 1, pages.last?.older == nil { gaps.append(1...end) }
    return gaps.reversed()
  }

  /// Returns the first page after a new release.
  ///
  /// - Parameters:
  ///   - entry: The release.
  ///   - current: The location of this page, or `nil` before the first release.
  /// - Returns: This page with the release, or a new page if this page is full.
  package func adding(_ entry: Entry, current: ChannelContents.History?) -> HistoryPage {
    var page = self
    if entries.count >= Self.capacity {
      page = HistoryPage()
      page.older = current
    }
    page.entries.insert(entry, at: 0)
    for index in page.entries.indices.dropFirst(Self.maximumDeltaEntryCount) {
      page.entries[index].deltas = []
    }
    return page
  }
}

// MARK: - JSON

extension HistoryPage {
  private static let formatVersion: Int64 = 1

  /// The contents of the page's file.
  package var bytes: [UInt8] {
    var fields: [String: JSONValue] = [
      "version": .integer(Self.formatVersion), "releases": .list(entries.map(\.json)),
    ]
    if let older {
      fields["older"] = .sorted([
        "path": .string(older.path), "length": .integer(older.file.length),
        "sha256": .string("\(older.file.digest)"),
      ])
    }
    return JSONWriter.write(.sorted(fields))
  }

  /// Parses a page with a verified digest.
  ///
  /// - Throws: ``ChannelError/malformed(channel:reason:)``.
  package init(_ bytes: [UInt8], of channel: ChannelName) throws {
    do {
      let limits = JSONReader.Limits(bytes: Self.maximumLength, values: Self.maximumLength)
      var fields = try JSONFields(
        JSONReader.read(bytes, file: ChannelContents.historyName, limits: limits).value,
        "the history")
      guard try fields.integer("version", from: 1) == Self.formatVersion else {
        throw JSONFieldFailure("its version is unknown")
      }
      entries = try fields.array("releases").map { try Entry($0.value) }
      older = try fields.optionalValue("older").map { try ChannelContents.History($0) }
    } catch {
      throw ChannelError.malformed(
        channel: "\(channel)", reason: JSONFieldFailure.reason(for: error))
    }
  }
}

extension HistoryPage.Entry {
  fileprivate var json: JSONValue {
    var fields: [String: JSONValue] = [
      "release": .sorted(release.values), "published": .integer(published),
      "length": .integer(release.bundle.length), "sha256": .string("\(release.bundle.digest)"),
    ]
    if !deltas.isEmpty { fields["deltas"] = .list(deltas.map(\.historyJSON)) }
    if let isLegacy { fields["legacy"] = .bool(isLegacy) }
    return .sorted(fields)
  }

  fileprivate init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "a release of the history")
    let file = try TargetFile(&fields)
    release = try ChannelRelease(values: fields.value("release"), bundle: file, deltas: [])
    published = try fields.integer("published", from: 0)
    deltas = try (fields.optionalArray("deltas") ?? []).map { node throws(JSONFieldFailure) in
      try ChannelRelease.Delta.inHistory(node.value)
    }.compactMap(\.self)
    isLegacy = try fields.optionalFlag("legacy")
  }
}

extension ChannelRelease.Delta {
  fileprivate var historyJSON: JSONValue {
    .sorted([
      "from": .string(from.description), "length": .integer(file.length),
      "sha256": .string("\(file.digest)"),
    ])
  }

  /// Returns the recorded delta, or `nil` for a delta with two bases, which a development version made.
  fileprivate static func inHistory(
    _ value: JSONValue
  ) throws(JSONFieldFailure) -> ChannelRelease.Delta? {
    var fields = try JSONFields(value, "a delta of the history")
    let isPair = try fields.optionalString("second") != nil
    let delta = try ChannelRelease.Delta(from: fields.digest("from"), file: TargetFile(&fields))
    return isPair ? nil : delta
  }
}

extension ChannelContents.History {
  fileprivate init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "'older'")
    try self.init(path: fields.string("path"), file: TargetFile(&fields))
  }
}

extension TargetFile {
  fileprivate init(_ fields: inout JSONFields) throws(JSONFieldFailure) {
    try self.init(length: fields.integer("length", from: 0), digest: fields.digest("sha256"))
  }
}

import ErosCore
import ErosCrypto

/// Up to 100 releases of a channel, newest first.
///
/// Each publication writes the first page anew under a new name, and the metadata of the channel
/// signs its digest. A full page never changes, and the next page contains its digest. So one
/// signature covers the whole history.
package struct HistoryPage: Sendable {
  package static let capacity = 100
  /// In bytes.
  package static let maximumLength = 1 << 20
  /// Deltas are recorded for this many of the newest releases on a page.
  ///
  /// A channel lists no more releases than that, and only a listed release can list its deltas
  /// again.
  static let maximumDeltaEntryCount = ChannelContents.maximumCount

  package struct Entry: Sendable {
    /// The release as it was published.
    ///
    /// Its rollout may have changed since.
    package let release: ChannelRelease
    /// Milliseconds since 1970.
    package let published: Int64
    /// Deltas published with the release, empty for older releases.
    package fileprivate(set) var deltas: [ChannelRelease.Delta]
    /// `true` if legacy clients got the release as well, or `nil` if an older version published it.
    package fileprivate(set) var isLegacy: Bool?

    package init(_ release: ChannelRelease, published: Int64) {
      self.release = release
      self.published = published
      deltas = release.deltas
      isLegacy = release.legacy != nil
    }
  }

  /// Newest first.
  package private(set) var entries: [Entry]
  /// The next older page, or `nil` for the oldest.
  package private(set) var older: ChannelContents.History?

  package init() { entries = [] }

  /// Rebuilds a lost history from the releases that a channel lists.
  ///
  /// The publication times are lost as well, so build times take their place.
  package init(listedBy contents: ChannelContents) {
    entries = contents.releases.map { Entry($0, published: $0.built) }
  }

  /// Drops the link to an older page that is lost.
  package func withoutOlder() -> HistoryPage {
    var page = self
    page.older = nil
    return page
  }

  /// Links this page to an older one.
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

  /// Returns the page to write after a publication.
  ///
  /// - Parameters:
  ///   - entry: The new release.
  ///   - current: Where this page is, or `nil` before the first release.
  /// - Returns: This page with the release added, or a new page if this one is full.
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

  /// Parses a page.
  ///
  /// Verify its digest first.
  ///
  /// - Throws: ``ChannelError/malformed(channel:reason:)`` if the page is invalid.
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

  /// Returns `nil` for a delta with two bases, from a development version.
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

package import ErosRepository
package import ErosTrust

extension ObjectReader {
  /// Returns the first page of a channel's history, or an empty page before the first release.
  package func history(of contents: ChannelContents) async throws -> HistoryPage {
    guard let history = contents.history else { return HistoryPage() }
    return try await page(history, of: contents.name)
  }

  /// Reads a page of the history, and verifies its digest.
  package func page(
    _ location: ChannelContents.History, of channel: ChannelName
  ) async throws -> HistoryPage {
    let bytes = try await target(location.path, location.file, limit: HistoryPage.maximumLength)
    return try HistoryPage(bytes, of: channel)
  }

  /// Returns the page at `index` of the history, or `nil` after the last page; index 0 is the
  /// newest page.
  package func page(_ index: Int, of contents: ChannelContents) async throws -> HistoryPage? {
    guard var location = contents.history else { return index == 0 ? HistoryPage() : nil }
    for _ in 0..<index {
      guard let older = try await page(location, of: contents.name).older else { return nil }
      location = older
    }
    return try await page(location, of: contents.name)
  }

  /// Returns a release of the history, or `nil` if no release has the number.
  package func release(
    _ number: Int64, of contents: ChannelContents
  ) async throws -> HistoryPage.Entry? {
    guard (1...max(1, contents.newestNumber)).contains(number) else { return nil }
    return try await newestEntry(of: contents) { $0.number == number }
  }

  /// Returns the newest release of the history that satisfies a condition, or `nil` if none does.
  func newestEntry(
    of contents: ChannelContents, where isWanted: (ChannelRelease) -> Bool
  ) async throws -> HistoryPage.Entry? {
    var location = contents.history
    while let next = location {
      let page = try await page(next, of: contents.name)
      if let entry = page.entries.first(where: { isWanted($0.release) }) { return entry }
      location = page.older
    }
    return nil
  }
}

extension HistoryPage {
  /// Returns the keys of the deltas of the releases that devices may still choose.
  func deltas(listedIn contents: ChannelContents) throws -> [ObjectKey] {
    let listed = Set(contents.releases.map(\.number))
    return try entries.filter { listed.contains($0.release.number) }.flatMap { entry in
      try entry.deltas.map {
        try StoreLayout.target(contents.name.path(entry.release.number, $0.name), $0.file)
      }
    }
  }
}

package import ErosTrust

extension ObjectReader {
  /// Returns the newest page of the history, or an empty one before the first release.
  ///
  /// Devices never read the history. So if the page is lost, a page with the listed releases takes
  /// its place.
  package func firstPage(
    of contents: ChannelContents
  ) async throws -> (page: HistoryPage, isLost: Bool) {
    guard let history = contents.history else { return (HistoryPage(), false) }
    do {
      return (try await page(history, of: contents.name), false)
    } catch PublishError.lostHistory {
      return (HistoryPage(listedBy: contents), true)
    }
  }

  /// Reads a history page, and verifies its digest.
  ///
  /// - Throws: ``PublishError/lostHistory(_:object:)`` if the page is missing or damaged.
  package func page(
    _ location: ChannelContents.History, of channel: ChannelName
  ) async throws -> HistoryPage {
    do {
      let bytes = try await target(location.path, location.file, limit: HistoryPage.maximumLength)
      return try HistoryPage(bytes, of: channel)
    } catch PublishError.damagedObject(let object, _) {
      throw PublishError.lostHistory(channel, object: object)
    } catch ObjectError.tooLong(let object, _) {
      throw PublishError.lostHistory(channel, object: object)
    } catch is ChannelError {
      throw PublishError.lostHistory(channel, object: location.path)
    }
  }

  /// Returns history pages, newest first, up to the first that is lost.
  ///
  /// If that is the newest page, the result is one page with the releases that the channel lists.
  ///
  /// - Returns: The pages, and the object of the lost page, or `nil` if every page is intact.
  /// - Throws: `TransportError` if the store is unreachable.
  package func readablePages(
    of contents: ChannelContents
  ) async throws -> (pages: [HistoryPage], lost: String?) {
    var pages: [HistoryPage] = []
    var location = contents.history
    while let next = location {
      do {
        pages.append(try await page(next, of: contents.name))
      } catch PublishError.lostHistory(_, let object) {
        return (pages.isEmpty ? [HistoryPage(listedBy: contents)] : pages, object)
      }
      location = pages.last?.older
    }
    return (pages, nil)
  }

  /// Returns a page by index, where 0 is the newest, or `nil` after the last.
  package func page(_ index: Int, of contents: ChannelContents) async throws -> HistoryPage? {
    guard var location = contents.history else { return index == 0 ? HistoryPage() : nil }
    for _ in 0..<index {
      guard let older = try await page(location, of: contents.name).older else { return nil }
      location = older
    }
    return try await page(location, of: contents.name)
  }

  /// Returns `nil` if no release has this number.
  package func release(
    _ number: Int64, of contents: ChannelContents
  ) async throws -> HistoryPage.Entry? {
    guard (1...max(1, contents.newestNumber)).contains(number) else { return nil }
    return try await newestEntry(of: contents) { $0.number == number }
  }

  /// Returns the newest release that meets a condition.
  ///
  /// - Throws: ``PublishError/lostHistory(_:object:)`` if a page is lost and neither newer pages
  ///   nor the channel have such a release.
  package func newestEntry(
    of contents: ChannelContents, where isWanted: (ChannelRelease) -> Bool
  ) async throws -> HistoryPage.Entry? {
    var location = contents.history
    while let next = location {
      let page: HistoryPage
      do {
        page = try await self.page(next, of: contents.name)
      } catch let error as PublishError {
        let listed = HistoryPage(listedBy: contents).entries
        guard let entry = listed.first(where: { isWanted($0.release) }) else { throw error }
        return entry
      }
      if let entry = page.entries.first(where: { isWanted($0.release) }) { return entry }
      location = page.older
    }
    return nil
  }
}

extension HistoryPage {
  /// Returns the deltas of releases that devices may still choose.
  func deltas(listedIn contents: ChannelContents) throws -> [ObjectKey] {
    let listed = Set(contents.releases.map(\.number))
    return try entries.filter { listed.contains($0.release.number) }.flatMap { entry in
      try entry.deltas.map {
        try StoreLayout.target(contents.name.path(entry.release.number, $0.name), $0.file)
      }
    }
  }
}

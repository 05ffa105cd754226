package import ErosTransport
package import ErosTrust

/// The store that a device gets updates from.
package enum StoreSource: Sendable {
  /// A web server.
  case web(WebAddress, any Transport)
  /// The objects of a folder or a bucket.
  case objects(any ObjectReader)

  /// The location, for messages.
  var location: String {
    switch self {
    case .web(let address, _): address.description
    case .objects(let reader): reader.location
    }
  }

  /// Returns a reader for the store's objects, with a counter for its requests.
  func reader(
    _ settings: Fetcher.Settings, counting traffic: StoreTraffic
  ) -> any ObjectReader {
    switch self {
    case .web(let address, let transport):
      var limits = HTTPReader.Limits()
      limits.shortTime = settings.metadataTime
      limits.downloadTime = settings.downloadTime
      limits.minimumRate = settings.minimumRate
      limits.retries = settings.retries
      return HTTPReader(address, over: transport, limits: limits, counting: traffic)
    case .objects(let reader): return CountingReader(reader, traffic)
    }
  }
}

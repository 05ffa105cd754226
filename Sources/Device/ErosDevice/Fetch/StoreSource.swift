package import ErosTransport
package import ErosTrust

/// A source of updates.
package enum StoreSource: Sendable {
  /// A web server.
  case web(WebAddress, any Transport)
  /// A folder or a bucket.
  case objects(any ObjectReader)

  /// Location of the store, as errors name it.
  var location: String {
    switch self {
    case .web(let address, _): address.description
    case .objects(let reader): reader.location
    }
  }

  /// Returns a reader for the store's objects that counts its requests.
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

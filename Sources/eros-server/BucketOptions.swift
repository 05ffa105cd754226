import ArgumentParser
import ErosCore
import ErosHTTP
import ErosStore
import ErosTransport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The options for access to a store in a bucket of S3.
struct BucketOptions: ParsableArguments {
  @Option(help: "The URL of an S3-compatible service (default: AWS_ENDPOINT_URL, or AWS).")
  var endpoint: String?

  @Option(
    help: "The region of the bucket (default: AWS_REGION, the profile, or us-east-1).")
  var region: String?

  @Option(help: "The profile in the files of AWS tools (default: AWS_PROFILE).")
  var profile: String?

  @Option(help: "The location of the bucket in URLs (default: virtual-host for AWS, else path).")
  var addressStyle: S3AddressStyle?

  @Flag(help: "Read credentials from the endpoint of the container, as on ECS and EKS.")
  var containerCredentials = false

  /// Runs `body` with a reader of the store at a location.
  func withReader(
    of location: StoreLocation, _ body: (any ObjectReader) async throws -> Void
  ) async throws {
    // The next poll is the retry.
    var retries = RetryPolicy()
    retries.tries = 2
    switch location {
    case .folder(let path): try await body(FolderStore(path))
    case .web(let address):
      try await HTTPTransport.with {
        try await body(HTTPReader(address, over: $0, retries: retries))
      }
    case .bucket(let name, let prefix):
      var options = AWSSettings.Options()
      options.profile = profile
      options.region = region
      options.endpoint = endpoint
      options.usesContainerEndpoint = containerCredentials
      let aws = try AWSSettings(options, environment: ProcessInfo.processInfo.environment)
      try await HTTPTransport.with { transport in
        var settings = S3Store.Settings()
        settings.endpoint = aws.endpoint
        settings.style = addressStyle
        settings.retries = retries
        let store = try S3Store(
          bucket: name, prefix: prefix, region: aws.region,
          credentials: await aws.credentials(over: transport), settings: settings,
          transport: transport,
          now: { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) })
        try await body(store)
      }
    }
  }
}

extension S3AddressStyle: ExpressibleByArgument {}

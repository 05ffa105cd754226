package import ArgumentParser
import ErosCore
import ErosFiles
import ErosHTTP
import ErosProcess
package import ErosStore
package import ErosTransport
package import ErosTrust

package struct BucketOptions: ParsableArguments {
  @Option(help: "The URL of an S3-compatible service (default: AWS_ENDPOINT_URL, or AWS).")
  package var endpoint: String?

  @Option(
    help: "The region of the bucket (default: AWS_REGION, the profile, or us-east-1).")
  package var region: String?

  @Option(help: "The profile in the files of AWS tools (default: AWS_PROFILE).")
  package var profile: String?

  @Option(help: "The location of the bucket in URLs (default: virtual-host for AWS, else path).")
  package var addressStyle: S3AddressStyle?

  @Flag(help: "Read credentials from the endpoint of the container, as on ECS and EKS.")
  package var containerCredentials = false

  package init() {}

  /// Returns the options that another command needs for the same store, quoted for a shell.
  ///
  /// - Parameters:
  ///   - location: Where the store is. Only a bucket has options.
  ///   - hasCredentials: Pass `false` if the command runs on another machine, which has its own
  ///     credentials.
  /// - Returns: The options, each with its value.
  package func arguments(
    for location: StoreLocation, withCredentials hasCredentials: Bool = true
  ) -> [String] {
    guard case .bucket = location else { return [] }
    let values = [
      ("--endpoint", endpoint), ("--region", region),
      ("--profile", hasCredentials ? profile : nil),
      ("--address-style", addressStyle?.rawValue),
    ]
    return values.compactMap { name, value in value.map { "\(name) \($0.shellQuoted)" } }
      + (hasCredentials && containerCredentials ? ["--container-credentials"] : [])
  }

  /// Runs `body` with a reader for the store at a location.
  package func withReader<Result>(
    of location: StoreLocation, retries: RetryPolicy = RetryPolicy(),
    _ body: (any ObjectReader) async throws -> Result
  ) async throws -> Result {
    switch location {
    case .folder(let path): return try await body(FolderStore.named(path))
    case .web(let address):
      return try await HTTPTransport.with(.program) {
        try await body(HTTPReader(address, over: $0, limits: .init(retries: retries)))
      }
    case .bucket(let name, let prefix):
      return try await withBucket(name, prefix: prefix, retries: retries) { try await body($0) }
    }
  }

  /// Runs `body` with the store in a bucket.
  ///
  /// With a single publisher, writes have no conditions.
  package func withBucket<Result>(
    _ name: String, prefix: String, retries: RetryPolicy = RetryPolicy(),
    isSinglePublisher: Bool = false,
    _ body: (S3Store) async throws -> Result
  ) async throws -> Result {
    var options = AWSSettings.Options()
    options.profile = profile
    options.region = region
    options.endpoint = endpoint
    options.usesContainerEndpoint = containerCredentials
    let aws = try AWSSettings(options, environment: EnvironmentVariable.all)
    return try await HTTPTransport.with(.program) { transport in
      var settings = S3Store.Settings()
      settings.endpoint = aws.endpoint
      settings.style = addressStyle
      settings.retries = retries
      settings.isSinglePublisher = isSinglePublisher
      let store = try S3Store(
        bucket: name, prefix: prefix, region: aws.region,
        credentials: await aws.credentials(over: transport), settings: settings,
        transport: transport, now: { .now() })
      return try await body(store)
    }
  }
}

extension S3AddressStyle: ExpressibleByArgument {}

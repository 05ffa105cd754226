import ErosCommandLine
import ErosStore
import Testing

@Suite("Options of a bucket")
struct BucketOptionsTests {
  private func options() -> BucketOptions {
    var options = BucketOptions()
    options.endpoint = "https://s3.example.org"
    options.region = "eu-1"
    options.profile = "my profile"
    options.addressStyle = .path
    options.containerCredentials = true
    return options
  }

  @Test(
    "options of a bucket are repeated in advised commands, but credentials only on this machine")
  func arguments() throws {
    let bucket = try StoreLocation("s3://releases/app")
    let place = ["--endpoint https://s3.example.org", "--region eu-1"]
    #expect(
      options().arguments(for: bucket) == place + [
        "--profile 'my profile'", "--address-style path", "--container-credentials",
      ])
    #expect(
      options().arguments(for: bucket, withCredentials: false) == place + ["--address-style path"])
  }

  @Test(
    "options of a bucket do not belong to another store",
    arguments: ["store", "https://example.org/releases"])
  func otherStore(_ location: String) throws {
    #expect(try options().arguments(for: StoreLocation(location)) == [])
  }
}

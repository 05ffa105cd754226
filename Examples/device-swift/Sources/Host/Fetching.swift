import ErosDevice

/// Stages the newest release for the next launch, and returns whether there is one.
func fetchUpdate(for device: Device, root: [UInt8]) async throws -> Bool {
  let options = try FetchOptions(
    store: WebAddress("https://example.org/releases"), channel: "my-app/production", root: root)
  return try await device.fetch(options, over: SessionTransport()).outcome == .staged
}

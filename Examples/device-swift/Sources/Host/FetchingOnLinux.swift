import ErosDevice
import ErosHTTP

/// Stages the newest release, with an HTTP client over libcurl.
func fetchUpdateOnLinux(for device: Device, _ options: FetchOptions) async throws -> Bool {
  try await HTTPTransport.with { transport in
    try await device.fetch(options, over: transport).outcome == .staged
  }
}

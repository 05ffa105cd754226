import ErosDevice

/// Returns the launch whose folder further pages are opened in.
///
/// Open pages, and the pages that they lead to, keep the folder of their launch.
func launchForNextPage(
  after result: FetchResult, on device: Device, _ launch: Device.Launch
) throws -> Device.Launch {
  guard result.outcome == .staged, result.release?.urgency == .critical else { return launch }
  return try device.applyNow() ?? launch
}

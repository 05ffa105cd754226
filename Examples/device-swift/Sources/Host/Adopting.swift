import ErosDevice

/// Installs the release of an older version of the app, which did not use this library.
func adopt(_ oldFolder: String, into device: Device) {
  do {
    try device.adopt(oldFolder)
  } catch {
    // For example a damaged page. Log the error; the launch then installs the embedded bundle.
  }
}

/// The names of what packing leaves besides the zip.
public enum BundleOutputs {
  /// The zip itself.
  public static let bundleFile = "bundle.zip"
  /// The manifest without the list of files.
  public static let versionFile = "version.json"
  /// The app's native configuration, encrypted as the clients expect it.
  public static let configFile = "eros.native.json"
}

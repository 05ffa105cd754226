/// The names of the files that packing writes, except `bundle.config`.
public enum BundleOutputs {
  /// The zip.
  public static let bundleFile = "bundle.zip"
  /// The manifest without its list of files.
  public static let versionFile = "version.json"
  /// The app's native configuration, encrypted as the clients expect it.
  public static let configFile = "eros.native.json"
}

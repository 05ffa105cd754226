/// Names of the files that `eros pack` writes beside `bundle.config`.
public enum BundleOutputs {
  /// `bundle.zip`, with all pages.
  public static let bundleFile = "bundle.zip"
  /// `version.json`, which is the manifest without its list of files.
  public static let versionFile = "version.json"
  /// `eros.native.json`, the app's native configuration, encrypted as clients expect it.
  public static let configFile = "eros.native.json"
}

/// The template of the page of the API reference, embedded in the binary.
public enum ReferenceTemplate {
  /// The HTML, with `{{name}}` placeholders.
  public static var page: [UInt8] { PackageResources.reference_html }

  public static var style: [UInt8] { PackageResources.reference_css }

  public static var script: [UInt8] { PackageResources.reference_js }
}

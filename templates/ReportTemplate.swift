/// The template of the report page, embedded in the binary.
public enum ReportTemplate {
  /// The HTML, with `{{name}}` placeholders.
  public static var page: [UInt8] { PackageResources.report_html }

  public static var style: [UInt8] { PackageResources.report_css }

  public static var script: [UInt8] { PackageResources.report_js }
}

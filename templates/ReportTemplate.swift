/// The page of `eros report`.
public enum ReportTemplate {
  /// The HTML page, with `{{name}}` for each value to insert.
  public static var page: [UInt8] { PackageResources.report_html }

  /// The style sheet of the page.
  public static var style: [UInt8] { PackageResources.report_css }

  /// The script of the page.
  public static var script: [UInt8] { PackageResources.report_js }
}

/// The page of `eros report`, compiled in.
public enum ReportTemplate {
  /// HTML with `{{name}}` for what is put in.
  public static var page: [UInt8] { PackageResources.report_html }

  public static var style: [UInt8] { PackageResources.report_css }

  public static var script: [UInt8] { PackageResources.report_js }
}

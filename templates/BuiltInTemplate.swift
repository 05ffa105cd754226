/// A template that is compiled into the tool.
public struct BuiltInTemplate: Sendable {
  /// The name of the generated file, such as `ErosRegistrant.h`, or its path in the project if that
  /// is fixed.
  public let name: String

  /// The path of the template below ``folder``, without the suffix; the file name is unique, because
  /// SwiftPM names the embedded resource after it.
  public let file: String

  /// The folder of the template in `templates/`, such as `objc`.
  public let folder: String

  /// The contents, in the language of docs/templates.md.
  public let bytes: [UInt8]

  private init(_ folder: String, _ name: String, file: String? = nil, _ bytes: [UInt8]) {
    self.name = name
    self.file = file ?? name
    self.folder = folder
    self.bytes = bytes
  }

  /// The templates of generated files; a test compares the lists with the folders.
  public static let all = [
    BuiltInTemplate("objc", "ErosRegistrant.h", PackageResources.ErosRegistrant_h_stencil),
    BuiltInTemplate("objc", "ErosRegistrant.m", PackageResources.ErosRegistrant_m_stencil),
    BuiltInTemplate("objc", "RexxarRegistrant.h", PackageResources.RexxarRegistrant_h_stencil),
    BuiltInTemplate("objc", "RexxarRegistrant.m", PackageResources.RexxarRegistrant_m_stencil),
    BuiltInTemplate("swift", "ErosExports.swift", PackageResources.ErosExports_swift_stencil),
    BuiltInTemplate("swift", "ErosRegistrant.swift", PackageResources.ErosRegistrant_swift_stencil),
    BuiltInTemplate(
      "swift", "RexxarRegistrant.swift", PackageResources.RexxarRegistrant_swift_stencil),
    BuiltInTemplate(
      "java", "ErosEmbedViewRegistrant.java", PackageResources.ErosEmbedViewRegistrant_java_stencil),
    BuiltInTemplate("java", "ErosRegistrant.java", PackageResources.ErosRegistrant_java_stencil),
    BuiltInTemplate(
      "java", "ErosRexxarRegistrant.java", PackageResources.ErosRexxarRegistrant_java_stencil),
    BuiltInTemplate(
      "kotlin", "ErosEmbedViewRegistrant.kt", PackageResources.ErosEmbedViewRegistrant_kt_stencil),
    BuiltInTemplate("kotlin", "ErosRegistrant.kt", PackageResources.ErosRegistrant_kt_stencil),
    BuiltInTemplate(
      "kotlin", "ErosRexxarRegistrant.kt", PackageResources.ErosRexxarRegistrant_kt_stencil),
    BuiltInTemplate("android", "app_config.xml", PackageResources.app_config_xml_stencil),
    BuiltInTemplate("android", "proguard-eros.pro", PackageResources.proguard_eros_pro_stencil),
    BuiltInTemplate(
      "android", "weex_config_eros.json", PackageResources.weex_config_eros_json_stencil),
    BuiltInTemplate("js", "eros-native.d.ts", PackageResources.eros_native_d_ts_stencil),
    BuiltInTemplate("js", "eros-native.meta.js", PackageResources.eros_native_meta_js_stencil),
    BuiltInTemplate("js", "eros-native.names.js", PackageResources.eros_native_names_js_stencil),
    // The classes of `eros generate new`.
    BuiltInTemplate("objc", "Module.h", PackageResources.Module_h_stencil),
    BuiltInTemplate("objc", "Component.h", PackageResources.Component_h_stencil),
    BuiltInTemplate("objc", "Widget.h", PackageResources.Widget_h_stencil),
    BuiltInTemplate("objc", "EmbedView.h", PackageResources.EmbedView_h_stencil),
    BuiltInTemplate("objc", "Module.m", PackageResources.Module_m_stencil),
    BuiltInTemplate("objc", "Component.m", PackageResources.Component_m_stencil),
    BuiltInTemplate("objc", "Widget.m", PackageResources.Widget_m_stencil),
    BuiltInTemplate("objc", "EmbedView.m", PackageResources.EmbedView_m_stencil),
    BuiltInTemplate("swift", "Module.swift", PackageResources.Module_swift_stencil),
    BuiltInTemplate("swift", "Component.swift", PackageResources.Component_swift_stencil),
    BuiltInTemplate("swift", "Widget.swift", PackageResources.Widget_swift_stencil),
    BuiltInTemplate("swift", "EmbedView.swift", PackageResources.EmbedView_swift_stencil),
    BuiltInTemplate("java", "Module.java", PackageResources.Module_java_stencil),
    BuiltInTemplate("java", "Component.java", PackageResources.Component_java_stencil),
    BuiltInTemplate("java", "Widget.java", PackageResources.Widget_java_stencil),
    BuiltInTemplate("java", "EmbedView.java", PackageResources.EmbedView_java_stencil),
    BuiltInTemplate("kotlin", "Module.kt", PackageResources.Module_kt_stencil),
    BuiltInTemplate("kotlin", "Component.kt", PackageResources.Component_kt_stencil),
    BuiltInTemplate("kotlin", "Widget.kt", PackageResources.Widget_kt_stencil),
    BuiltInTemplate("kotlin", "EmbedView.kt", PackageResources.EmbedView_kt_stencil),
  ]

  /// The files of a new project, written by `eros init`.
  ///
  /// `gitignore` and `github` have no leading dot here, because SwiftPM does not embed resources whose
  /// names start with a dot.
  public static let project = [
    BuiltInTemplate("project", "eros.native.json", PackageResources.eros_native_json_stencil),
    BuiltInTemplate("project", "README.md", PackageResources.README_md_stencil),
    BuiltInTemplate("project", "gitignore", PackageResources.gitignore_stencil),
    BuiltInTemplate("project", "github/workflows/bundle.yml", PackageResources.bundle_yml_stencil),
    BuiltInTemplate(
      "project", "platforms/ios/eros-check.sh", PackageResources.eros_check_sh_stencil),
    BuiltInTemplate("project", "platforms/ios/eros.rb", PackageResources.eros_rb_stencil),
    BuiltInTemplate(
      "project", "platforms/android/eros.gradle", PackageResources.eros_gradle_stencil),
    BuiltInTemplate("project", "dist/config/board.js", PackageResources.board_js_stencil),
    BuiltInTemplate("project", "dist/mediator/mediator.js", PackageResources.mediator_js_stencil),
    BuiltInTemplate("project", "dist/pages/home/home.js", PackageResources.home_js_stencil),
    BuiltInTemplate("project", "dist/pages/about/about.js", PackageResources.about_js_stencil),
  ]

  /// The files that replace those of ``project`` for another host, by the name of the host.
  public static let hosts: [String: [BuiltInTemplate]] = [
    "weex": [
      host("eros.native.json", "weex/weex.native.json", Resource.weex_native_json_stencil),
      host("dist/pages/home/index.js", "weex/weex-home.js", Resource.weex_home_js_stencil), guide,
    ],
    "rexxar": [
      host("eros.native.json", "rexxar/rexxar.native.json", Resource.rexxar_native_json_stencil),
      host("dist/rexxar/welcome.html", "rexxar/welcome.html", Resource.welcome_html_stencil),
      host("dist/js/welcome.js", "rexxar/welcome.js", Resource.welcome_js_stencil),
      host("dist/css/welcome.css", "rexxar/welcome.css", Resource.welcome_css_stencil), guide,
    ],
    "mpaas": [
      host("eros.native.json", "mpaas/mpaas.native.json", Resource.mpaas_native_json_stencil),
      host("dist/app.json", "mpaas/mini-app.json", Resource.mini_app_json_stencil),
      host("dist/app.js", "mpaas/mini-app.js", Resource.mini_app_js_stencil),
      host("dist/pages/home/index.axml", "mpaas/mini-home.axml", Resource.mini_home_axml_stencil),
      host("dist/pages/home/index.js", "mpaas/mini-home.js", Resource.mini_home_js_stencil), guide,
    ],
  ]

  private typealias Resource = PackageResources

  private static func host(_ name: String, _ file: String, _ bytes: [UInt8]) -> BuiltInTemplate {
    BuiltInTemplate("hosts", name, file: file, bytes)
  }

  private static let guide = host(
    "README.md", "host-readme.md", Resource.host_readme_md_stencil)
}

/// A template that is compiled into the tool.
///
/// ```swift
/// let template = BuiltInTemplate.all.first { $0.name == "ErosRegistrant.h" }
/// ```
public struct BuiltInTemplate: Sendable {
  /// The generated file's name, such as `ErosRegistrant.h`, or its path in the project if that is
  /// fixed.
  public let name: String

  /// The path below ``folder``, except the suffix.
  let file: String

  /// A folder in `templates/`, such as `objc`.
  let folder: String

  /// The contents.
  ///
  /// `docs/templates.md` describes their language.
  public let bytes: [UInt8]

  private init(_ folder: String, _ name: String, file: String? = nil) {
    self.name = name
    self.file = file ?? name
    self.folder = folder
    bytes = EmbeddedFile.bytes("templates/\(folder)/\(self.file).stencil")
  }

  /// Templates for generated files.
  ///
  /// A test compares them with the folders.
  public static let all = [
    BuiltInTemplate("objc", "ErosRegistrant.h"),
    BuiltInTemplate("objc", "ErosRegistrant.m"),
    BuiltInTemplate("objc", "RexxarRegistrant.h"),
    BuiltInTemplate("objc", "RexxarRegistrant.m"),
    BuiltInTemplate("swift", "ErosExports.swift"),
    BuiltInTemplate("swift", "ErosRegistrant.swift"),
    BuiltInTemplate("swift", "RexxarRegistrant.swift"),
    BuiltInTemplate("java", "ErosEmbedViewRegistrant.java"),
    BuiltInTemplate("java", "ErosRegistrant.java"),
    BuiltInTemplate("java", "ErosRexxarRegistrant.java"),
    BuiltInTemplate("kotlin", "ErosEmbedViewRegistrant.kt"),
    BuiltInTemplate("kotlin", "ErosRegistrant.kt"),
    BuiltInTemplate("kotlin", "ErosRexxarRegistrant.kt"),
    BuiltInTemplate("android", "app_config.xml"),
    BuiltInTemplate("android", "proguard-eros.pro"),
    BuiltInTemplate("android", "weex_config_eros.json"),
    BuiltInTemplate("js", "eros-native.d.ts"),
    BuiltInTemplate("js", "eros-native.meta.js"),
    BuiltInTemplate("js", "eros-native.names.js"),
    // Classes for `eros generate new`.
    BuiltInTemplate("objc", "Module.h"),
    BuiltInTemplate("objc", "Component.h"),
    BuiltInTemplate("objc", "Widget.h"),
    BuiltInTemplate("objc", "EmbedView.h"),
    BuiltInTemplate("objc", "Module.m"),
    BuiltInTemplate("objc", "Component.m"),
    BuiltInTemplate("objc", "Widget.m"),
    BuiltInTemplate("objc", "EmbedView.m"),
    BuiltInTemplate("swift", "Module.swift"),
    BuiltInTemplate("swift", "Component.swift"),
    BuiltInTemplate("swift", "Widget.swift"),
    BuiltInTemplate("swift", "EmbedView.swift"),
    BuiltInTemplate("java", "Module.java"),
    BuiltInTemplate("java", "Component.java"),
    BuiltInTemplate("java", "Widget.java"),
    BuiltInTemplate("java", "EmbedView.java"),
    BuiltInTemplate("kotlin", "Module.kt"),
    BuiltInTemplate("kotlin", "Component.kt"),
    BuiltInTemplate("kotlin", "Widget.kt"),
    BuiltInTemplate("kotlin", "EmbedView.kt"),
  ]

  /// The files that `eros init` writes into a new project.
  ///
  /// `gitignore` and `github` have no leading dot here, because git and GitHub would apply them to
  /// this repository.
  public static let project = [
    BuiltInTemplate("project", "eros.native.json"),
    BuiltInTemplate("project", "README.md"),
    BuiltInTemplate("project", "gitignore"),
    BuiltInTemplate("project", "github/workflows/bundle.yml"),
    BuiltInTemplate("project", "platforms/ios/eros-check.sh"),
    BuiltInTemplate("project", "platforms/ios/eros.rb"),
    BuiltInTemplate("project", "platforms/android/eros.gradle"),
    BuiltInTemplate("project", "dist/config/board.js"),
    BuiltInTemplate("project", "dist/mediator/mediator.js"),
    BuiltInTemplate("project", "dist/pages/home/home.js"),
    BuiltInTemplate("project", "dist/pages/about/about.js"),
  ]

  /// Files for other hosts, which replace those in ``project``, by the host's name.
  public static let hosts: [String: [BuiltInTemplate]] = [
    "weex": [
      host("eros.native.json", "weex/weex.native.json"),
      host("dist/pages/home/index.js", "weex/weex-home.js"), guide,
    ],
    "rexxar": [
      host("eros.native.json", "rexxar/rexxar.native.json"),
      host("dist/rexxar/welcome.html", "rexxar/welcome.html"),
      host("dist/js/welcome.js", "rexxar/welcome.js"),
      host("dist/css/welcome.css", "rexxar/welcome.css"), guide,
    ],
    "mpaas": [
      host("eros.native.json", "mpaas/mpaas.native.json"),
      host("dist/app.json", "mpaas/mini-app.json"),
      host("dist/app.js", "mpaas/mini-app.js"),
      host("dist/pages/home/index.axml", "mpaas/mini-home.axml"),
      host("dist/pages/home/index.js", "mpaas/mini-home.js"), guide,
    ],
    "uni-app": [
      host("eros.native.json", "uni-app/uni-app.native.json"),
      host("README.md", "uni-app/readme.md"), host("manifest.json", "uni-app/manifest.json"),
      host("pages.json", "uni-app/pages.json"), host("App.vue", "uni-app/app.vue"),
      host("main.js", "uni-app/main.js"),
      host("pages/index/index.nvue", "uni-app/index.nvue"),
    ],
  ]

  private static func host(_ name: String, _ file: String) -> BuiltInTemplate {
    BuiltInTemplate("hosts", name, file: file)
  }

  private static let guide = host("README.md", "host-readme.md")
}

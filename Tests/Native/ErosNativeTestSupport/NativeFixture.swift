/// Files of native projects in the shape that Xcode and Android Studio write them.
package enum NativeFixture {
  package static let fullConfig = """
    {
      "appName": "demo",
      "version": {
        "android":   "1.2.0",
        "iOS" : "1.2.0"
      },
      "zipFolder": { "iOS": "/ios/Demo/Demo", "android": "/android/Demo/app/src/main/assets" }
    }

    """

  package static let moduleConfig = """
    'use strict'
    // The app's own settings.
    module.exports = {
      appName: 'demo', /* on the update server */
      version: {
        android: '1.2.0',   // raise both
        "iOS": `1.2.0`,
      },
      zipFolder: { iOS: '/ios/Demo/Demo', android: '/android/Demo/app/src/main/assets' },
    };

    """

  /// Returns an `Info.plist` with `version` inserted between the tags.
  package static func infoPlist(_ version: String = "1.2.0") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>CFBundleDisplayName</key>
    \t<string>Demo &amp; more</string>
    \t<key>CFBundlePackageType</key>
    \t<string>APPL</string>
    \t<!-- raised by hand so far -->
    \t<key>CFBundleShortVersionString</key>
    \t<string>\(version)</string>
    \t<key>CFBundleVersion</key>
    \t<string>1.2.0</string>
    \t<key>LSRequiresIPhoneOS</key>
    \t<true/>
    \t<key>UIRequiredDeviceCapabilities</key>
    \t<array>
    \t\t<string>armv7</string>
    \t</array>
    </dict>
    </plist>

    """
  }

  /// Returns an Xcode project with an app and its tests; `app` is inserted into the app's settings.
  package static func xcodeProject(
    app: String = "", project: String = "", infoPlist: String? = "Demo/Info.plist"
  ) -> String {
    let setting = infoPlist.map { "INFOPLIST_FILE = \"\($0)\";\n\t\t\t\t" } ?? ""
    func configuration(_ id: String, _ name: String, _ settings: String) -> String {
      """
      \t\t\(id) /* \(name) */ = {
      \t\t\tisa = XCBuildConfiguration;
      \t\t\tbuildSettings = {
      \t\t\t\t\(settings)CODE_SIGN_STYLE = Automatic;
      \t\t\t\tLD_RUNPATH_SEARCH_PATHS = (
      \t\t\t\t\t"$(inherited)",
      \t\t\t\t\t"@executable_path/Frameworks",
      \t\t\t\t);
      \t\t\t\tPRODUCT_NAME = "$(TARGET_NAME)";
      \t\t\t};
      \t\t\tname = \(name);
      \t\t};

      """
    }
    func list(_ id: String, _ debug: String, _ release: String) -> String {
      """
      \t\t\(id) /* Build configuration list */ = {
      \t\t\tisa = XCConfigurationList;
      \t\t\tbuildConfigurations = (
      \t\t\t\t\(debug) /* Debug */,
      \t\t\t\t\(release) /* Release */,
      \t\t\t);
      \t\t\tdefaultConfigurationName = Release;
      \t\t};

      """
    }
    func target(_ id: String, _ name: String, _ kind: String, _ list: String) -> String {
      """
      \t\t\(id) /* \(name) */ = {
      \t\t\tisa = PBXNativeTarget;
      \t\t\tbuildConfigurationList = \(list) /* Build configuration list */;
      \t\t\tname = \(name);
      \t\t\tproductType = "com.apple.product-type.\(kind)";
      \t\t};

      """
    }
    return """
      // !$*UTF8*$!
      {
      \tarchiveVersion = 1;
      \tclasses = {
      \t};
      \tobjectVersion = 46;
      \tobjects = {

      /* Begin PBXNativeTarget section */

      """ + target("A1", "Demo", "application", "L1")
        + target("A2", "DemoTests", "bundle.unit-test", "L2") + """
          /* End PBXNativeTarget section */

          \t\tP0 /* Project object */ = {
          \t\t\tisa = PBXProject;
          \t\t\tbuildConfigurationList = L0 /* Build configuration list */;
          \t\t\ttargets = (
          \t\t\t\tA1 /* Demo */,
          \t\t\t\tA2 /* DemoTests */,
          \t\t\t);
          \t\t};

          """ + list("L0", "C01", "C02") + list("L1", "C11", "C12") + list("L2", "C21", "C22")
        + configuration("C01", "Debug", project) + configuration("C02", "Release", project)
        + configuration("C11", "Debug", setting + app)
        + configuration("C12", "Release", setting + app)
        + configuration("C21", "Debug", "MARKETING_VERSION = 0.1;\n\t\t\t\t")
        + configuration("C22", "Release", "MARKETING_VERSION = 0.1;\n\t\t\t\t") + """
          \t};
          \trootObject = P0 /* Project object */;
          }

          """
  }

  /// Adds `.xcconfig` files in `Config` to the app or to the project in `text`.
  package static func withSettings(_ text: String, app: String? = nil, project: String? = nil)
    -> String
  {
    func refer(_ text: String, _ configurations: [String], _ file: String) -> String {
      configurations.reduce(text) { text, configuration in
        text.replacing(
          "\t\t\(configuration) = {\n",
          with: "\t\t\(configuration) = {\n\t\t\tbaseConfigurationReference = \(file);\n")
      }
    }
    var text = text
    var objects = ""
    for (name, file, configurations) in [
      (app, "F1", ["C11 /* Debug */", "C12 /* Release */"]),
      (project, "F2", ["C01 /* Debug */", "C02 /* Release */"]),
    ] {
      guard let name else { continue }
      text = refer(text, configurations, file)
      objects +=
        "\t\t\(file) = {isa = PBXFileReference; path = \(name); sourceTree = \"<group>\"; };\n"
    }
    objects +=
      "\t\tG1 = {isa = PBXGroup; children = (F1, F2, ); path = Config; sourceTree = \"<group>\"; };\n"
      + "\t\tG0 = {isa = PBXGroup; children = (G1, ); sourceTree = \"<group>\"; };\n"
    return text.replacing("\t\tP0 /*", with: objects + "\t\tP0 /*")
  }

  /// The folder of the files of ``withSettings(_:app:project:)``.
  package static let settings = "platforms/ios/Demo/Config/"

  package static func groovy(_ version: String = "versionName \"1.2.0\"") -> String {
    """
    apply plugin: 'com.android.application' // versionName "0.0.1"

    /* defaultConfig { versionName "0.0.2" } */
    def pattern = ~/"versionName '/
    android {
        compileSdkVersion 27
        defaultConfig {
            applicationId "com.example.demo"
            versionCode 7
            \(version)
            ndk { abiFilters "armeabi", "x86" }
        }
        buildTypes {
            debug { versionNameSuffix "-debug" }
        }
        applicationVariants.all { variant ->
            variant.outputs.all {
                outputFileName = "demo-${variant.versionName}-${"nested ${1 + 1}"}.apk"
            }
        }
    }

    """
  }

  package static func kotlin(_ version: String = "versionName = \"1.2.0\"") -> String {
    """
    plugins {
        id("com.android.application")
    }

    /* outer /* versionName = "0.0.1" */ still a comment */
    val text = \"\"\"versionName = "0.0.2" \\ ${"x"}\"\"\"

    android {
        namespace = "com.example.demo"
        defaultConfig {
            versionCode = 7
            \(version)
        }
        buildTypes {
            getByName("debug") {
                versionNameSuffix = "-debug"
            }
        }
    }

    """
  }

  package static let library = """
    apply plugin: 'com.android.library'
    android { defaultConfig { versionName "9.9.9" } }
    // not an application

    """

  package static let app = "platforms/android/Demo/app/build.gradle"
  package static let plist = "platforms/ios/Demo/Demo/Info.plist"
  package static let project = "platforms/ios/Demo/Demo.xcodeproj/project.pbxproj"
}

import ErosConfig
import ErosCore
import ErosFiles
import ErosTemplates

/// Records the values that templates get.
final class TemplateRecorder: Sendable {
  private let merged = Lock<TemplateContext>([:])

  /// Each template's values.
  ///
  /// A list has at most one element, merged from all elements.
  var contexts: [String: TemplateContext] {
    merged.withLock { values in
      values.compactMapValues { value -> TemplateContext? in
        if case .object(let members) = value { members } else { nil }
      }
    }
  }

  func add(_ context: TemplateContext, for name: String) {
    merged.withLock { $0[name] = ($0[name] ?? .none).merged(with: .object(context)) }
  }
}

/// The values that templates can use, recorded while files are generated for a sample description.
///
/// The sample has every kind of entry with every optional key, so that no list is empty.
enum TemplateSample {
  /// Returns the values that each built-in template gets, by its name.
  ///
  /// - Throws: `CryptoError` if hashing fails.
  static func contexts() throws -> [String: TemplateContext] {
    let recorder = TemplateRecorder()
    let templates = TemplateSet(BuiltInTemplate.all, recorder: recorder)
    for (ios, android, output) in [
      ("objc", "java", "code"), ("swift", "kotlin", "code"), ("objc", "java", "weex_config"),
    ] {
      let text = description(ios: ios, android: android, output: output)
      let parsed = try ParsedRegistry.read(Array(text.utf8), file: "sample.json")
      _ = try RegistryGenerator(parsed, source: "sample.json", templates: templates).files()
      let skeletons = SkeletonGenerator(parsed, templates: templates)
      for language in NativeLanguage.allCases {
        for (kind, name) in entries {
          _ = try skeletons.files(kind, named: name, in: language, folder: "sample")
        }
      }
    }
    return recorder.contexts
  }

  private static let entries: [(EntryKind, String)] = [
    (.module, "sample"), (.component, "acme-sample"), (.widget, "sample"),
    (.embedView, "acme_sample"),
  ]

  static func description(ios: String, android: String, output: String) -> String {
    #"""
    {
      "appName": "sample", "version": { "android": "1.0.0", "iOS": "1.0.0" },
      "generate": {
        "presets": ["eros-ios", "eros-android"],
        "ios": { "language": "\#(ios)", "out": "ios", "swiftHeader": "Acme-Swift.h", "exports": true },
        "android": { "language": "\#(android)", "package": "com.acme.eros", "mpaasPackage": "com.acme.mpaas",
          "out": "android", "emit": ["\#(output)", "app_config", "proguard"] },
        "js": { "out": "js" }
      },
      "types": { "Point": { "x": "number" } },
      "modules": [
        { "name": "sample", "doc": "D", "android": "com.acme.Sample",
          "targetExecuteThread": "javaScript",
          "ios": { "class": "AcmeSample", "swift": true, "if": "DEBUG" },
          "methods": [{ "name": "go", "doc": "D", "args": ["a: string"], "sync": true, "returns": "Point" }] }
      ],
      "components": [
        { "name": "acme-sample", "doc": "D", "appendTree": true, "isTemplate": true,
          "ios": { "class": "AcmeView", "swift": true, "if": "DEBUG" },
          "android": { "class": "com.acme.View", "dom": "com.acme.Dom" },
          "attributes": [{ "name": "src", "type": "string", "doc": "D" }],
          "events": [{ "name": "finish", "params": { "took": "number" }, "doc": "D" }],
          "methods": [{ "name": "go", "doc": "D", "args": ["a: string"] }] }
      ],
      "handlers": [
        { "ios": { "protocol": "WXImgLoaderProtocol", "class": "AcmeLoader", "if": "DEBUG" },
          "android": { "adapter": "imgAdapter", "class": "com.acme.Adapter" } },
        { "android": { "adapter": "navigator", "class": "com.acme.Navigator" } }
      ],
      "widgets": [
        { "name": "sample", "path": "/widget/sample", "doc": "D", "params": ["a: string"],
          "ios": { "class": "AcmeWidget", "header": "AcmeWidget.h", "if": "DEBUG" },
          "android": { "class": "com.acme.Widget", "lookup": "runtime" } }
      ],
      "containerAPIs": [
        { "name": "sample", "path": "/sample", "ios": { "class": "AcmeAPI", "if": "DEBUG" },
          "android": { "class": "com.acme.API", "lookup": "runtime" } }
      ],
      "decorators": [
        { "name": "sample", "ios": { "class": "RXRRequestDecorator", "if": "DEBUG",
          "headers": { "a": "b" }, "parameters": { "a": "b" } } }
      ],
      "proxies": [{ "name": "sample", "ios": { "class": "AcmeProxy", "if": "DEBUG" } }],
      "embedViews": [
        { "type": "acme_sample", "doc": "D", "ios": { "class": "AcmeMapView", "if": "DEBUG" },
          "android": "com.acme.MapView",
          "params": [{ "name": "color", "type": "string", "doc": "D" }],
          "events": [{ "name": "onTap", "params": "Point", "doc": "D" }],
          "messages": [{ "name": "set", "data": "Point", "doc": "D" }],
          "lifecycle": ["appear", "resume", "pause", "destroy", "visibility", "fullscreen"] }
      ],
      "jsApis": [{ "names": ["sample"], "ios": "AcmeJSAPI", "android": "com.acme.JSAPI" }],
      "routes": { "scheme": "acme", "mapURL": "https://example.com/routes.json" }
    }
    """#
  }
}

import ErosConfig
import ErosCore
import ErosDevice
import ErosRegistry
import ErosRehearsal
import ErosReport
import ErosRoutes
import ErosSourceMaps
import ErosStore
import ErosTemplates
import ErosTestSupport
import ErosVersions
import Testing

@testable import ErosCommands
@testable import ErosPublish

@Suite("Translations of findings")
struct FindingTranslationTests {
  private static let languages = Language.allCases.filter { $0 != .english }

  /// The sources of the translated findings.
  ///
  /// These are the findings of all commands: about bundles, configurations, versions, the native side,
  /// native sources, JavaScript, images, source maps, routes, stores, pages and sandboxes.
  private static let sources = [
    "Base/ErosCore/BundlePath.swift", "Base/ErosCore/BundlePath+Portability.swift",
    "Base/ErosCore/TimestampDoubt.swift", "Base/ErosCore/WgtIdentity.swift",
    "Base/ErosCore/Findings/BundleFindingList.swift",
    "Bundle/ErosBundle/Verify", "Bundle/ErosBundle/Zip/ZipEnd.swift",
    "Bundle/ErosBundle/Zip/ZipStructure.swift", "Bundle/ErosBundle/Zip/ZipStructure+Layout.swift",
    "Bundle/ErosPack/BundleSource+Wgt.swift", "Bundle/ErosPack/PackLimits.swift",
    "Bundle/ErosReport/Advice", "Bundle/ErosReport/Images",
    "Bundle/ErosReport/ScriptContents.swift", "Bundle/ErosSourceMaps/InlineSourceMap.swift",
    "Bundle/ErosSourceMaps/MappingReader.swift", "Bundle/ErosSourceMaps/SourceMap.swift",
    "Bundle/ErosSourceMaps/SourceMap+Sizes.swift", "Bundle/ErosSourceMaps/SourceMapFolder.swift",
    "Bundle/ErosSourceMaps/SourceMapSection.swift", "Bundle/ErosSourceMaps/Symbolicator.swift",
    "CLI/ErosCommands/Project/DoctorReport.swift",
    "CLI/ErosCommands/Registry/AdoptCommand.swift",
    "CLI/ErosCommands/Registry/GenerateReport.swift",
    "CLI/ErosCommands/Store/PublishSourceMaps.swift",
    "Device/ErosDevice/Sandbox/ReleaseStore+Check.swift",
    "Device/ErosDevice/Sandbox/SandboxStatus.swift",
    "Native/ErosRegistry/Generator/Output/OutputFindingCode.swift", "Native/ErosRegistry/Reading",
    "Native/ErosRegistry/Rules", "Native/ErosRegistry/Surface", "Native/ErosRegistry/Types",
    "Native/ErosSources", "Native/ErosVersions/Flutter", "Native/ErosVersions/Gradle",
    "Native/ErosVersions/Locations/ProjectFiles.swift", "Native/ErosVersions/Xcode",
    "Native/ErosConfig/ConfigValidator.swift",
    "Native/ErosConfig/BudgetFindingCode.swift", "Native/ErosVersions/Check/Checks",
    "Native/ErosVersions/Check/ProjectCheck.swift", "Native/ErosRoutes/Build/RouteBuilder.swift",
    "Native/ErosRoutes/Build/SiteLinks.swift", "Native/ErosRoutes/Build/SourceNames.swift",
    "Native/ErosRoutes/Map/RouteCheck.swift", "Native/ErosRoutes/Verify/SiteVerifier.swift",
    "Native/ErosRoutes/Expressions", "Release/ErosExplain", "Release/ErosPublish/Import",
    "Release/ErosStore/Editor/ChannelRepair.swift",
    "Release/ErosStore/Editor/NewerSnapshots.swift",
    "Release/ErosStore/Editor/RoleSelection.swift",
    "Release/ErosStore/Editor/StoreCheck.swift",
    "Release/ErosStore/Editor/StoreFindingCode.swift",
    "Release/ErosStore/Editor/StoreRepair.swift", "Rehearse/ErosRehearsal/RehearsalJudge.swift",
    "Rehearse/ErosRehearsal/RehearsalFinding.swift",
    "Rehearse/ErosRehearsal/Engines/RehearsalProject+Engines.swift",
  ].map { "Sources/" + $0 }

  /// Texts in the sources that are parts of the messages of `examples`, or are not findings.
  private static let others: Set<String> = [
    // A part of a decision of a device, which stays in English.
    ", stack VALUE",
    // Parts of messages.
    "publish its bundle again with `eros publish BUNDLE --channel VALUE --store STORE`",
    "VALUE; without the bundle of release VALUE, publish another release and then run `eros store refresh STORE --repair`",
    "VALUE, or take release VALUE out of the channel with `eros store refresh STORE --repair`",
    "its metadata is lost, so the channel was created again VALUE",
    "with release VALUE as its newest",
    "; `eros release list` no longer lists the releases VALUE", " --channel VALUE", "a file",
    " is not a function",
    "VALUE min",
    "extra field", "local extra field", "changes the name, type or data for some readers",
    "is empty, which bsdtar rejects", "the key 'VALUE' is VALUE", "the zip", "the script",
    "the content delta", "VALUE has VALUEVALUE, VALUE over the budget of ",
    " and VALUE more differ", " and also VALUE", "is missing", "is new", "'VALUE' is ",
    "'VALUE' of the VALUE is ", "synchronous on iOS, but asynchronous on Android",
    "asynchronous on iOS, but synchronous on Android",
    "has properties that the description cannot express, so its registration on iOS stays",
    "'VALUE' is VALUE, but 'VALUE' in 'VALUE' is VALUE; ",
    "this app never applies the bundle",
    "update servers offer a bundle only to apps of exactly its version",
    "; `eros verify` lists all findings",
    "the shipped configuration does not match 'VALUE': VALUE ", "the last release",
    "'VALUE' is VALUE, but VALUE in VALUE", "; and VALUE more", " and VALUE more",
    "the earlier route VALUE matches", "the earlier routes VALUE match",
    "the metadata VALUE at VALUE", "the environment of the rehearsal throws it",
    "; it loads VALUE, which is not here",
    " contains 'VALUE', but", "'VALUE'VALUE must be VALUE", ", synchronous",
    "'VALUE' must be an arrayVALUE",
    "release VALUE is staged and waits for the next foreground launchVALUE",
    "'VALUE' is synchronous, but ", "has a callback", "returns nothing", "record VALUE",
    "`eros rehearse` and `eros check --rehearse` require it", " with status VALUE",
    "the server responded with an errorVALUE",
    "the bundle embedded in the updated appVALUE is newer than the release",
    " after the trial of another release", "release VALUE", ", expired at VALUE",
    ", requires app VALUE", ", status VALUE", ", timestamp version VALUE", "VALUE at VALUE: VALUE",
    "VALUE failed its trial; the app reported: VALUE", "VALUE runs and is newer",
    "VALUE was not confirmed in VALUE",
    "VALUE was rolled back on this device after it had been confirmed",
    "VALUE was rolled back on this device during its trial",
    // The names of tests of the findings of `eros doctor`.
    "eros doctor", "git is installed", "pages can be run", "a project exists",
    "native projects are found", "the pages are built", "the project can be checked",
    "no project was found",
    // Reasons for a check that was skipped, in reports for build services.
    "the native projects do not contain a bundle", "the base does not contain a manifest",
    "needs --base, --against or --store", "the base does not have a configuration of the app",
    "needs a base or a recorded release with a native side",
    "needs a base or a recorded release", "the base does not describe the native side",
    "the zip is unsafe", "needs --manifest", "needs a valid manifest",
    "the manifest does not contain the value", "a file is damaged",
    "needs --store", "the configuration does not describe the native side",
    "eros generate --check", "needs `eros generate --check`",
    // An error of the library that unpacks.
    "out of memory: zlib needs 44 KB to decompress",
    // Parts of messages about native sources.
    "'VALUE' VALUE the VALUE 'VALUE', which VALUE does not declare", "VALUE 'VALUE'",
    "the VALUE of VALUE", "unknown VALUE of VALUE", "any embedded view", "VALUE VALUE",
    "VALUE VALUE of VALUE",
    "'VALUE' exports 'VALUE', which VALUE does not declare", "'VALUE' exports VALUE to JavaScript",
    "'VALUE' handles 'VALUE', but VALUE is declared with 'VALUE' (VALUE)",
    "'VALUE' has VALUE, but is VALUE with VALUE", "'VALUE' is VALUE here, but VALUE as VALUE",
    "'VALUE' is the class of VALUE, ", "but is not a VALUE",
    "but does not conform to VALUE", "but may not be a VALUE: it derives from VALUE",
    "but may not conform to VALUE: it derives from VALUE",
    "'VALUE' of 'VALUE' has type 'VALUE', but is VALUE as VALUE", "'VALUE' of the module 'VALUE'",
    "'VALUE' returns 'VALUE', but is VALUE as returning VALUE",
    "'VALUE'VALUE does not export 'VALUE' of VALUE on VALUE",
    "; of its registrations, VALUE belong to the host and are omitted",
    "VALUE 'VALUE' of the component 'VALUE'", "VALUE is asynchronous and does not return a result",
    "VALUE is computed", "VALUE is missing on VALUE",
    "VALUE is registered hereVALUE and in the generated code", " under 'VALUE'",
    "only code under 'VALUE' registers the VALUE 'VALUE'VALUE, but the generated code always does",
    "VALUE is registered here, but not declared in VALUE",
    "VALUE is registered with 'VALUE' here, but with 'VALUE' at VALUE",
    "VALUE is synchronous and does not call back",
    "VALUE, and is registered, if at all, in a way that is not followed (VALUE)",
    "VALUE, but is not registered", "class 'VALUE' of VALUE not found in the sources for VALUE",
    "declared at VALUE",
    "is described, because the registration at VALUE is not followed; remove it from the description if the app does not register it",
    "method 'VALUE' of the module 'VALUE'",
    "no source defines the keys of 'VALUE', so these VALUEs are not compared", "not in the sources",
    "the JS API", "the VALUE", "the VALUE 'VALUE'",
    "the VALUE 'VALUE' is never VALUE by 'VALUE'",
    "the VALUE 'VALUE'VALUE is 'VALUE' on Android (VALUE)",
    "the class 'VALUE' of VALUE is declared at VALUE, but not implemented in the sources for VALUE",
    "the class of this VALUE", "the component 'VALUE'", "the container API 'VALUE'",
    "the decorator 'VALUE'", "the embedded view 'VALUE'", "the handler",
    "the host cannot create 'VALUE', the class of VALUE: it VALUE", "the module 'VALUE'",
    "the name of this VALUE", "the proxy 'VALUE'", "the widget 'VALUE'", "unknown VALUE",
    "this class has too many keys to follow, so its VALUEs are not compared",
    "'VALUE', which is not in the sources, offers it", "VALUE offers it", "the class", "the name",
    // Code that a patch inserts, and a mark of the framework in a script.
    "[VALUE registerAll];", "#import \"VALUE.h\"", "import VALUE.VALUE", "[JS Framework] Vm#",
    // Details of `--verbose`.
    "build output", "code of other projects",
    // Parts of changes of the native side, and errors of records.
    ": argument VALUE", ": data", ": result", "VALUE: event", "VALUE: message", "VALUE: method",
    "added as required", "became asynchronous", "became optional", "became required",
    "became synchronous", "changed from VALUE to VALUE", "is now called once",
    "may now be called again", "'VALUE' in VALUE is not a parameter", "'VALUE' of 'VALUE'",
    "a platform", "a release", "a surface", "the surface",
    // Parts of messages about versions.
    "; 'VALUE' differs only in case", "VALUE contains unknown settings",
    "VALUE is outside 'VALUE'", "VALUE not found", "no VALUE that builds an app is found",
    // Parts of messages about images and source maps, and other texts of the sources.
    ", and ", "(other code)", "//# sourceMappingURL=data:", "//@ sourceMappingURL=data:",
    "VALUE without a source map: VALUEVALUE",
    // Parts of messages about outputs, and the help of `eros adopt`.
    "git ignores the output 'VALUE'VALUE because of 'VALUE'", " and VALUE",
    "Describe what the native sources of an app register", "The folder of the description.",
    "Replace an eros.native.json outside the project.",
    // Results of `eros generate` on standard output, which are in English.
    "eros generate", "needs --sources", "the description has errors", "would write",
    "would remove", "unchanged VALUE, VALUE VALUE.", "recorded VALUE", "All files are up to date.",
    "Nothing was written, because the description and the sources differ.",
    "Nothing was written, because nothing was compared.", "Nothing was compared.",
    "Nothing was written or recorded, because a recorded release would change.",
    "Raise the version, or pass --force to record it anyway.", "VALUE to update.",
    "`--verbose` prints the differences of all files, and `--diff full` all lines",
    "The JavaScript and the native sources differ.", "The description and the sources differ.",
    "The JavaScript uses only what the native sources register.", "the version is high enough",
    "the version must be at least VALUE", "VALUE VALUE -> VALUE: nothing changed",
    "VALUE VALUE -> VALUE: VALUE change, VALUE",
    // Parts of messages of JavaScriptCore.
    "JSON Parse error", "(evaluating '", "(void 0).", "is not a function",
    "undefined is not an object", "[native code]", "Can't find variable: ",
  ]

  /// Messages with several parts.
  private static let examples: [String] =
    [
      "'a' has properties that the description cannot express, so its registration on iOS stays",
      "publish its bundle again with `eros publish BUNDLE --channel a --store STORE`, or take release 1 out of the channel with `eros store refresh STORE --repair`",
      "publish its bundle again with `eros publish BUNDLE --channel a --store STORE`; without the bundle of release 1, publish another release and then run `eros store refresh STORE --repair`",
      "its metadata is lost, so the channel was created again with release 1 as its newest",
      "its metadata is lost, so the channel was created again without releases",
      "a page of the history is lost; `eros release list` no longer lists the releases 1, 2",
      "release 1 was not confirmed in 1 launch", "release 1 was not confirmed in 2 launches",
      "a channel cannot have the name 'a', so bundles of the app cannot be published: names of channels have only ASCII letters, digits, '.', '-' and '_'",
      "name the channel in 'release.channel', such as 'my-app/production'",
      "extra field 0x5 changes the name, type or data for some readers",
      "local extra field 0x5 changes the name, type or data for some readers",
      "extra field 0x5 is empty, which bsdtar rejects",
      "local extra field 0x5 is empty, which bsdtar rejects",
      "the zip has 1, 2 over the budget of 3",
      "the script has 1 in the zip, 2 over the budget of 3",
      "the content delta has 1, 2 over the budget of 3",
      "the manifest does not match 'a': 'b' differs",
      "the manifest does not match 'a': 'b' is missing",
      "the manifest does not match 'a': 'b' is new",
      "the manifest does not match 'a': 'b' and 2 more differ",
      "the manifest does not match 'a': 'android' is 1, not 2; 'b' and 2 more differ",
      "'a' is 1, but 'b' in 'c' is 2; this app never applies the bundle",
      "'a' is 1, but 'b' in 'c' is 2; update servers offer a bundle only to apps of exactly its version",
      "pack it again with `eros pack`; `eros verify` lists all findings",
      "the shipped configuration does not match 'a': 'b' differs",
      "the shipped configuration does not match 'a': 'b', 'c' differ",
      "'a' is 'b', which is not a version", "\(NativeVersion.remedy)",
      "'a' contains 'b', but must be \(NativeVersion.form)",
      "'a' is 1, but 2 in the last release", "'a' is 1, but 2 in 'b'",
      "'a' must be a URL with http:// or https://, found 'b'",
      "'a', 'b' and 3 more refer to each other, so no hash can be computed first",
      "it has 2 bytes, but the limit for pages, scripts and style sheets is 1",
      "it has 2 bytes, but the limit for files is 1",
      "too many routes to compare: this route and the 3 after it were not checked for hidden routes and differences between iOS and Android",
      "iOS opens 'a', because a part of it matches; Android does not, because the complete URI does not match",
      "never reached: the earlier route 'a' matches all its URIs, for example 'b'",
      "never reached on iOS: the earlier routes 'a' and 'b' match all its URIs, for example 'c'; Android searches pages and partial pages separately",
      "eros cannot check the expression: '(?)' (character 1)",
      "unclosed '[' at character 1", "the metadata expired at 1", "the metadata expires at 1",
      "the expiry of the metadata is not known: the store 'a' does not exist",
      "a cache delivers a copy that is 120 seconds old",
      "a cache delivers an earlier timestamp than the origin",
      "the response has no Cache-Control, so caches choose how long they keep the timestamp",
      "Cache-Control does not say how long caches may keep the timestamp: public",
      "caches may keep the timestamp for 600 seconds: max-age=600",
      "release 1 is paused by the brake", "release 1 is at most 5% by the brake",
      "release 1 is paused by the brake: a", "release 1 is at most 5% by the brake: a",
      "release 1 is paused by the brake: 60 of 60 trials failed in 24 hours",
      "release 1 is paused by the brake: 10 of 110 trials failed; the plan permits 2.5%",
      "release 1 is lifted by the brake",
      "version 1.0.0 of the iOS app does not offer the module a",
      "version 1.0.0 of the iOS app does not offer the method a.b",
      "version 1.0.0 of the iOS app does not offer the component a",
      "version 1.0.0 of the iOS app does not offer the attribute a of b",
      "version 1.0.0 of the iOS app does not offer the event a of b",
      "version 1.0.0 of the iOS app does not offer the method a of b",
      "version 1.0.0 of the iOS app does not offer the widget /widget/a",
      "version 1.0.0 of the iOS app does not offer the container API /a",
      "version 1.0.0 of the iOS app does not offer the embedded view a",
      "version 1.0.0 of the iOS app does not offer the parameter a of b",
      "version 1.0.0 of the iOS app does not offer the message a of b",
      "version 1.0.0 of the iOS app does not offer the message a",
      "not judged: the script has 1; scripts of at most 2 are run",
      "not judged: its script 'a' has 1; scripts of at most 2 are run",
      "split the script, or move data out of it, for example to a file in 'assets'",
      "describe the native modules in the configuration of the app; see docs/registry.md",
      "run the command in the project of the app, or pass its configuration with `--config`",
      "not judged: it is a chunk that a page loads on demand",
      "not judged: a; the environment of the rehearsal throws it",
      "not judged: a; the page uses 'b', unknown here",
      "not judged: a; the page uses 'b', 'c', 'd' and 2 more, unknown here",
      "not judged: no description found, so it is unknown whether the app has the module a and 2 more",
      "the page renders nothing (iOS only)",
      "the page renders nothing (Android only)",
      "a page for a web view is loaded without its document, and not rendered; it loads a, which is not here",
      "'a.js': it is encrypted", "[E010] a method must be an object, not a string",
      "version 1.0.0 of the iOS and Android app does not offer the module a",
    ] + descriptionExamples + explanationExamples
    + ["name", "flags", "method", "checksum", "size", "compressed size"].map {
      "its local header and the central directory differ in the \($0)"
    }
    + [
      "the number of milliseconds since 1970", "an array of files", "the size in bytes",
      "a path that starts with '/'",
    ].map { "'a' must be \($0)" }

  /// Messages about the description of the native side, and about JSON.
  private static let descriptionExamples =
    [
      "'a$' contains '$', but must be letters, digits, '_' and '-'",
      "'a' must be a, b or c, not 'd'", "an item of 'a' must be b or c, not 'd'",
      "'a' is missing in a method", "unknown key 'a' in a module", "more than 1 entries",
      "'void' must be the result of a method",
      "'a' must be true or false, not 1", "'a' must be a boolean or a string, not a number",
      "'a' must be an array or an object, not a string", "'a' must be an integer, not a string",
      "'a' is synchronous, but has a callback", "'a' is synchronous, but returns nothing",
      "'a' differs between the platforms: 1 argument on iOS; 2 arguments on Android",
      "'a' differs between the platforms: 1 argument, synchronous on iOS; 2 arguments, synchronous on Android",
      "'a' is asynchronous on iOS, but synchronous on Android",
      "'a' is synchronous on iOS, but asynchronous on Android",
      "the selector 'a:' has 1 argument, but 'a' has 2", "duplicate method 'a'",
      "duplicate attribute 'a' (first at line 1)",
      "invalid type: expected a type, found the end", "invalid number: expected a digit",
      "invalid number: expected a digit after the decimal point",
      "invalid number: expected a digit in the exponent", "invalid number: leading zero",
      "a.b() needs 2 arguments, but the page passes 1",
      "a.b() takes 1 argument, but the page passes 2",
      "a.b() takes 'string' as argument 1, but the page passes an array",
      "a.b() takes 'string' as argument 1, but the page passes a value of type number",
      "run `eros generate --config a`", "a JS API must be an object, not a string",
      "the program 'a', which runs pages, is not installed; `eros rehearse` and `eros check --rehearse` require it",
    ]
    + [
      "module", "component", "widget path", "container API path", "embedded view", "JS API",
      "handler protocol", "adapter", "attribute", "event", "parameter", "message",
    ].map { "duplicate \($0) 'a'" }
    + ["module", "component", "widget", "container API", "decorator", "proxy", "embedded view"].map
  {
    "the class of the \($0) 'a' is Swift, but 'generate.ios.swiftHeader' is missing"
  } + ["the class of the handler is Swift, but 'generate.ios.swiftHeader' is missing"]
    + [
      "a value", "a key", "a key in double quotes", "an integer or a key in quotes",
      "a JSON object or `module.exports = {…}`", "',' or ']'", "',' or '}'",
    ].map { "expected \($0), found 'a'" }
    + ["the end of a string", "the end of the comment that starts here", "an escape sequence"].map {
      "expected \($0), found the end of the document"
    }

  /// Messages of `eros explain`.
  private static let explanationExamples = [
    "the server responded with an error", "the server responded with an error with status 404",
    "the bundle embedded in the updated app is newer than the release",
    "the bundle embedded in the updated app 1.0.0 is newer than the release",
    "release 1 is staged and waits for the next foreground launch after the trial of another release",
    "release 1 is staged and waits for the next foreground launch",
    "release 1 failed its trial; the app reported: a", "release 1 was not confirmed in 2 launches",
    "release 1 was rolled back on this device after it had been confirmed",
    "release 1 was rolled back on this device during its trial",
    "release 1 of 'a' runs and is newer", "a release that is not of this channel runs and is newer",
    "the state: the version of the app is unknown", "'a.zip' belongs to the app 'b'",
    "'a.zip' belongs to no app", "1 record of the app 'a'", "2 records of the app 'a'",
    "the decisions do not tell two causes apart",
    "release", "result", "cause", "proof", "remedy",
  ]

  /// Messages of `eros sources` and `eros adopt`.
  private static let sourceExamples: [String] =
    sourceMessages + exportMessages + missingMessages + entryMessages + registrationMessages

  private static let sourceMessages: [String] = [
    "'a' is described, because the registration at b:1:2 is not followed; remove it from the description if the app does not register it",
    "'a' is skipped: it must be letters, digits, '_' and '-'",
    "'a' is skipped: it is registered as 'b', like 'c' at d:1:2",
    "the method 'a' of the module 'b' is 'c' on Android (d:1:2)",
    "the attribute 'a' of the component 'b' is 'c' on Android (d:1:2)",
    "the event 'a' of the component 'b' is 'c' on Android (d:1:2)",
    "the module 'a' is 'b' on Android (c:1:2)", "the component 'a' is 'b' on Android (c:1:2)",
    "unknown module 'a', unless native code for HarmonyOS offers it (b:1:2), but the code checks first",
    "unknown method 'a' of the module 'b'", "unknown attribute 'a' of the component 'b'",
    "unknown event 'a' of the component 'b', unless 'c' uses it by a computed name (d:1:2)",
    "'a' of the module 'b' is asynchronous and does not return a result, but the code checks first",
    "'a' of the module 'b' is synchronous and does not call back",
    "'a' has 1 argument, but is declared at b:1:2 with 2",
    "'a' has 3 arguments, but is declared at b:1:2 with 2 (inside a preprocessor condition)",
    "'a' of 'b' has type 'c', but is declared at d:1:2 as e",
    "'a' returns 'b', but is declared at c:1:2 as returning d",
    "'a' reads the attribute 'b', which the component 'c' does not declare",
    "'a' fires the event 'b', which the component 'c' does not declare",
    "the attribute 'a' is never read by 'b'", "the event 'a' is never fired by 'b'",
    "unknown method 'a' of the component 'b'", "unknown widget 'a'",
    "unknown container API 'a', unless a class without a literal path offers it (b:1:2)",
    "unknown embedded view 'a'", "unknown parameter 'a' of the embedded view 'b'",
    "unknown event 'a' of the embedded view 'b'", "unknown message 'a' of any embedded view",
    "'a' reads the parameter 'b', which the embedded view 'c' does not declare",
    "'a' fires the event 'b', which the embedded view 'c' does not declare",
    "'a' handles the message 'b', which the embedded view 'c' does not declare",
    "the parameter 'a' is never read by 'b'", "the message 'a' is never handled by 'b'",
    "'a (synchronous)' and 'b' (c:1:2) have the same JavaScript name 'd', and it is undefined which of them is called",
    "'a' and 'b (synchronous)' (c:1:2) have the same JavaScript name 'd', and it is undefined which of them is called",
    "'a (synchronous)' and 'b (synchronous)' (c:1:2) have the same JavaScript name 'd', and it is undefined which of them is called",
    "'a' of the component 'b' differs between the platforms: 1 argument on iOS, 2 arguments, synchronous on Android (c:1:2)",
    "'a' of the component 'b' is asynchronous on iOS, but synchronous on Android (c:1:2)",
    "'a' of the component 'b' is synchronous on iOS, but asynchronous on Android (c:1:2)",
    "a copy of the Weex SDK is in the sources", "a copy of Rexxar is in the sources",
    "a copy of the Weex SDK is in the sources; of its registrations, 3 belong to the host and are omitted",
    "no native source found, so nothing in it was compared",
    "no JavaScript found, so nothing in it was compared",
    "the name of this attribute is computed, so it is not compared",
    "the constant 'a' is not in the sources, so it is not compared",
    "the name is computed, so this registration of a view is not followed",
    "the class is computed, so this registration of a module is not followed",
    "the loops of the sources have too many rows to follow, so this registration of a module is not followed",
    "the sources have too many calls to follow, so this registration of a component is not followed",
    "git ignores the output 'a' because of 'b'",
    "git ignores the output 'a' and 1 other output because of 'b'",
    "git ignores the output 'a' and 2 other outputs because of 'b'",
  ]

  private static let exportMessages: [String] = {
    var messages: [String] = []
    for noun in ["a method", "methods"] {
      let subject = "'a' exports \(noun) to JavaScript"
      messages.append("\(subject), but is not registered")
      messages.append(
        "\(subject), and is registered, if at all, in a way that is not followed (b:1:2)")
    }
    for (kind, other) in [("synchronous", "asynchronous"), ("asynchronous", "synchronous")] {
      let message = "'a' is \(kind) here, but declared at b:1:2 as \(other)"
      messages += [message, message + " (inside a preprocessor condition)"]
    }
    for noun in ["attribute", "event"] {
      messages += [
        "this class has too many keys to follow, so its \(noun)s are not compared",
        "no source defines the keys of 'a', so these \(noun)s are not compared",
      ]
    }
    return messages
  }()

  /// Messages about names that one platform lacks.
  private static let missingMessages: [String] = {
    let subjects = [
      "the module 'a'", "the component 'a'", "the method 'a' of the module 'b'",
      "the attribute 'a' of the component 'b'", "the event 'a' of the component 'b'",
      "the method 'a' of the component 'b'", "the widget 'a'", "the container API 'a'",
      "the embedded view 'a'", "the parameter 'a' of the embedded view 'b'",
    ]
    var messages: [String] = []
    for subject in subjects {
      for platform in ["iOS", "Android"] {
        let message = "\(subject) is missing on \(platform)"
        messages += [
          message, message + ", but the code checks the platform",
          message + ", unless a registration that is not followed includes it (c:1:2)",
          message + ", unless 'c', which is not in the sources, offers it",
          message + ", unless c offers it",
        ]
      }
    }
    return messages
  }()

  /// Messages about the classes of entries.
  private static let entryMessages: [String] = {
    let entries = [
      "module 'a'", "component 'a'", "widget 'a'", "container API 'a'", "decorator 'a'",
      "proxy 'a'", "embedded view 'a'", "JS API", "handler",
    ]
    return entries.flatMap { (entry: String) -> [String] in
      [
        "'a' exports 'b', which the \(entry) does not declare",
        "'a' exports 'b', which the \(entry) does not declare (inside a preprocessor condition)",
        "'a' does not export 'b' of the \(entry) on iOS",
        "'a' (b:1:2) does not export 'c' of the \(entry) on iOS",
        "the class 'a' of the \(entry) is declared at b:1:2, but not implemented in the sources for iOS",
        "class 'a' of the \(entry) not found in the sources for iOS",
        "'a' is the class of the \(entry), but is not a WXModule",
        "'a' is the class of the \(entry), but may not be a WXModule: it derives from c, d",
        "'a' is the class of the \(entry), but does not conform to WXModuleProtocol",
        "'a' is the class of the \(entry), but may not conform to WXModuleProtocol: it derives from c, d",
        "the host cannot create 'a', the class of the \(entry): it is abstract",
        "'a' handles '/b', but the \(entry) is declared with '/c' (d:1:2)",
      ]
    }
  }()

  /// Messages about registrations, with each kind of a registration.
  private static let registrationMessages: [String] = {
    let common = [
      "module", "component", "adapter", "DOM object", "widget", "container API", "decorator",
      "proxy", "JS API",
    ]
    var messages: [String] = []
    for kind in common + ["handler of", "embedded view"] {
      messages += [
        "the \(kind) 'a' is registered with 'b' here, but with 'c' at d:1:2",
        "the \(kind) 'a' is registered here and in the generated code",
        "the \(kind) 'a' is registered here under 'if (b)' and in the generated code",
        "only code under 'if (b)' registers the \(kind) 'a', but the generated code always does",
        "only code under '#if b' registers the \(kind) 'a' and also 'b', 'c', but the generated code always does",
        "the \(kind) 'a' is registered here, but not declared in b",
        "the registration of the \(kind) 'a' stays: it is a row of a table",
      ]
    }
    for kind in common + ["handler", "view"] {
      let end = "so this registration of a \(kind) is not followed"
      messages += [
        "the name of this \(kind) is computed, \(end)",
        "the class of this \(kind) is computed, \(end)", "describe the \(kind) manually",
        "also pass the folder that declares it, or describe the \(kind) manually",
      ]
    }
    for kind in ["widget", "container API", "decorator", "proxy"] {
      messages += [
        "'a' is skipped: it is a \(kind) whose class is not in the sources",
        "'a' is skipped: it is a \(kind) without a literal path",
        "'a' is skipped: it is a \(kind) that the sources do not register",
      ]
    }
    return messages
  }()

  /// Changes of the native side since a release.
  private static let changeExamples: [String] = {
    let change = ["changed from a to b"]
    let changes = ["removed", "added"]
    let members = changes + change + ["added as required", "became required", "became optional"]
    let calls = ["became synchronous", "became asynchronous"]
    let callbacks = ["may now be called again", "is now called once"]
    var subjects: [String: [String]] = [
      "component a: attribute b": members, "component a: event b": changes + change,
      "widget a": changes, "widget a: parameter b": members, "container API a": changes,
      "container API a: result": change, "embedded view a": changes,
      "embedded view a: parameter b": members, "embedded view a: event b": changes + change,
      "embedded view a: message b": changes, "embedded view a: message b: data": change,
      "embedded view a: message b: result": change, "JS API a": changes,
    ]
    for owner in ["module a", "component a"] {
      let method = "\(owner): method b"
      subjects[owner] = changes
      subjects[method] = changes + calls
      subjects[method + ": result"] = change
      subjects[method + ": argument 1"] = members + callbacks
      subjects[method + ": argument 1: result"] = change
    }
    let list =
      "module a removed; module b: method c added; widget d: parameter e became required; and 4 more"
    return subjects.flatMap { subject, changes in changes.map { "\(subject) \($0)" } } + [
      "'a' is 1, but a major change of the iOS app since 2 requires 3: \(list)"
    ]
  }()

  /// Reasons why a version is unknown.
  private static let versionExamples: [String] = [
    "'a' contains unknown settings", "'a' is outside 'b'", "'a' not found",
    "'a' not found; 'b' differs only in case", "no target that builds an app is found",
    "no module that builds an app is found", "'a' is not a string but an array",
    "cannot determine the version of the iOS app from 'a': 'b' is not defined",
    "only the build can compute the value: a:1:2",
    "'a' does not resolve to one string literal: b:1:2",
  ]

  /// Messages about images and source maps.
  private static let mapExamples: [String] = [
    "a side has 3000 pixels; scale it to 2048, and the image has 1 MB; compress it to 200 KB",
    "1 script without a source map: 'a'", "2 scripts without a source map: 'a', 'b'",
    "5 scripts without a source map: 'a', 'b', 'c' and 2 more",
  ]

  private static let codes: [[any FindingCode]] = [
    BundleFindingCode.allCases, ConfigFindingCode.allCases, BudgetFindingCode.allCases,
    CheckFindingCode.allCases, RouteFindingCode.allCases, RouteFieldFindingCode.allCases,
    StoreFindingCode.allCases, RehearsalFindingCode.allCases, EngineFindingCode.allCases,
    OutputFindingCode.allCases,
    ImportFindingCode.allCases, SourceMapFindingCode.allCases, ImageFindingCode.allCases,
    SymbolicationFindingCode.allCases, SandboxFindingCode.allCases, RegistryRule.allCases,
  ]

  /// The messages and the remedies of all findings.
  private static func messages() throws -> Set<String> {
    // The findings of build services have a name for the test of each code.
    let names = Set(codes.joined().map(\.summary))
    let literals = try SourceMessages.inFiles(sources).subtracting(others).subtracting(names)
    let others = sourceExamples + changeExamples + versionExamples + mapExamples
    return literals.union(examples + others).union(codes.joined().compactMap(\.remedy?.description))
  }

  @Test(
    "each message and each remedy has one with the same values, and no other text is translated",
    arguments: languages)
  func complete(language: Language) throws {
    let catalog = MessageCatalog.of(language)
    let messages = try Self.messages()
    #expect(messages.count > 200)
    var keys: Set<String> = []
    for message in messages {
      guard let translation = catalog.translation(of: message) else {
        Issue.record("not translated: \(message)")
        continue
      }
      keys.formUnion(catalog.keys(for: message))
      let count = { (text: String) in text.ranges(of: SourceMessages.value).count }
      #expect(count(translation) == count(message), "\(message): \(translation)")
      let text = translation.replacing(/`[^`]*`|'[^']*'|source map/, with: "")
      #expect(!text.contains(/[a-z]{2,} [a-z]{2,}/), "\(translation)")
    }
    #expect(Set(language.texts(.finding).keys).subtracting(keys).sorted() == [])
  }

  @Test("the exceptions of pages are not translated")
  func exceptions() {
    let translation = MessageCatalog.of(.chinese).translation(of:)
    #expect(translation("Error: size") == nil)
    #expect(
      translation("not judged: Error: size; it may have data after a native callback is called")
        == "未判定：Error: size；原生回调之后可能才有数据")
    #expect(
      translation("not judged: Error: size; the page uses 'a', 'b', 'c' and 2 more, unknown here")
        == "未判定：Error: size；页面使用了此处未知的 'a'、'b'、'c'，以及另外 2 个")
  }

  @Test(
    "messages with a location, two platforms or two quoted names are complete",
    arguments: [
      (
        "version 1.0.0 of the iOS and Android app does not offer the module a",
        "iOS 和 Android 应用的 1.0.0 版本不提供模块 a"
      ),
      (
        "the configuration names pages that are not in 'dist':\n  a.json:3:15: the page 'b' ('c')",
        "配置中的以下页面不在 'dist' 中：\n  a.json:3:15: 页面 'b'（'c'）"
      ),
      (
        "cannot pack 'dist': 'a/NUL.js': 'NUL.js' is the name of a device on Windows",
        "无法打包 'dist'：'a/NUL.js'：'NUL.js' 是 Windows 的设备名"
      ),
      (
        "'a.zip' was not installed because verification failed: 'b.js': it has 16 bytes, but the manifest says 15; the tree hash of the files is 1, but the manifest says 2; and 3 more",
        "'a.zip' 没有通过校验，未安装：'b.js'：有 16 字节，但清单中是 15 字节；文件的树哈希是 1，但清单中是 2；另有 3 项"
      ),
      (
        "'metadata/timestamp.json': 'timestamp.json' is not valid metadata: 1:1: expected a value, found 'x'",
        "'metadata/timestamp.json'：'timestamp.json' 不是有效的元数据：1:1: 应为值，实际为 'x'"
      ),
      (
        "release 2 is paused by the brake: 60 of 90 trials failed in 24 hours",
        "版本 2 被熔断暂停：24 小时内 90 次试运行中失败 60 次"
      ),
      (
        "create it with `eros channel add`, or choose one of: a/b, a/c",
        "请用 `eros channel add` 创建，或从以下频道中选择：a/b、a/c"
      ),
      (
        "[E010] a method must be an object, not a string", "[E010] 方法应为对象，实际为字符串"
      ),
      (
        "'/widget/a b' must be a path below /widget/ of letters, digits and '_'",
        "'/widget/a b' 必须是 /widget/ 下由字母、数字和 '_' 组成的路径"
      ),
      ("(values: ios, android, all)", "（可选值：ios、android、all）"),
    ])
  func complete(message: String, expected: String) {
    #expect(MessageCatalog.of(.chinese).translation(of: message) == expected)
  }

  @Test("the lines of findings are translated, and reports for build services are not")
  func lines() {
    let findings = [
      Finding(
        BundleFindingCode.fileMissing, subject: "a.js",
        "the manifest lists it, but it is not in the zip")
    ]
    #expect(
      findings.lines(TextStyle(isColored: false, in: .chinese)) == [
        "error: 'a.js'：清单中有该文件，但 zip 中没有 [fileMissing]",
        "  提示：离线包在打包后被修改；请用 `eros pack` 重新打包",
      ])
    let junit = FindingFormat.junit.text(
      of: findings, command: "eros verify", codes: BundleFindingCode.allCases, unchecked: [:])
    #expect(junit.contains("but it is not in the zip") && !junit.contains("清单"))
  }
}

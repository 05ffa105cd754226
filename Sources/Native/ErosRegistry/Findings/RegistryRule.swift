public import ErosCore

/// The rules for a description of native capabilities.
///
/// Scripts rely on the codes. The first letter is the severity: E for errors, W for warnings, N for
/// notes. D and J are drift: the description differs from the native sources, or from JavaScript.
/// Drift is an error or a warning.
public enum RegistryRule: String, FindingCode {
  // Text

  /// The text is neither JSON nor a module of literals.
  case notReadable = "E002"
  /// The file is the encrypted copy for devices.
  case deviceCopy = "W003"
  /// An object has a duplicate key.
  case duplicateKey = "E004"
  /// The text is too long, too deeply nested, or has too many values.
  case tooLarge = "E005"
  /// The configuration does not declare anything native.
  case nothingDeclared = "N001"

  // Shape

  /// A value has the wrong type, a key is unknown, or a required key is missing.
  case malformed = "E010"
  /// A key at the root resembles the name of a missing section.
  case misspelledSection = "W010"
  /// A value is not `true`, `false`, or one of these as a string.
  case notABoolean = "E011"
  /// A platform is written `iOS` instead of `ios`.
  case platformSpelling = "E012"
  /// An entry's name differs from its key.
  case nameDiffersFromKey = "E013"
  /// The embedded views are listed under both names.
  case duplicateEmbedList = "E014"
  /// The embedded views are listed under the old name, `customViews`.
  case customViewsAlias = "W014"
  /// A callback's type has its old name, `function`.
  case functionKeyword = "W015"
  /// The app's name or a version is missing, or still a template's placeholder.
  case placeholder = "W016"
  /// An entry has no class on any platform.
  case noPlatform = "E017"
  /// A module or component exists on one platform only.
  case onePlatform = "N018"

  // Names

  /// Two entries of the same kind have the same name.
  case duplicateName = "E020"
  /// Two names differ only in case.
  case nameDiffersInCase = "W020"
  /// `appendTree` is missing, and the platforms have different defaults.
  case appendDiffers = "N020"
  /// The host or a preset already has this name.
  case collision = "E021"
  /// The framework reserves a name, so the host would reject or hide the entry.
  case reservedName = "E022"
  /// Old versions of the framework reserve a module's name.
  case legacyModule = "W022"
  /// A name contains characters that cannot be used everywhere it is needed.
  case invalidName = "E023"
  /// A name is a keyword in a generated language.
  case reservedWord = "E024"
  /// A tag has uppercase letters, but some renderers ignore case.
  case upperCaseTag = "W025"
  /// A macro exports a class twice, so linking fails.
  case duplicateMacro = "E026"
  /// A module's name does not start with the id of its uni-app plugin.
  case nameOutsidePlugin = "W028"
  /// Two modules share a class.
  case sharedClass = "W027"

  // Methods and types

  /// An entry has a duplicate method.
  case duplicateMethod = "E030"
  /// An asynchronous method declares a result, but JavaScript does not receive it.
  case asyncResult = "E031"
  /// A method is synchronous, so it runs on the JavaScript thread.
  case syncMethod = "W031"
  /// A synchronous method has no result, or has a callback.
  case syncWithoutResult = "W032"
  /// A callback is not an argument of a method.
  case misplacedCallback = "E033"
  /// A required argument follows an optional one.
  case requiredAfterOptional = "E034"
  /// A type is unknown, recursive or malformed.
  case typeUnknown = "E035"
  /// A selector fits neither its method's name nor the number of arguments.
  case selectorMismatch = "E036"
  /// Two selectors start with the same keyword, so JavaScript cannot distinguish them.
  case selectorsClash = "E037"
  /// A method is named like one that every module has, or looks like a property.
  case defaultShadowed = "W038"
  /// A DOM object is declared for an SDK without DOM objects.
  case domWithApache = "E040"
  /// A method differs between the platforms.
  case platformsDisagree = "W041"
  /// A method, attribute or event has a lower `since` than its entry.
  case sinceBeforeEntry = "W042"

  // Components

  /// An entry has a duplicate attribute, event, parameter or message.
  case duplicateMember = "E050"
  /// The framework reserves an attribute's name.
  case reservedAttribute = "W051"
  /// An event starts with `on`, or exists in every component.
  case suspiciousEvent = "W052"
  /// An attribute changes at run time, but the class lacks the hook for it.
  case dynamicWithoutHook = "W053"

  // Mini programs

  /// An embedded view's parameter exists in every view.
  case reservedParameter = "E060"
  /// An embedded view's parameter starts with `on`, like an event.
  case eventLikeParameter = "E061"
  /// An embedded view's event does not start with `on` and an uppercase letter.
  case eventWithoutOn = "E062"
  /// An embedded view's parameter is a function.
  case functionParameter = "E063"
  /// An embedded view's type has no prefix that prevents collisions.
  case typeWithoutPrefix = "W064"
  /// The generated code does not register a JS API.
  case notRegistered = "N064"

  // Rexxar

  /// A Rexxar path has the wrong form for its kind.
  case invalidPath = "E070"
  /// A path is a prefix of another path, and iOS compares only prefixes.
  case pathIsPrefix = "W071"
  /// A route's pattern is not a valid regular expression on devices.
  case routePattern = "E080"
  /// A route's pattern matches different URIs on iOS and on Android.
  case routeNotAnchored = "W081"
  /// Two routes have the same pattern.
  case duplicateRoute = "E082"
  /// Earlier routes match every URI that a route matches.
  case routeUnreachable = "W082"
  /// A route has a host with an unescaped dot, a page without https, or an invalid date.
  case routeSuspicious = "W083"
  /// A route's pattern uses unsupported syntax, or there are too many routes to compare.
  case routeUnchecked = "W084"
  /// A setting of Rexxar has no effect on Android.
  case settingOfIOS = "N085"

  // Outputs

  /// An Android class outside the app's package has no keep rules.
  case missingKeepRules = "W090"
  /// Git ignores a generated file, so other checkouts lack it.
  case outputIgnored = "W091"
  /// An output or the templates are outside the project, or two outputs share a path.
  case invalidOutputPath = "E091"
  /// An output would replace a file that was not generated.
  case unknownOutput = "E092"
  /// An entry requires a setting that is missing.
  case settingMissing = "E093"
  /// A generated file has CR LF line endings.
  case lineEndings = "N093"
  /// Two outputs would register everything twice.
  case doubleRegistration = "E094"
  /// A setting is only for another host.
  case settingOfOtherHost = "E090"
  /// A platform has entries, but no output folder.
  case missingOutputFolder = "N094"

  // Native sources

  /// The sources do not contain a declared class.
  case classMissing = "D01"
  /// A class lacks the base class or protocol that its entry requires.
  case wrongBase = "D02"
  /// A declared method is not exported.
  case methodMissing = "D03"
  /// An exported method is not declared.
  case methodUndeclared = "D04"
  /// A method is synchronous only in the description or only in the sources.
  case syncDiffers = "D05"
  /// A method's number of arguments differs from the description.
  case arityDiffers = "D06"
  /// A method's native types do not match the declared types.
  case typeDiffers = "D07"
  /// Two exported methods have the same name in JavaScript.
  case exportsClash = "D08"
  /// Two exports of a class are on the same line number in two files, so one is lost.
  case sameLine = "D09"
  /// An export refers to a missing method.
  case exportWithoutMethod = "D10"
  /// The host cannot call an exported method, or cannot create its class.
  case notCallable = "D11"
  /// An asynchronous method returns a result, but JavaScript does not receive it.
  case deadResult = "D12"
  /// A class exports methods, but is not registered.
  case exportsUnregistered = "D13"
  /// A registration is not declared.
  case registrationUndeclared = "D14"
  /// A name is registered twice.
  case duplicateRegistration = "D15"
  /// An attribute or event exists only in the description or only in the sources.
  case memberDiffers = "D16"
  /// The iOS and Android sources have an undeclared difference.
  case sourcesDisagree = "D17"
  /// A class lacks the macro or the annotation that its entry requires.
  case markerMissing = "D18"
  /// The sources and the entry have different Rexxar paths.
  case pathDiffers = "D19"
  /// The host reads a table of registrations differently than intended.
  case tableMisread = "D20"
  /// A name is registered both manually and by the generated code.
  case registeredManually = "D21"
  /// An attribute or event is spelled slightly differently on the other platform.
  case spellingDiffers = "D22"

  // JavaScript

  /// JavaScript uses a module that is not declared.
  case moduleUnknown = "J01"
  /// JavaScript calls a method that is not declared.
  case methodUnknown = "J02"
  /// JavaScript uses a name that one platform lacks.
  case onePlatformOnly = "J03"
  /// JavaScript uses a tag that is not declared.
  case tagUnknown = "J04"
  /// A page uses an undeclared attribute or event, or an undeclared member of an embedded view.
  case memberUnknown = "J05"
  /// JavaScript uses an asynchronous method's result, or passes a callback to a synchronous method.
  case resultMisused = "J06"
  /// A page uses a widget, a container API or an embedded view that is not declared.
  case entryUnknown = "J07"

  // Reading sources

  /// A source is too large to be read.
  case sourceTooLarge = "N095"
  /// A source cannot be read as text.
  case sourceUnreadable = "W095"
  /// A registration in the sources cannot be described.
  case notAdopted = "W096"
  /// A folder contains no supported sources, or only skipped JavaScript.
  case nothingToRead = "W097"
  /// A registration in the sources has a name or class that cannot be determined.
  case nameNotFollowed = "W098"
  /// Code registers a name only under a condition, but the generated code always registers it.
  case conditionIgnored = "W099"
  /// The sources contain a copy of a host.
  case hostCopy = "N096"
  /// A bundler wrote this script.
  case bundledScript = "N097"
  /// An attribute or event in the sources has a name that cannot be determined.
  case memberNotFollowed = "N099"
  /// JavaScript uses a module in a way that cannot be followed.
  case moduleNotFollowed = "N098"

  /// The severity that follows from the first letter.
  public var severity: Finding.Severity {
    switch rawValue.utf8.first {
    case UInt8(ascii: "D"), UInt8(ascii: "J"): Self.driftWarnings.contains(self) ? .warning : .error
    case UInt8(ascii: "E"): .error
    case UInt8(ascii: "W"): .warning
    default: .note
    }
  }

  /// `true` if only a comparison with native sources or JavaScript checks the rule.
  public var isAboutSources: Bool {
    rawValue.hasPrefix("D") || rawValue.hasPrefix("J") || Self.readingRules.contains(self)
  }

  /// `true` if adopting the registrations in native sources checks the rule.
  public var isAboutAdopting: Bool {
    [.notAdopted, .conditionIgnored, .outputIgnored, .spellingDiffers].contains(self)
      || Self.readingRules.contains(self)
  }

  /// Rules about sources that a comparison cannot read or follow.
  private static let readingRules: Set<RegistryRule> = [
    .sourceTooLarge, .sourceUnreadable, .nothingToRead, .nameNotFollowed, .hostCopy,
    .bundledScript, .memberNotFollowed, .moduleNotFollowed,
  ]

  /// Drift that is only a warning: the code works, but probably not as intended.
  private static let driftWarnings: Set<RegistryRule> = [
    .methodUndeclared, .typeDiffers, .deadResult, .exportsUnregistered, .registrationUndeclared,
    .memberDiffers, .sourcesDisagree, .registeredManually, .spellingDiffers, .tagUnknown,
    .memberUnknown, .resultMisused,
  ]
}

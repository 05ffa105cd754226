/// The rules that a description of native capabilities is held to.
///
/// The words are a contract for scripts. Their first letter is the severity: E an error, W a
/// warning, N a note. D is drift between the description and native sources, J between it and
/// JavaScript; these are errors or warnings.
public enum RegistryRule: String, Sendable, CaseIterable {
  // The text

  /// The text is neither JSON nor a module of literals.
  case notReadable = "E002"
  /// The file is the encrypted copy that apps ship.
  case deviceCopy = "W003"
  /// An object has a key twice.
  case duplicateKey = "E004"
  /// The text is longer or deeper, or has more values, than is read.
  case tooLarge = "E005"
  /// The configuration describes nothing of the native side.
  case nothingDeclared = "N001"

  // Its shape

  /// A value has the wrong type, a key is unknown, or a required one is missing.
  case malformed = "E010"
  /// A key at the top is nearly that of a section that is not there.
  case sectionMisspelt = "W010"
  /// A truth is written in another way than `true`, `false`, or these as texts.
  case notABoolean = "E011"
  /// A platform is called `iOS` where it is `ios`.
  case platformSpelling = "E012"
  /// An entry's name differs from the key that it stands under.
  case nameAgainstKey = "E013"
  /// The list of embedded views is there under both its names.
  case twoEmbedLists = "E014"
  /// The list of embedded views has its old name, `customViews`.
  case customViewsAlias = "W014"
  /// A callback's type has its old name, `function`.
  case functionWord = "W015"
  /// The app's name or a version is missing, or is a word of a template.
  case placeholder = "W016"
  /// An entry has a class for neither platform.
  case noPlatform = "E017"
  /// An entry exists on one platform, and does not say that it should.
  case onePlatform = "N018"

  // Names

  /// Two entries of a kind have one name.
  case declaredTwice = "E020"
  /// Two names differ in nothing but case.
  case sameButCase = "W020"
  /// How children are appended is left to the platforms, which differ.
  case appendDiffers = "N020"
  /// A name belongs to the host or to a preset.
  case collision = "E021"
  /// A name is reserved by the framework, so the host would refuse or hide it.
  case reservedName = "E022"
  /// A module has a name that the first version of the framework gave a meaning to.
  case legacyModule = "W022"
  /// A name has characters that one of its uses does not take.
  case invalidName = "E023"
  /// A name is a word of a language in which it has to be written.
  case reservedWord = "E024"
  /// A tag has capitals, which only some renderers tell apart.
  case upperCaseTag = "W025"
  /// A macro exports one class twice, which does not link.
  case macroTwice = "E026"
  /// Two modules share a class.
  case sharedClass = "W027"

  // Methods and types

  /// An entry has a method twice.
  case methodTwice = "E030"
  /// An asynchronous method returns something, which JavaScript never gets.
  case asyncResult = "E031"
  /// A method is synchronous, so it runs on the thread of JavaScript.
  case syncMethod = "W031"
  /// A synchronous method returns nothing, or takes a callback.
  case syncWithoutResult = "W032"
  /// A callback stands elsewhere than as an argument of a method.
  case misplacedCallback = "E033"
  /// A required argument follows an optional one.
  case requiredAfterOptional = "E034"
  /// A type is unknown, recursive or malformed.
  case typeUnknown = "E035"
  /// A selector has another name or number of arguments than its method.
  case selectorMismatch = "E036"
  /// Two selectors begin with the same word, so they are one method for JavaScript.
  case selectorsClash = "E037"
  /// A method has the name of one that every module has, or reads like a property.
  case defaultShadowed = "W038"
  /// A DOM object is declared for an SDK that has none.
  case domWithApache = "E040"
  /// A method is not the same on both platforms.
  case platformsDisagree = "W041"

  // Components

  /// An attribute or event is there twice.
  case memberTwice = "E050"
  /// An attribute has a name that the framework keeps for itself.
  case reservedAttribute = "W051"
  /// An event begins with `on`, or is one that every component has.
  case oddEvent = "W052"
  /// An attribute changes at run time, and the class lacks the hook for that.
  case dynamicWithoutHook = "W053"

  // Mini programs

  /// A parameter of an embedded view is one that every view has.
  case reservedParameter = "E060"
  /// A parameter of an embedded view begins with `on`, which marks events.
  case eventLikeParameter = "E061"
  /// An event of an embedded view does not begin with `on` and a capital.
  case eventWithoutOn = "E062"
  /// A parameter of an embedded view is a function.
  case functionParameter = "E063"
  /// The type of an embedded view has no prefix that keeps it apart from others.
  case typeWithoutPrefix = "W064"
  /// A JS API that the app registers itself is not generated.
  case notRegistered = "N064"

  // Rexxar

  /// A path of Rexxar does not have the form that its kind needs.
  case pathMisplaced = "E070"
  /// A path is the beginning of another one, and iOS compares only beginnings.
  case pathIsPrefix = "W071"
  /// A route's pattern is not a valid regular expression on devices.
  case routePattern = "E080"
  /// A route's pattern matches different URIs on iOS and on Android.
  case routeNotAnchored = "W081"
  /// Two routes have the same pattern.
  case routeTwice = "E082"
  /// Earlier routes take every URI of a route.
  case routeUnreachable = "W082"
  /// A route has a host with an unescaped dot, a page without https, or an invalid date.
  case routeOdd = "W083"
  /// A route's pattern uses syntax that cannot be checked, or there are too many routes to compare.
  case routeUnchecked = "W084"

  // Outputs

  /// An Android class outside the app's package is not kept from being renamed.
  case notKept = "W090"
  /// A folder for generated files does not lie in the project.
  case outputPlace = "E091"
  /// A file that somebody else wrote would be replaced.
  case outputForeign = "E092"
  /// What is declared needs a setting that is missing.
  case settingMissing = "E093"
  /// A generated file has lines that end with CR LF.
  case lineEndings = "N093"
  /// Two of the outputs would register everything twice.
  case doubleRegistration = "E094"
  /// A platform has entries, and no folder for its files.
  case noOutputPlace = "N094"

  // Native sources

  /// A declared class is in no source.
  case classMissing = "D01"
  /// A class is not what its entry needs.
  case wrongBase = "D02"
  /// A declared method is not exported.
  case methodMissing = "D03"
  /// An exported method is not declared.
  case methodUndeclared = "D04"
  /// A method is synchronous on one side only.
  case syncDiffers = "D05"
  /// A method has another number of arguments than is declared.
  case arityDiffers = "D06"
  /// A method's native types do not fit those that are declared.
  case typeDiffers = "D07"
  /// Two exported methods are one for JavaScript.
  case exportsClash = "D08"
  /// Two exports of a class stand on the same line of two files, so one gets lost.
  case sameLine = "D09"
  /// An export names a method that is not there.
  case exportWithoutMethod = "D10"
  /// The host cannot call an exported method, or make the class that has it.
  case notCallable = "D11"
  /// An asynchronous method returns something, which JavaScript never gets.
  case deadResult = "D12"
  /// A class exports methods, and is not registered.
  case exportsUnregistered = "D13"
  /// A registration is not declared.
  case registrationUndeclared = "D14"
  /// A name is registered twice.
  case registeredTwice = "D15"
  /// Only one side has an attribute or an event.
  case memberDiffers = "D16"
  /// iOS and Android disagree about something that is not declared.
  case sourcesDisagree = "D17"
  /// A class lacks the macro or the annotation that its entry promises.
  case markMissing = "D18"
  /// A path of Rexxar is another one in the sources.
  case pathDiffers = "D19"
  /// The host reads an `app_config.xml` in another way than it is meant.
  case oddAppConfig = "D20"
  /// A name is registered by hand, and by what is generated too.
  case registeredByHand = "D21"

  // JavaScript

  /// JavaScript uses a module that is not declared.
  case moduleUnknown = "J01"
  /// JavaScript calls a method that is not declared.
  case methodUnknown = "J02"
  /// JavaScript uses something that one platform lacks.
  case onePlatformOnly = "J03"
  /// JavaScript uses a tag that is not declared.
  case tagUnknown = "J04"
  /// JavaScript uses an attribute or an event that is not declared.
  case memberUnknown = "J05"
  /// JavaScript takes a result where there is none, or passes a callback where none is taken.
  case resultMisused = "J06"

  // Reading sources

  /// A source is too large to be read.
  case sourceTooLarge = "N095"
  /// A source cannot be read as text.
  case sourceUnreadable = "W095"
  /// Something that sources register cannot be described.
  case notAdopted = "W096"
  /// A folder holds none of the sources that are looked for.
  case nothingToRead = "W097"
  /// A name that sources register cannot be told from their text.
  case nameNotFollowed = "W098"
  /// JavaScript takes a module in a way that cannot be followed.
  case moduleNotFollowed = "N098"

  /// How much a finding matters.
  public enum Severity: String, Sendable {
    /// Nothing is generated.
    case error
    /// It works, but is probably not what was meant.
    case warning
    /// Good to know.
    case note
  }

  /// How much breaking the rule matters, as the first letter of its code says.
  public var severity: Severity {
    switch rawValue.utf8.first {
    case UInt8(ascii: "D"), UInt8(ascii: "J"): Self.mildDrift.contains(self) ? .warning : .error
    case UInt8(ascii: "E"): .error
    case UInt8(ascii: "W"): .warning
    default: .note
    }
  }

  /// Whether the rule compares the description with sources: a check, not a fault of its text.
  public var isDrift: Bool { rawValue.utf8.first.map { "DJ".utf8.contains($0) } ?? false }

  /// The drift that works today, but is probably not meant.
  private static let mildDrift: Set<RegistryRule> = [
    .methodUndeclared, .typeDiffers, .exportsUnregistered, .registrationUndeclared,
    .memberDiffers, .sourcesDisagree, .registeredByHand, .tagUnknown, .memberUnknown,
    .resultMisused,
  ]
}

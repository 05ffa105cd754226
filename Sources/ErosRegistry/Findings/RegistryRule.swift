/// The rules that a description of native capabilities is held to.
///
/// The words are a contract for scripts. Their first letter is the severity: E an error, W a
/// warning, N a note. D is drift between the description and native sources, J between it and
/// JavaScript; these are errors or warnings.
public enum RegistryRule: String, Sendable, CaseIterable {
  // The text
  case notReadable = "E002"
  case deviceCopy = "W003"
  case duplicateKey = "E004"
  case tooLarge = "E005"
  case nothingDeclared = "N001"

  // Its shape
  case malformed = "E010"
  case sectionMisspelt = "W010"
  case notABoolean = "E011"
  case platformSpelling = "E012"
  case nameAgainstKey = "E013"
  case twoEmbedLists = "E014"
  case customViewsAlias = "W014"
  case functionWord = "W015"
  case placeholder = "W016"
  case noPlatform = "E017"
  case onePlatform = "N018"

  // Names
  case declaredTwice = "E020"
  case sameButCase = "W020"
  case appendDiffers = "N020"
  case collision = "E021"
  case reservedName = "E022"
  case legacyModule = "W022"
  case invalidName = "E023"
  case reservedWord = "E024"
  case upperCaseTag = "W025"
  case macroTwice = "E026"
  case sharedClass = "W027"

  // Methods and types
  case methodTwice = "E030"
  case asyncResult = "E031"
  case syncMethod = "W031"
  case syncWithoutResult = "W032"
  case misplacedCallback = "E033"
  case requiredAfterOptional = "E034"
  case typeUnknown = "E035"
  case selectorMismatch = "E036"
  case selectorsClash = "E037"
  case defaultShadowed = "W038"
  case domWithApache = "E040"
  case platformsDisagree = "W041"

  // Components
  case memberTwice = "E050"
  case reservedAttribute = "W051"
  case oddEvent = "W052"
  case dynamicWithoutHook = "W053"

  // Mini programs
  case reservedParameter = "E060"
  case eventLikeParameter = "E061"
  case eventWithoutOn = "E062"
  case functionParameter = "E063"
  case typeWithoutPrefix = "W064"
  case notRegistered = "N064"

  // Rexxar
  case pathMisplaced = "E070"
  case pathIsPrefix = "W071"
  case routePattern = "E080"
  case routeNotAnchored = "W081"
  case routeTwice = "E082"
  case routeUnreachable = "W082"
  case routeOdd = "W083"

  // Outputs
  case notKept = "W090"
  case outputPlace = "E091"
  case outputForeign = "E092"
  case settingMissing = "E093"
  case lineEndings = "N093"
  case doubleRegistration = "E094"
  case noOutputPlace = "N094"

  // Native sources
  case classMissing = "D01"
  case wrongBase = "D02"
  case methodMissing = "D03"
  case methodUndeclared = "D04"
  case syncDiffers = "D05"
  case arityDiffers = "D06"
  case typeDiffers = "D07"
  case exportsClash = "D08"
  case sameLine = "D09"
  case exportWithoutMethod = "D10"
  case notCallable = "D11"
  case deadResult = "D12"
  case exportsUnregistered = "D13"
  case registrationUndeclared = "D14"
  case registeredTwice = "D15"
  case memberDiffers = "D16"
  case sourcesDisagree = "D17"
  case markMissing = "D18"
  case pathDiffers = "D19"
  case oddAppConfig = "D20"
  case registeredByHand = "D21"

  // JavaScript
  case moduleUnknown = "J01"
  case methodUnknown = "J02"
  case onePlatformOnly = "J03"
  case tagUnknown = "J04"
  case memberUnknown = "J05"
  case resultMisused = "J06"

  // Reading sources
  case sourceTooLarge = "N095"
  case sourceUnreadable = "W095"
  case notAdopted = "W096"
  case nothingToRead = "W097"
  case nameNotFollowed = "W098"
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

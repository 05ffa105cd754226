import ErosCore

/// Why settings or credentials from AWS tools cannot be used.
///
/// No case contains a secret.
enum AWSFailure: Sendable, Equatable {
  /// Neither environment nor profile has credentials.
  case noCredentials(profile: String, hasContainerEndpoint: Bool)
  case incompleteCredentials(source: Message, missing: String)
  /// Credentials contain invalid characters, or the response of an endpoint is malformed.
  case malformedCredentials(source: Message)
  /// No profile file has the requested profile.
  case unknownProfile(String)
  /// The profile gets its credentials from a service or a program.
  case unsupportedProfile(String, setting: String)
  case malformedFile(String, line: Int, Line)
  /// Container credentials were requested, but the environment names no endpoint.
  case noContainerEndpoint
  /// The endpoint of the container is on another machine and does not use TLS.
  case insecureContainerEndpoint(String)
  case invalidRegion(String)
  case invalidBucket(String)
  /// The prefix for the keys in a store is invalid.
  case invalidPrefix(String)

  /// The problem with a line in a profile file.
  enum Line: Sendable, Equatable {
    case wideCharacters
    case notUTF8
    /// The line starts with a bracket, but is not a section header.
    case section
    case duplicateSection
    /// The setting is above the first section.
    case noSection
    case noEqualsSign
    case duplicateSetting

    fileprivate var problem: Message {
      switch self {
      case .wideCharacters: "the file is encoded as UTF-16 or UTF-32, not UTF-8"
      case .notUTF8: "the line is not UTF-8"
      case .section: "malformed section, expected '[name]'"
      case .duplicateSection: "the section occurs twice"
      case .noSection: "a setting before the first section"
      case .noEqualsSign: "malformed setting, expected 'name = value'"
      case .duplicateSetting: "the setting occurs twice in its section"
      }
    }
  }

  var problem: Message {
    switch self {
    case .noCredentials(let profile, _):
      "no credentials found in the environment and in the profile '\(profile.escapedForDisplay)'"
    case .incompleteCredentials(let source, let missing): "\(source) lacks '\(missing)'"
    case .malformedCredentials(let source): "\(source) has malformed credentials"
    case .unknownProfile(let name):
      "profile '\(name.escapedForDisplay)' not found in the AWS credentials and config files"
    case .unsupportedProfile(let name, let setting):
      "the profile '\(name.escapedForDisplay)' uses '\(setting)', which is not supported"
    case .malformedFile(let file, let line, let fault):
      "\(file.escapedForDisplay):\(line): \(fault.problem)"
    case .noContainerEndpoint:
      "the environment does not announce credentials of a container"
    case .insecureContainerEndpoint(let origin):
      "the endpoint \(origin) for credentials does not use 'https'"
    case .invalidRegion(let region): "'\(region.escapedForDisplay)' is not a region"
    case .invalidBucket(let bucket): "'\(bucket.escapedForDisplay)' is not the name of a bucket"
    case .invalidPrefix(let prefix): "'\(prefix.escapedForDisplay)' is not a valid prefix of keys"
    }
  }

  var remedy: Message {
    switch self {
    case .noCredentials(_, let hasContainerEndpoint):
      hasContainerEndpoint
        ? "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run `aws configure`; the container's credentials need an option"
        : "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run `aws configure`"
    case .incompleteCredentials: "set it, or remove the other part"
    case .malformedCredentials: "copy the credentials again, without spaces and line breaks"
    case .unknownProfile: "check the spelling; `aws configure list-profiles` lists the profiles"
    case .unsupportedProfile(let name, _):
      "run `eval \"$(aws configure export-credentials --profile \(name.shellQuoted)"
        + " --format env)\"` first"
    case .malformedFile: "correct the line"
    case .noContainerEndpoint: "run the command in the container, or use other credentials"
    case .insecureContainerEndpoint: "use 'https', or an address of this machine"
    case .invalidRegion: "use a region such as 'eu-central-1'"
    case .invalidBucket: "use 3 to 63 lowercase letters, digits, dots and hyphens"
    case .invalidPrefix: "use names separated by single slashes, at most 100 bytes in total"
    }
  }

  var exitStatus: ExitStatus {
    switch self {
    case .noCredentials, .incompleteCredentials, .unknownProfile, .unsupportedProfile,
      .noContainerEndpoint:
      .inputNotFound
    case .malformedCredentials, .malformedFile, .insecureContainerEndpoint: .badData
    case .invalidRegion, .invalidBucket, .invalidPrefix: .usage
    }
  }
}

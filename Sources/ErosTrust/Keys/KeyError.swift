package import ErosCore
package import ErosCrypto

/// An error of a key file or of a signing command.
///
/// Errors never contain a private key or a passphrase.
package enum KeyError: ErosError, Equatable {
  /// Other users can access a private key.
  case openToOthers(String, permissions: UInt32)
  /// A private key belongs to another user.
  case otherOwner(String)
  /// The environment variable of a key is not set or empty.
  case noVariable(String)
  /// The text after `env:` is not the name of an environment variable.
  case notVariable(String)
  /// A key cannot be read.
  case invalidKey(KeySource, KeyDocumentError)
  /// The name of a new key is unsuitable for a file.
  case badName(String)
  /// A file of the new key exists.
  case exists(String)
  /// The passphrase for a new key is too easy to guess.
  case weakPassphrase
  /// The two entries of a new passphrase differ.
  case passphrasesDiffer
  /// A passphrase is required, and there is no terminal to ask on.
  case noPassphrase
  /// A signing command cannot be started.
  case signerNotStarted(String, reason: String)
  /// A signing command ended with an error.
  case signerFailed(String, status: Int32, output: String)
  /// A signing command did not end in time.
  case signerTimedOut(String, seconds: Int)
  /// A signing command wrote nothing to standard output.
  case signerNoOutput(String)
  /// A signing command wrote more than one line, or more bytes than the limit.
  case signerExcessOutput(String, limit: Int?)
  /// The output of a signing command is not the expected JSON.
  case signerMalformedOutput(String, detail: String)
  /// A signing command used another key.
  case signerOtherKey(String, expected: String, found: String)
  /// The signature of a signing command is not valid.
  case signerInvalidSignature(String)

  package var problem: String {
    switch self {
    case .openToOthers(let path, let permissions):
      "other users can access the private key '\(path.escapedForDisplay)' (mode \(Self.octal(permissions)))"
    case .otherOwner(let path):
      "the private key '\(path.escapedForDisplay)' belongs to another user"
    case .noVariable(let name): "the environment variable \(name) is not set"
    case .notVariable(let name):
      "'\(name.escapedForDisplay)' is not the name of an environment variable"
    case .invalidKey(let source, let error):
      "cannot read the key '\(source.description.escapedForDisplay)': \(error.description.escapedForDisplay)"
    case .badName(let name): "'\(name.escapedForDisplay)' is not a name for a key"
    case .exists(let path): "'\(path.escapedForDisplay)' already exists"
    case .weakPassphrase: "the passphrase is too easy to guess"
    case .passphrasesDiffer: "the two passphrases differ"
    case .noPassphrase: "no passphrase was given, and there is no terminal to ask for it"
    case .signerNotStarted(let command, let reason):
      "cannot start the signing command \(Self.quoted(command)): \(reason)"
    case .signerFailed(let command, let status, let output):
      "the signing command \(Self.quoted(command)) ended with status \(status)"
        + (output.isEmpty ? "" : ": \(output)")
    case .signerTimedOut(let command, let seconds):
      "the signing command \(Self.quoted(command)) did not end within \(seconds) s and was killed"
    case .signerNoOutput(let command):
      "the signing command \(Self.quoted(command)) wrote nothing to standard output"
    case .signerExcessOutput(let command, let limit):
      "the signing command \(Self.quoted(command)) wrote more than "
        + (limit.map { "\($0) bytes" } ?? "one line") + " to standard output"
    case .signerMalformedOutput(let command, let detail):
      "the output of the signing command \(Self.quoted(command)) is malformed: \(detail)"
    case .signerOtherKey(let command, let expected, let found):
      "the signing command \(Self.quoted(command)) used the key '\(found.shortenedForDisplay())', expected '\(expected)'"
    case .signerInvalidSignature(let command):
      "the signing command \(Self.quoted(command)) returned a signature that is not valid for its key"
    }
  }

  package var remedy: String? {
    switch self {
    case .openToOthers(let path, _): "run `chmod 600 \(path.shellQuoted)`"
    case .otherOwner(let path):
      "copy the key to a file of your own: `install -m 600 \(path.shellQuoted) NAME.key`"
    case .noVariable: "set it to the contents of the key file"
    case .notVariable: "use letters, digits and '_'; write a file of this name as './env:…'"
    case .invalidKey(_, let error): Self.remedy(for: error)
    case .badName:
      "use at most 100 letters, digits, '-', '_' and '.', without the suffix '.key' or '.pub'"
    case .exists:
      "choose another name or folder; delete NAME.pub if an interruption left it without NAME.key"
    case .weakPassphrase:
      "use at least 12 characters, 5 of them different; several random words are good"
    case .passphrasesDiffer: "enter the same passphrase twice"
    case .noPassphrase: "set EROS_KEY_PASSPHRASE"
    case .signerNotStarted: "check that /bin/sh can be run"
    case .signerFailed: "run the command in a shell, with the bytes to sign on standard input"
    case .signerTimedOut:
      "check that its service is reachable, and that it does not ask for input: it has no terminal"
    case .signerNoOutput, .signerExcessOutput, .signerMalformedOutput:
      "write one line to standard output: {\"keyid\": \"KEY ID\", \"sig\": \"HEXADECIMAL DIGITS\"}"
    case .signerOtherKey(_, _, let found):
      "pass the public key of '\(found.shortenedForDisplay())', or correct the command"
    case .signerInvalidSignature:
      "sign the exact bytes of standard input; Ed25519 without hashing them first"
    }
  }

  package var exitStatus: ExitStatus {
    switch self {
    case .noVariable, .noPassphrase: .inputNotFound
    case .notVariable, .badName, .weakPassphrase, .passphrasesDiffer: .usage
    case .exists: .cannotCreate
    case .signerNotStarted, .signerFailed, .signerTimedOut: .unavailable
    case .openToOthers, .otherOwner, .invalidKey, .signerNoOutput, .signerExcessOutput,
      .signerMalformedOutput, .signerOtherKey, .signerInvalidSignature:
      .badData
    }
  }

  private static func remedy(for error: KeyDocumentError) -> String {
    switch error {
    case .publicKey: "pass the file with the private key, which `eros keys new` writes as NAME.key"
    case .privateKey: "pass the public key, which `eros keys new` writes as NAME.pub"
    case .passphraseMissing: "set EROS_KEY_PASSPHRASE, or run the command on a terminal"
    case .wrongPassphrase: "check the passphrase, or restore the file from a copy"
    case .otherEncryption, .tooExpensive:
      "convert the key: `openssl pkcs8 -topk8 -v2 aes-256-cbc -in KEY -out NEW.key`"
    case .notEd25519:
      "use an Ed25519 key in PKCS#8: `openssl genpkey -algorithm ed25519` or `eros keys new`"
    case .otherType: "use a file of type 'PRIVATE KEY' (PKCS#8) or 'PUBLIC KEY'"
    case .otherAlgorithm, .otherCurve, .modulusSize, .exponent:
      "use an Ed25519, ECDSA P-256 or RSA key"
    case .tooLarge, .notPEM, .trailingData, .malformed:
      "check that the file is a complete PEM document with one key"
    }
  }

  /// Returns a command in quotation marks, shortened to one line.
  private static func quoted(_ command: String) -> String {
    "'\(command.shortenedForDisplay(to: 200))'"
  }

  private static func octal(_ permissions: UInt32) -> String {
    let digits = String(permissions, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

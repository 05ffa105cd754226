package import ErosCore
package import ErosCrypto
package import ErosProcess

/// A key or a signing command cannot be used.
///
/// Messages never contain a private key or a passphrase.
package enum KeyError: ErosError, Equatable {
  /// Other users can access the private key.
  case openToOthers(String, permissions: UInt32)
  case otherOwner(String)
  case noVariable(String)
  /// The file does not exist, but one with a suffix does.
  case noFile(String, suggestion: String)
  case invalidKey(KeySource, KeyDocumentError)
  /// The passphrase in the environment is wrong, or the key is corrupt.
  case wrongVariable(KeySource)
  /// The name is not a file name. The error omits it, because it may be a passphrase: `--passphrase
  /// 'a b'`.
  case badName(KeyNameRule)
  case exists(String)
  /// Only one of the two files exists.
  case halfPair(existing: String, missing: String)
  case notPassphrase(KeyPassphrase.Failure, variable: String?)
  /// The environment has a passphrase that a new key would not use.
  case unusedPassphrase
  case weakPassphrase
  /// The passphrase was typed twice, and differently.
  case passphrasesDiffer
  /// A passphrase is needed, but none was given, and there is no terminal to ask on.
  case noPassphrase
  case signerNotStarted(String, reason: Message)
  case signerFailed(String, status: Int32, output: String)
  case signerTimedOut(String, seconds: Int, output: String)
  case signerNoOutput(String)
  /// The command wrote more than one line, or too many bytes.
  case signerExcessOutput(String, limit: Int?)
  /// The output of the command is not the expected JSON.
  case signerMalformedOutput(String, detail: Message)
  case signerOtherKey(String, expected: String, found: String)
  case signerInvalidSignature(String)

  package var problem: Message {
    switch self {
    case .openToOthers(let path, let permissions):
      "other users can access the private key '\(path.escapedForDisplay)' (mode \(Self.octal(permissions)))"
    case .otherOwner(let path):
      "the private key '\(path.escapedForDisplay)' belongs to another user"
    case .noVariable(let name): "the environment variable \(name) is not set"
    case .noFile(let path, _):
      "cannot read '\(path.escapedForDisplay)': \("the file does not exist")"
    case .invalidKey(let source, let error):
      "cannot read the key '\(source.description.escapedForDisplay)': \(error.clause.escapedForDisplay)"
    case .wrongVariable(let source):
      "\(KeyPassphrase.variable) does not open '\(source.description.escapedForDisplay)'"
    case .badName(let rule): "the name of the key is invalid: \(rule.problem)"
    case .exists(let path): "'\(path.escapedForDisplay)' already exists"
    case .halfPair(let existing, let missing):
      "'\(existing.escapedForDisplay)' already exists, without '\(missing.escapedForDisplay)'"
    case .notPassphrase(let fault, let variable): Self.problem(of: fault, variable)
    case .unusedPassphrase: "\(KeyPassphrase.variable) is set, but --passphrase is missing"
    case .weakPassphrase: "the passphrase is too easy to guess"
    case .passphrasesDiffer: "the two passphrases differ"
    case .noPassphrase:
      "no passphrase was given, and standard input is not a terminal"
    case .signerNotStarted(let command, let reason):
      "cannot start the signing command \(Self.quoted(command)): \(reason)"
    case .signerFailed(let command, let status, let output):
      output.isEmpty
        ? "the signing command \(Self.quoted(command)) ended with status \(status)"
        : "the signing command \(Self.quoted(command)) ended with status \(status): \(output)"
    case .signerTimedOut(let command, let seconds, let output):
      output.isEmpty
        ? "the signing command \(Self.quoted(command)) did not end within \(seconds) s and was killed"
        : "the signing command \(Self.quoted(command)) did not end within \(seconds) s and was killed: \(output)"
    case .signerNoOutput(let command):
      "the signing command \(Self.quoted(command)) wrote nothing to standard output"
    case .signerExcessOutput(let command, let limit):
      limit.map {
        "the signing command \(Self.quoted(command)) wrote more than \($0) bytes to standard output"
      } ?? "the signing command \(Self.quoted(command)) wrote more than one line to standard output"
    case .signerMalformedOutput(let command, let detail):
      "the output of the signing command \(Self.quoted(command)) is malformed: \(detail)"
    case .signerOtherKey(let command, let expected, let keyID):
      "the signing command \(Self.quoted(command)) used the key '\(keyID.shortenedForDisplay())', expected '\(expected)'"
    case .signerInvalidSignature(let command):
      "the signing command \(Self.quoted(command)) returned a signature that is not valid for its key"
    }
  }

  package var remedy: Message? {
    switch self {
    case .openToOthers(let path, _): "run `chmod 600 \(path.shellQuotedPath)`"
    case .otherOwner(let path):
      "copy the key to a file of your own: `install -m 600 \(path.shellQuotedPath) NAME.key`"
    case .noVariable: "set it to the contents of the key file"
    case .noFile(_, let suggestion): "did you mean '\(suggestion.escapedForDisplay)'?"
    case .invalidKey(let source, let error): Self.remedy(for: error, in: source)
    case .wrongVariable(let source):
      "correct \(KeyPassphrase.variable), or unset it to enter the passphrase on the terminal; "
        + "if it is right, restore the \(source.noun) from a copy"
    case .badName(let rule): rule.remedy
    case .exists: "choose another name or folder"
    case .halfPair(let existing, let missing): Self.remedy(existing: existing, missing: missing)
    case .notPassphrase(let fault, _): Self.remedy(for: fault)
    case .unusedPassphrase: "add --passphrase to encrypt the key, or unset the variable"
    case .weakPassphrase:
      "use at least \(KeyPassphrase.minimumLength) characters, "
        + "\(KeyPassphrase.minimumDifferentCharacters) of them different; "
        + "several random words are good"
    case .passphrasesDiffer: "enter the same passphrase twice"
    case .noPassphrase: "set \(KeyPassphrase.variable), or run the command on a terminal"
    case .signerNotStarted: "check that /bin/sh can be run"
    case .signerFailed(_, let status, _): Self.remedy(forStatus: status)
    case .signerTimedOut:
      "check that its service is reachable, and that it does not ask for input: it has no terminal"
    case .signerNoOutput, .signerExcessOutput, .signerMalformedOutput:
      "write one line to standard output: {\"keyid\": \"KEY ID\", \"sig\": \"HEXADECIMAL DIGITS\"}"
    case .signerOtherKey(_, _, let keyID):
      "pass the public key of '\(keyID.shortenedForDisplay())', or correct the command"
    case .signerInvalidSignature:
      "sign the exact bytes of standard input; Ed25519 without hashing them first"
    }
  }

  package var exitStatus: ExitStatus {
    switch self {
    case .noVariable, .noFile, .noPassphrase, .invalidKey(_, .passphraseMissing): .inputNotFound
    case .badName, .notPassphrase, .unusedPassphrase, .weakPassphrase,
      .passphrasesDiffer:
      .usage
    case .exists, .halfPair: .cannotCreate
    case .signerNotStarted, .signerFailed, .signerTimedOut: .unavailable
    case .openToOthers, .otherOwner, .invalidKey, .wrongVariable, .signerNoOutput,
      .signerExcessOutput, .signerMalformedOutput, .signerOtherKey, .signerInvalidSignature:
      .badData
    }
  }

  private static func remedy(for error: KeyDocumentError, in source: KeySource) -> Message {
    let key = argument(source)
    return switch error {
    case .publicKey: "pass the private key, which `eros keys new` writes as NAME.key"
    case .privateKey: "pass the public key, which `eros keys new` writes as NAME.pub"
    case .passphraseMissing: "set \(KeyPassphrase.variable), or run the command on a terminal"
    case .wrongPassphrase: "check the passphrase, or restore the \(source.noun) from a copy"
    case .otherEncryption, .otherDerivation, .tooExpensive:
      "convert the key: `openssl pkcs8 -topk8 -v2 aes-256-cbc -v2prf hmacWithSHA256 -iter 600000 "
        + "-in \(key) -out NEW.key`"
    case .notEd25519:
      "use an Ed25519 key, for example of `eros keys new`, or a signing command for this key"
    case .openSSH: "create a key with `eros keys new`, or a signing command for this key"
    case .otherType(let label): remedy(forType: label, key)
    case .otherAlgorithm, .otherCurve, .modulusSize, .exponent:
      "use an Ed25519, ECDSA P-256 or RSA key"
    case .damagedBase64, .noEnd, .malformed:
      "restore the \(source.noun) from a copy, completely from BEGIN to END"
    case .trailingData: "use a \(source.noun) with one key only"
    case .empty, .tooLarge, .notPEM:
      "use a \(source.noun) with a key in PEM, as `eros keys new` writes it"
    }
  }

  /// Suggests how to extract a public key.
  private static func remedy(forType label: String, _ key: String) -> Message {
    switch label {
    case "CERTIFICATE":
      "extract the public key: `openssl x509 -in \(key) -noout -pubkey > NEW.pub`"
    case "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST":
      "extract the public key: `openssl req -in \(key) -noout -pubkey > NEW.pub`"
    case "RSA PUBLIC KEY":
      "convert the public key: `openssl rsa -RSAPublicKey_in -in \(key) -pubout -out NEW.pub`"
    case "RSA PRIVATE KEY", "EC PRIVATE KEY", "EC PARAMETERS":
      "write a signing command for this key, and pass its public key: "
        + "`openssl pkey -in \(key) -pubout -out NEW.pub`"
    default: "use a key of type 'PRIVATE KEY' (PKCS#8) or 'PUBLIC KEY'"
    }
  }

  private static func remedy(existing: String, missing: String) -> Message {
    guard existing.hasSuffix(KeyPair.privateSuffix) else {
      return "if an interruption left it, run `rm \(existing.shellQuotedPath)` and try again; "
        + "otherwise choose another name or folder"
    }
    return "choose another name or folder, or write the missing file: "
      + "`openssl pkey -in \(existing.shellQuotedPath) -pubout -out \(missing.shellQuotedPath)`"
  }

  private static func problem(of fault: KeyPassphrase.Failure, _ variable: String?) -> Message {
    let name: Message = variable.map { Message(verbatim: $0) } ?? "the passphrase"
    return switch fault {
    case .empty: variable == nil ? "no passphrase was entered" : "\(name) is empty"
    case .tooLong: "\(name) is longer than \(KeyPassphrase.maximumLength) bytes"
    case .notUTF8: "\(name) is not UTF-8"
    case .controlCharacter: "\(name) contains a line break or another control character"
    }
  }

  private static func remedy(for fault: KeyPassphrase.Failure) -> Message {
    switch fault {
    case .empty: "enter the passphrase, or set \(KeyPassphrase.variable)"
    case .tooLong: "use a shorter passphrase"
    case .notUTF8: "convert the passphrase to UTF-8"
    case .controlCharacter: "use one line; a line break at its end is ignored"
    }
  }

  /// Guesses the cause from the exit status of the shell or a signal.
  private static func remedy(forStatus status: Int32) -> Message {
    switch status {
    case 126: "make the program executable: `chmod +x FILE`"
    case 127:
      "check that the program is installed; write a program in the current folder as './NAME'"
    case 129...159:
      "signal \(status - 128) ended the command; check the memory and the limits of the machine"
    default: "run the command in a shell, with the bytes to sign on standard input"
    }
  }

  /// Quotes the file of a key for the shell.
  private static func argument(_ source: KeySource) -> String {
    switch source {
    case .file(let path): path.shellQuotedPath
    case .environment: "KEY"
    }
  }

  /// Shortens a command to one line.
  private static func quoted(_ command: String) -> String {
    "'\(command.shortenedForDisplay(to: 200))'"
  }

  private static func octal(_ permissions: UInt32) -> String {
    let digits = String(permissions, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

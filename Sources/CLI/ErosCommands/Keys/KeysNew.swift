import ArgumentParser
import ErosCore
import ErosCrypto
import ErosStore
import ErosTrust

struct KeysNew: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create an Ed25519 key pair",
    discussion: """
      Writes NAME.key, which only its owner can access, and NAME.pub. Existing files are never replaced. \
      NAME has at most \(KeyNameRule.maximumLength) ASCII letters, digits, '-', '_' and '.', and starts \
      with none of '-' and '.':

        $ eros keys new online --output keys

      With --passphrase, the private key is encrypted. The passphrase is that of the environment variable \
      EROS_KEY_PASSPHRASE; if it is not set, it is asked for twice on the terminal. It has at least \
      \(KeyPassphrase.minimumLength) characters, \(KeyPassphrase.minimumDifferentCharacters) of them \
      different. The variable without --passphrase is an error.
      """)

  @Argument(help: "The name of the two files, without a suffix.")
  var name: String

  @Option(
    name: [.short, .customLong("output")], help: "The folder of the two files (default: .).",
    completion: .directory)
  var outputFolder: OutputPath?

  @Flag(help: "Encrypt the private key with a passphrase.")
  var passphrase = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let source = PassphraseSource()
    guard passphrase || !source.isSet else { throw KeyError.unusedPassphrase }
    let folder = outputFolder?.string ?? "."
    try KeyPair.check(name, in: folder)
    var newPassphrase = passphrase ? try source.newPassphrase() : nil
    defer { newPassphrase?.cleanse() }
    let pair = try KeyPair.create(name, in: folder, passphrase: newPassphrase)
    do {
      try KeyPairReport(
        pair, isEncrypted: passphrase, passphraseSource: source.isSet ? KeyPassphrase.variable : nil
      ).print(as: output)
    } catch {
      // Not a note, because `--quiet` hides notes: the status of the command does not show the
      // files.
      writeToStandardError("the key pair was created: \(pair.description)\n")
      throw error
    }
  }
}

private struct KeyPairReport: Report {
  let keyID: String
  let algorithm: String
  let privateKey: String
  let publicKey: String
  let encrypted: Bool
  /// The environment variable with the passphrase, for the text only.
  private let passphraseSource: String?

  private enum CodingKeys: CodingKey {
    case keyID, algorithm, privateKey, publicKey, encrypted
  }

  init(_ pair: KeyPair, isEncrypted: Bool, passphraseSource: String?) throws {
    self.passphraseSource = passphraseSource
    keyID = try pair.publicKey.trustKeyID()
    algorithm = pair.publicKey.algorithm.name
    privateKey = pair.privatePath
    publicKey = pair.publicPath
    encrypted = isEncrypted
  }

  func text(_ style: TextStyle) -> String {
    let secrecy =
      encrypted
      ? "encrypted\(passphraseSource.map { " with \($0)" } ?? ""): "
        + "keep a copy offline, and the passphrase elsewhere"
      : "not encrypted: keep it only where it signs, such as the secrets of the CI"
    var table = TextTable()
    table.add("key ID", style.bold(keyID))
    table.add("private key", "\(privateKey.escapedForDisplay), \(secrecy)")
    table.add(
      "public key", "\(publicKey.escapedForDisplay), not secret: for delegations and --signer")
    return table.text
  }
}

extension KeyPair {
  fileprivate var description: String {
    "'\(privatePath.escapedForDisplay)', '\(publicPath.escapedForDisplay)'"
  }
}

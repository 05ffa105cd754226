import ArgumentParser
import ErosCore
import ErosCrypto
import ErosTrust

struct KeysNew: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create an Ed25519 key pair",
    discussion: """
      Writes NAME.key, which only its owner can access, and NAME.pub. Existing files are never replaced:

        $ eros keys new online --output keys

      With --passphrase, the private key is encrypted. The passphrase is asked for twice on the terminal, \
      or read from the environment variable EROS_KEY_PASSPHRASE. It has at least \
      \(KeyPair.minimumPassphraseLength) characters, \(KeyPair.minimumDifferentCharacters) of them different.
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
    if !passphrase, source.isSet {
      output.warn(
        "\(KeyFile.passphraseVariable) is ignored without --passphrase: the key is not encrypted")
    }
    var newPassphrase = passphrase ? try source.newPassphrase() : nil
    defer { newPassphrase?.cleanse() }
    let pair = try KeyPair.create(name, in: outputFolder?.string ?? ".", passphrase: newPassphrase)
    try KeyPairReport(pair, isEncrypted: passphrase).print(as: output)
  }
}

private struct KeyPairReport: Report {
  let keyID: String
  let algorithm: String
  let privateKey: String
  let publicKey: String
  let encrypted: Bool

  init(_ pair: KeyPair, isEncrypted: Bool) throws {
    keyID = try pair.publicKey.trustKeyID()
    algorithm = pair.publicKey.algorithm.name
    privateKey = pair.privatePath
    publicKey = pair.publicPath
    encrypted = isEncrypted
  }

  func text(_ style: TextStyle) -> String {
    let secrecy =
      encrypted
      ? "encrypted: keep a copy offline, and the passphrase elsewhere"
      : "not encrypted: keep it only where it signs, such as the secrets of the CI"
    var table = TextTable()
    table.add("key ID", style.bold(keyID))
    table.add("private key", "\(privateKey.escapedForDisplay), \(secrecy)")
    table.add(
      "public key", "\(publicKey.escapedForDisplay), not secret: for delegations and --signer")
    return table.text
  }
}

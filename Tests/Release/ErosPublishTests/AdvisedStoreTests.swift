import ErosCore
import ErosPublish
import ErosStore
import ErosTrust
import Testing

@Suite("Commands that messages advise")
struct AdvisedStoreTests {
  @Test("commands in backticks get the store and its options, and other text does not")
  func naming() {
    let store = AdvisedStore("my store", options: ["--keys keys"])
    #expect(
      store.naming(
        in: "copy STORE, or run `eros store refresh --store STORE --repair` and `eros verify`")
        == "copy STORE, or run `eros store refresh --store 'my store' --repair --keys keys` and `eros verify`"
    )
  }

  @Test(
    "a command gets the only channel, or a placeholder if there are several",
    arguments: [
      ("eros release list", "eros release list --channel CHANNEL --store store"),
      ("eros release rollback", "eros release rollback --channel CHANNEL --store store"),
      ("eros release resume 7", "eros release resume 7 --channel CHANNEL --store store"),
      ("eros publish BUNDLE", "eros publish BUNDLE --channel CHANNEL --store store"),
      (
        "eros publish BUNDLE --channel my-app/beta --allow-identical",
        "eros publish BUNDLE --channel my-app/beta --allow-identical --store store"
      ),
      // Texts only mention these commands.
      ("eros release rollout", "eros release rollout"),
      ("eros release rollback --to", "eros release rollback --to"),
      ("eros publish --legacy", "eros publish --legacy"), ("eros publish", "eros publish"),
    ])
  func channel(command: String, named: String) throws {
    let store = AdvisedStore("store")
    let (first, second) = try (ChannelName("my-app/beta"), ChannelName("my-app/production"))
    #expect(
      store.with(onlyOneOf: [second]).command(command)
        == named.replacing("CHANNEL", with: "my-app/production"))
    #expect(
      store.with(onlyOneOf: [first, second]).command(command)
        == named.replacing("CHANNEL", with: "APP/CHANNEL"))
  }

  @Test("a command has no placeholder of an option that it does not need")
  func readers() {
    let store = AdvisedStore(
      "store", options: ["--keys KEYS", "--root root.json"], placeholders: ["--keys KEYS"])
    #expect(
      store.command("eros store check --store STORE")
        == "eros store check --store store --root root.json")
    #expect(
      store.command("eros release show 7 --channel a/b")
        == "eros release show 7 --channel a/b --store store --root root.json")
    #expect(
      store.command("eros release resume 7 --channel a/b")
        == "eros release resume 7 --channel a/b --store store --keys KEYS --root root.json")
  }

  @Test("a command keeps the placeholder of an unknown store")
  func placeholder() {
    #expect(
      AdvisedStore(nil, options: ["--keys KEYS"]).command("eros store rotate root --store STORE")
        == "eros store rotate root --store STORE --keys KEYS")
  }
}

import ErosCore
import ErosPublish
import ErosStore
import Testing

@Suite("Commands that messages advise")
struct AdvisedStoreTests {
  @Test("name the store and its options, in backticks only")
  func naming() {
    let store = AdvisedStore("my store", options: ["--keys keys"])
    #expect(
      store.naming(in: "copy STORE, or run `eros store refresh STORE --repair` and `eros verify`")
        == "copy STORE, or run `eros store refresh 'my store' --repair --keys keys` and `eros verify`"
    )
    #expect(store.command("eros release list") == "eros release list")
  }

  @Test("keep the placeholder for a store that they cannot change")
  func placeholder() {
    #expect(
      AdvisedStore(nil, options: ["--keys KEYS"]).command("eros store rotate STORE root")
        == "eros store rotate STORE root --keys KEYS")
  }
}

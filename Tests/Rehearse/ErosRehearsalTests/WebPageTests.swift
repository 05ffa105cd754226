import ErosCore
import ErosRehearsal
import ErosTestSupport
import Testing

@Suite("pages for web views", .temporaryFolder, .needsJavaScriptCore)
struct WebPageTests {
  private func findings(_ files: [String: String]) throws -> [String] {
    try RehearsedPages(files, platforms: [.ios]).findings.summaries
  }

  @Test("pages for web views are loaded, and never passed")
  func loaded() throws {
    let page = """
      <!DOCTYPE html><title>x</title>
      <!-- <script src="gone.js"></script> -->
      <script src="app.js?v=1"></script><script type="text/template"><b>{{x}}</b></script>
      <SCRIPT>
        const root = document.querySelector('#root');
        root.children[0].style.width = window.innerWidth / 2 + 'px';
        for (const item of document.querySelectorAll('a')) item.click();
        window.start = () => App.start(); start();
        document.addEventListener('AlipayJSBridgeReady', () => AlipayJSBridge.call('popWindow'));
      </SCRIPT>
      """
    #expect(
      try findings([
        "rexxar/a.html": page, "rexxar/app.js": "var App = { start() { history.length } };",
      ]) == ["pageNotJudged"])
  }

  @Test(
    "have the findings that do not depend on the web view, at their lines in the page",
    arguments: [
      ("<script>\nconst a = ;</script>", ["scriptInvalid:2"]),
      ("<p>\n<script>throw new Error('Module build failed')</script>", ["pageThrows:2"]),
      ("<script>var a = 1</script>\n<script>\n  noSuchName(a);</script>", ["pageThrows:3"]),
      ("<p></p>\n<script src='none.js'></script>", ["pageNotJudged", "resourceMissing:2"]),
      (
        "<script src='https://cdn.example.com/x/lib.js'></script><script>lib()</script>",
        ["pageNotJudged:1"]
      ),
      ("<script>document.title.split('-')[1].x.y(); null.x</script>", ["pageNotJudged:1"]),
      (
        "<script>while (document.body.firstChild) document.body.x = 1</script>", ["pageNotJudged:1"]
      ),
      ("<script type=module>import x from './x.js'</script>", ["pageNotJudged"]),
      ("<script src=", ["pageNotJudged"]), ("<script", ["pageNotJudged"]),
    ])
  func judged(page: String, expected: [String]) throws {
    let found = try RehearsedPages(
      ["a.html": page], limits: Rehearsal.Limits(milliseconds: 200, bytes: 64 << 20),
      platforms: [.ios])
    #expect(found.findings.summaries.sorted() == expected, "\(found.findings)")
  }

  @Test("a script with an address is found by its last two components, as Rexxar does")
  func address() throws {
    let page = "<script src='https://pages.example.com/a/rexxar/app-1.js'></script>"
    #expect(
      try findings(["rexxar/a.html": page, "rexxar/app-1.js": "\nnoSuchName()"])
        == ["pageThrows:2"])
  }
}

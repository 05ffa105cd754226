package android.webkit;

public class WebChromeClient {
  public boolean onConsoleMessage(ConsoleMessage message) {
    return false;
  }
}

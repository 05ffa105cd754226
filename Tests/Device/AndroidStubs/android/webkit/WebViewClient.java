package android.webkit;

public class WebViewClient {
  public void onPageFinished(WebView view, String url) {}

  @Deprecated
  public void onReceivedError(WebView view, int code, String description, String url) {}

  public WebResourceResponse shouldInterceptRequest(WebView view, WebResourceRequest request) {
    return null;
  }
}

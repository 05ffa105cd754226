package android.webkit;

public class WebView {
}

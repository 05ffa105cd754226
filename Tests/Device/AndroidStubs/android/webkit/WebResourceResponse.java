package android.webkit;

public class WebResourceResponse {}

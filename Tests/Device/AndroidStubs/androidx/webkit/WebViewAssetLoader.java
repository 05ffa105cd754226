package androidx.webkit;

import android.content.Context;
import android.net.Uri;
import android.webkit.WebResourceResponse;
import java.io.File;

public final class WebViewAssetLoader {
  public WebResourceResponse shouldInterceptRequest(Uri url) {
    return null;
  }

  public interface PathHandler {
    WebResourceResponse handle(String path);
  }

  public static final class InternalStoragePathHandler implements PathHandler {
    public InternalStoragePathHandler(Context context, File folder) {}

    @Override
    public WebResourceResponse handle(String path) {
      return null;
    }
  }

  public static final class Builder {
    public Builder addPathHandler(String path, PathHandler handler) {
      return this;
    }

    public WebViewAssetLoader build() {
      return new WebViewAssetLoader();
    }
  }
}

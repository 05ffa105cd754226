package com.acme.fresh;

import android.net.Uri;
import android.util.Log;
import android.webkit.WebView;
import com.douban.rexxar.view.RexxarWidget;

/**
 * Handles requests for /widget/bare.
 */
public class BareWidget implements RexxarWidget {

    @Override
    public String getPath() {
        return "/widget/bare";
    }

    @Override
    public boolean handle(WebView view, String url) {
        Uri uri = Uri.parse(url);
        if (!getPath().equals(uri.getPath())) {
            return false;
        }
        Log.w(getPath(), "not implemented");
        return true;
    }
}

package com.acme.fresh;

import android.net.Uri;
import android.util.Log;
import android.webkit.WebView;
import com.douban.rexxar.view.RexxarWidget;

/**
 * Handles requests for /widget/share.
 */
public class ShareWidget implements RexxarWidget {

    @Override
    public String getPath() {
        return "/widget/share";
    }

    @Override
    public boolean handle(WebView view, String url) {
        Uri uri = Uri.parse(url);
        if (!getPath().equals(uri.getPath())) {
            return false;
        }
        String titleParam = uri.getQueryParameter("title");
        Log.i(getPath(), "title is " + titleParam);
        String urlParam = uri.getQueryParameter("url");
        Log.i(getPath(), "url is " + urlParam);
        Log.w(getPath(), "not implemented");
        return true;
    }
}

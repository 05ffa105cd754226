package com.douban.rexxar.view;

import android.webkit.WebView;

public interface RexxarWidget {
    String getPath();

    boolean handle(WebView view, String url);
}

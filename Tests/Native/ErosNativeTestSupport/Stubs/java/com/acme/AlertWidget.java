package com.acme;

import android.webkit.WebView;
import com.douban.rexxar.view.RexxarWidget;

public final class AlertWidget implements RexxarWidget {
    @Override
    public String getPath() {
        return "/widget/alert";
    }

    @Override
    public boolean handle(WebView view, String url) {
        return true;
    }
}

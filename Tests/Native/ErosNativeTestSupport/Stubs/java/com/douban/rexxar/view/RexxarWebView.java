package com.douban.rexxar.view;

import com.taobao.weex.Calls;

public final class RexxarWebView {
    public void addRexxarWidget(Object widget) {
        Calls.record("widget", widget.getClass().getName());
    }

    public void addContainerApi(Object api) {
        Calls.record("containerAPI", api.getClass().getName());
    }
}

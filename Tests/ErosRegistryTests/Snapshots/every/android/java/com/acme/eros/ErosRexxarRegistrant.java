// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-android: sha256:4dceca2a664f23f618770eeabd5a5118f5eeee52269af5d08fc32af4588147ba

package com.acme.eros;

import com.douban.rexxar.view.RexxarWebView;

/** Adds the declared widgets and container APIs to one web view. */
public final class ErosRexxarRegistrant {

    private ErosRexxarRegistrant() {
    }

    public static void attach(RexxarWebView webView) {
        webView.addRexxarWidget(new com.acme.ZoomWidget()); // zoom: /widget/zoom
        webView.addRexxarWidget(new com.acme.AlertWidget()); // alert: /widget/alert
        webView.addContainerApi(new com.acme.GeoAPI()); // geo: http://rexxar-container/api/geo
    }
}

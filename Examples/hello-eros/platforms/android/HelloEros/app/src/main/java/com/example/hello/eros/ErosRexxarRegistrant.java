// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-android: sha256:e3d89ecf569d6aa96e4b811e1fac3176a8aa4c2aec49f64ffbea1ade44ef3a1a

package com.example.hello.eros;

import com.douban.rexxar.view.RexxarWebView;

import java.util.ArrayList;
import java.util.List;

/** Adds the declared widgets and container APIs to one web view. */
public final class ErosRexxarRegistrant {

    private ErosRexxarRegistrant() {
    }

    /**
     * Call once for each web view.
     *
     * @return the names that were not registered, as "kind:name:reason"; empty if all were
     */
    public static List<String> attach(RexxarWebView webView) {
        List<String> refused = new ArrayList<>();
        webView.addRexxarWidget(new com.example.hello.widget.ShareWidget()); // share: /widget/share
        webView.addContainerApi(new com.example.hello.api.PlaceAPI()); // place: http://rexxar-container/api/place
        return refused;
    }
}

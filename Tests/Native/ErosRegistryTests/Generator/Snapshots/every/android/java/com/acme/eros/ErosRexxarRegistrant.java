// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-android: sha256:03f534acef3a5bbd8148ab6a856b8ea76762f8953493ec4785a2886ce93eaca3

package com.acme.eros;

import com.douban.rexxar.Constants;
import com.douban.rexxar.resourceproxy.network.RexxarContainerAPI;
import com.douban.rexxar.route.RouteManager;
import com.douban.rexxar.view.RexxarWebView;
import com.douban.rexxar.view.RexxarWidget;

import java.util.ArrayList;
import java.util.List;

/** Adds the declared widgets and container APIs to one web view. */
public final class ErosRexxarRegistrant {

    private ErosRexxarRegistrant() {
    }

    /** Applies the settings in `routes`. Call once, after Rexxar.initialize. */
    public static void configure() {
        Constants.SCHEMA = "acme+app";
        RouteManager.getInstance().setRouteApi("https://acme.example/routes.json?a=$acme");
    }

    /**
     * Call once for each web view.
     *
     * @return the names that were not registered, as "kind:name:reason"; empty if all were
     */
    public static List<String> attach(RexxarWebView webView) {
        List<String> refused = new ArrayList<>();
        webView.addRexxarWidget(new com.acme.ZoomWidget()); // zoom: /widget/zoom
        try {
            webView.addRexxarWidget(Class.forName("com.acme.AlertWidget").asSubclass(RexxarWidget.class).getDeclaredConstructor().newInstance()); // alert: /widget/alert
        } catch (ReflectiveOperationException | ClassCastException e) {
            refused.add("widget:alert:" + e);
        }
        try {
            webView.addRexxarWidget(Class.forName("com.acme.GoneWidget").asSubclass(RexxarWidget.class).getDeclaredConstructor().newInstance()); // gone: /widget/gone
        } catch (ReflectiveOperationException | ClassCastException e) {
            refused.add("widget:gone:" + e);
        }
        webView.addContainerApi(new com.acme.GeoAPI()); // geo: http://rexxar-container/api/geo
        try {
            webView.addContainerApi(Class.forName("com.acme.Plain").asSubclass(RexxarContainerAPI.class).getDeclaredConstructor().newInstance()); // odd: http://rexxar-container/api/odd
        } catch (ReflectiveOperationException | ClassCastException e) {
            refused.add("containerAPI:odd:" + e);
        }
        return refused;
    }
}

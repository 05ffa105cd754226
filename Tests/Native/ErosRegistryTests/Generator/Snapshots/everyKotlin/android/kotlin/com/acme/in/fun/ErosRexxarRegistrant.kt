// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-android: sha256:03f534acef3a5bbd8148ab6a856b8ea76762f8953493ec4785a2886ce93eaca3

package com.acme.`in`.`fun`

import com.douban.rexxar.Constants
import com.douban.rexxar.resourceproxy.network.RexxarContainerAPI
import com.douban.rexxar.route.RouteManager
import com.douban.rexxar.view.RexxarWebView
import com.douban.rexxar.view.RexxarWidget

/** Adds the declared widgets and container APIs to one web view. */
object ErosRexxarRegistrant {

    /** Applies the settings in `routes`. Call once, after Rexxar.initialize. */
    @JvmStatic
    fun configure() {
        Constants.SCHEMA = "acme+app"
        RouteManager.getInstance().setRouteApi("https://acme.example/routes.json?a=\$acme")
    }

    /**
     * Call once for each web view.
     *
     * Returns the names that were not registered, as "kind:name:reason"; empty if all were.
     */
    @JvmStatic
    fun attach(webView: RexxarWebView): List<String> {
        val refused = mutableListOf<String>()
        webView.addRexxarWidget(com.acme.ZoomWidget()) // zoom: /widget/zoom
        try {
            webView.addRexxarWidget(Class.forName("com.acme.AlertWidget").asSubclass(RexxarWidget::class.java).getDeclaredConstructor().newInstance()) // alert: /widget/alert
        } catch (e: ReflectiveOperationException) {
            refused.add("widget:alert:$e")
        } catch (e: ClassCastException) {
            refused.add("widget:alert:$e")
        }
        try {
            webView.addRexxarWidget(Class.forName("com.acme.GoneWidget").asSubclass(RexxarWidget::class.java).getDeclaredConstructor().newInstance()) // gone: /widget/gone
        } catch (e: ReflectiveOperationException) {
            refused.add("widget:gone:$e")
        } catch (e: ClassCastException) {
            refused.add("widget:gone:$e")
        }
        webView.addContainerApi(com.acme.GeoAPI()) // geo: http://rexxar-container/api/geo
        try {
            webView.addContainerApi(Class.forName("com.acme.Plain").asSubclass(RexxarContainerAPI::class.java).getDeclaredConstructor().newInstance()) // odd: http://rexxar-container/api/odd
        } catch (e: ReflectiveOperationException) {
            refused.add("containerAPI:odd:$e")
        } catch (e: ClassCastException) {
            refused.add("containerAPI:odd:$e")
        }
        return refused
    }
}

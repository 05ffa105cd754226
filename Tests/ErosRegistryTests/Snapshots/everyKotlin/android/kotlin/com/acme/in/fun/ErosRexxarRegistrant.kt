// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-android: sha256:4dceca2a664f23f618770eeabd5a5118f5eeee52269af5d08fc32af4588147ba

package com.acme.`in`.`fun`

import com.douban.rexxar.view.RexxarWebView

/** Adds the declared widgets and container APIs to one web view. */
object ErosRexxarRegistrant {

    @JvmStatic
    fun attach(webView: RexxarWebView) {
        webView.addRexxarWidget(com.acme.ZoomWidget()) // zoom: /widget/zoom
        webView.addRexxarWidget(com.acme.AlertWidget()) // alert: /widget/alert
        webView.addContainerApi(com.acme.GeoAPI()) // geo: http://rexxar-container/api/geo
    }
}

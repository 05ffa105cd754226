// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-android: sha256:83cf8be5e9cf5d57e69b0fbf859d9b5993bd150729984302927bd6658d3f8f56

package com.acme.demo.eros

import com.douban.rexxar.view.RexxarWebView

/** Adds the declared widgets and container APIs to one web view. */
object ErosRexxarRegistrant {

    /**
     * Call once for each web view.
     *
     * Returns the names that were not registered, as "kind:name:reason"; empty if all were.
     */
    @JvmStatic
    fun attach(webView: RexxarWebView): List<String> {
        val refused = mutableListOf<String>()
        webView.addRexxarWidget(com.acme.demo.widget.TitleWidget()) // navTitle: /widget/nav_title
        webView.addContainerApi(com.acme.demo.api.LocationAPI()) // geo: http://rexxar-container/api/geo
        return refused
    }
}

package com.acme.fresh

import android.net.Uri
import android.util.Log
import android.webkit.WebView
import com.douban.rexxar.view.RexxarWidget

/**
 * Handles requests for /widget/bare.
 */
class BareWidget : RexxarWidget {

    override fun getPath(): String {
        return "/widget/bare"
    }

    override fun handle(view: WebView, url: String): Boolean {
        val uri = Uri.parse(url)
        if (uri.path != path) {
            return false
        }
        Log.w(path, "not implemented")
        return true
    }
}

package com.acme.fresh

import android.net.Uri
import android.util.Log
import android.webkit.WebView
import com.douban.rexxar.view.RexxarWidget

/**
 * Handles requests for /widget/share.
 */
class ShareWidget : RexxarWidget {

    override fun getPath(): String {
        return "/widget/share"
    }

    override fun handle(view: WebView, url: String): Boolean {
        val uri = Uri.parse(url)
        if (uri.path != path) {
            return false
        }
        val titleParam = uri.getQueryParameter("title")
        Log.i(path, "title is $titleParam")
        val urlParam = uri.getQueryParameter("url")
        Log.i(path, "url is $urlParam")
        Log.w(path, "not implemented")
        return true
    }
}

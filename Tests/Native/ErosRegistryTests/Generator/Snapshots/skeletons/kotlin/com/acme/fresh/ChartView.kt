package com.acme.fresh

import android.util.Log
import android.view.View
import com.alibaba.fastjson.JSONObject
import com.alipay.mobile.framework.LauncherApplicationAgent
import com.alipay.mobile.h5container.api.H5BridgeContext
import com.acme.mpaas.MPBaseEmbedView

/**
 * Mini programs show it with the type acme_chart.
 */
class ChartView : MPBaseEmbedView() {

    override fun getView(width: Int, height: Int, viewId: String, type: String, params: Map<String, String>?): View {
        return View(LauncherApplicationAgent.getInstance().applicationContext)
    }

    override fun onEmbedViewCreate() {
    }

    /** Called when the page shows the view or changes its parameters. */
    override fun onReceivedRender(params: JSONObject, context: H5BridgeContext) {
        Log.i("acme_chart", "color is " + params["color"])
        Log.i("acme_chart", "line-width is " + params["line-width"])
        context.sendBridgeResult(JSONObject())
    }

    override fun onReceivedMessage(actionType: String, data: JSONObject?, context: H5BridgeContext) {
        when (actionType) {
            // Sets * / it
            "set" -> {
                Log.w("acme_chart", "acme_chart.set is not implemented")
                context.sendBridgeResult(JSONObject())
            }
            "clear" -> {
                Log.w("acme_chart", "acme_chart.clear is not implemented")
                context.sendBridgeResult(JSONObject())
            }
            else -> Log.w("acme_chart", "unknown message " + actionType)
        }
    }

    /** Called when the page shows the view. */
    override fun onEmbedViewAttachedToWebView(width: Int, height: Int, viewId: String, type: String, params: Map<String, String>?) {
    }

    /** Called when the page returns to the foreground. */
    override fun onWebViewResume() {
    }

    /** Called when the page leaves the foreground. */
    override fun onWebViewPause() {
    }

    /** Called when the page no longer needs the view. The host spells the name this way. */
    override fun onEmbedViewDestory(width: Int, height: Int, viewId: String, type: String, params: Map<String, String>?) {
    }

    /** Called when the view is scrolled into the page or out of it. */
    override fun onEmbedViewVisibilityChanged(width: Int, height: Int, viewId: String, type: String, params: Map<String, String>?, reason: Int) {
    }

    internal fun fireOnTap(data: JSONObject) {
        sendEventToTiny("onTap", data)
    }
}

package com.acme.fresh

import android.util.Log
import android.view.View
import com.alibaba.fastjson.JSONObject
import com.alipay.mobile.framework.LauncherApplicationAgent
import com.alipay.mobile.h5container.api.H5BridgeContext
import com.acme.mpaas.MPBaseEmbedView

/**
 * Mini programs show it with the type acme_bare.
 */
class BareView : MPBaseEmbedView() {

    override fun getView(width: Int, height: Int, viewId: String, type: String, params: Map<String, String>?): View {
        return View(LauncherApplicationAgent.getInstance().applicationContext)
    }

    override fun onEmbedViewCreate() {
    }

    /** Called when the page shows the view or changes its parameters. */
    override fun onReceivedRender(params: JSONObject, context: H5BridgeContext) {
        context.sendBridgeResult(JSONObject())
    }

    override fun onReceivedMessage(actionType: String, data: JSONObject?, context: H5BridgeContext) {
        Log.w("acme_bare", "unknown message " + actionType)
    }
}

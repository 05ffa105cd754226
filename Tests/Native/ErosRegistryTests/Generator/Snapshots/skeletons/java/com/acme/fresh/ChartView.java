package com.acme.fresh;

import android.util.Log;
import android.view.View;
import com.alibaba.fastjson.JSONObject;
import com.alipay.mobile.framework.LauncherApplicationAgent;
import com.alipay.mobile.h5container.api.H5BridgeContext;
import com.acme.mpaas.MPBaseEmbedView;
import java.util.Map;

/**
 * Mini programs show it with the type acme_chart.
 */
public class ChartView extends MPBaseEmbedView {

    @Override
    public View getView(int width, int height, String viewId, String type, Map<String, String> params) {
        return new View(LauncherApplicationAgent.getInstance().getApplicationContext());
    }

    @Override
    public void onEmbedViewCreate() {
    }

    /** Called when the page shows the view or changes its parameters. */
    @Override
    public void onReceivedRender(JSONObject params, H5BridgeContext context) {
        Log.i("acme_chart", "color is " + params.get("color"));
        Log.i("acme_chart", "line-width is " + params.get("line-width"));
        context.sendBridgeResult(new JSONObject());
    }

    @Override
    public void onReceivedMessage(String actionType, JSONObject data, H5BridgeContext context) {
        switch (actionType) {
            // Sets * / it
            case "set":
                Log.w("acme_chart", "acme_chart.set is not implemented");
                context.sendBridgeResult(new JSONObject());
                break;
            case "clear":
                Log.w("acme_chart", "acme_chart.clear is not implemented");
                context.sendBridgeResult(new JSONObject());
                break;
            default:
                Log.w("acme_chart", "unknown message " + actionType);
        }
    }

    /** Called when the page shows the view. */
    @Override
    public void onEmbedViewAttachedToWebView(int width, int height, String viewId, String type, Map<String, String> params) {
    }

    /** Called when the page returns to the foreground. */
    @Override
    public void onWebViewResume() {
    }

    /** Called when the page leaves the foreground. */
    @Override
    public void onWebViewPause() {
    }

    /** Called when the page no longer needs the view. The host spells the name this way. */
    @Override
    public void onEmbedViewDestory(int width, int height, String viewId, String type, Map<String, String> params) {
    }

    /** Called when the view is scrolled into the page or out of it. */
    @Override
    public void onEmbedViewVisibilityChanged(int width, int height, String viewId, String type, Map<String, String> params, int reason) {
    }

    void fireOnTap(JSONObject data) {
        sendEventToTiny("onTap", data);
    }
}

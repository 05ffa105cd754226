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

    void fireOnTap(JSONObject data) {
        sendEventToTiny("onTap", data);
    }
}

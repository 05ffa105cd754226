package com.acme.fresh;

import android.util.Log;
import android.view.View;
import com.alibaba.fastjson.JSONObject;
import com.alipay.mobile.framework.LauncherApplicationAgent;
import com.alipay.mobile.h5container.api.H5BridgeContext;
import com.acme.mpaas.MPBaseEmbedView;
import java.util.Map;

/**
 * Mini programs show it with the type acme_bare.
 */
public class BareView extends MPBaseEmbedView {

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
        context.sendBridgeResult(new JSONObject());
    }

    @Override
    public void onReceivedMessage(String actionType, JSONObject data, H5BridgeContext context) {
        switch (actionType) {
            default:
                Log.w("acme_bare", "unknown message " + actionType);
        }
    }
}

package com.acme.mpaas;

import android.view.View;
import com.alibaba.fastjson.JSONObject;
import com.alipay.mobile.h5container.api.H5BridgeContext;
import java.util.Map;

public abstract class MPBaseEmbedView {
    public abstract View getView(int width, int height, String viewId, String type, Map<String, String> params);

    public abstract void onEmbedViewCreate();

    public abstract void onReceivedMessage(String actionType, JSONObject data, H5BridgeContext context);

    public abstract void onReceivedRender(JSONObject params, H5BridgeContext context);

    protected void sendEventToTiny(String name, JSONObject data) {
    }
}

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

    public void onEmbedViewAttachedToWebView(int width, int height, String viewId, String type, Map<String, String> params) {
    }

    public void onEmbedViewDestory(int width, int height, String viewId, String type, Map<String, String> params) {
    }

    public void onEmbedViewVisibilityChanged(int width, int height, String viewId, String type, Map<String, String> params, int reason) {
    }

    public void onWebViewResume() {
    }

    public void onWebViewPause() {
    }

    protected void sendEventToTiny(String name, JSONObject data) {
    }
}

package com.alipay.mobile.h5container.api;

import com.alibaba.fastjson.JSONObject;

public interface H5BridgeContext {
    void sendBridgeResult(JSONObject result);
}

package com.taobao.weex.bridge;

public interface JSCallback {
    void invoke(Object data);

    void invokeAndKeepAlive(Object data);
}

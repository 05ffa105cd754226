package com.taobao.weex;

public class WXSDKInstance {
}

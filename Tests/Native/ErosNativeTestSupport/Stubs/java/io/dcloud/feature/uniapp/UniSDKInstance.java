package io.dcloud.feature.uniapp;

import com.taobao.weex.WXSDKInstance;

public class UniSDKInstance extends WXSDKInstance {
}

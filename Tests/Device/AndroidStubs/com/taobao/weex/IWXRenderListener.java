package com.taobao.weex;

import android.view.View;

public interface IWXRenderListener {
  void onViewCreated(WXSDKInstance instance, View view);

  void onRenderSuccess(WXSDKInstance instance, int width, int height);

  void onRefreshSuccess(WXSDKInstance instance, int width, int height);

  void onException(WXSDKInstance instance, String code, String message);
}

package com.taobao.weex;

import android.app.Application;

public final class WXSDKEngine {
  private WXSDKEngine() {}

  public static void initialize(Application application, InitConfig config) {}
}

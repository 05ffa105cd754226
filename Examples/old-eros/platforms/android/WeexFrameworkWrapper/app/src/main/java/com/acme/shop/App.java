package com.acme.shop;

import com.benmu.framework.BMWXApplication;
import com.taobao.weex.WXSDKEngine;

public class App extends BMWXApplication {
  @Override
  public void onCreate() {
    super.onCreate();
    try {
      WXSDKEngine.registerModule("shopPay", PayModule.class);
    } catch (Exception error) {
      throw new RuntimeException(error);
    }
  }
}

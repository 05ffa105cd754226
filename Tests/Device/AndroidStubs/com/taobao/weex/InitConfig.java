package com.taobao.weex;

public class InitConfig {
  public static class Builder {
    public InitConfig build() {
      return new InitConfig();
    }
  }
}

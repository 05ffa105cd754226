package com.douban.rexxar.resourceproxy.network;

public interface RexxarContainerAPI {
    String getPath();
}

package com.douban.rexxar.route;

import com.taobao.weex.Calls;

public class RouteManager {
    public static RouteManager getInstance() {
        return new RouteManager();
    }

    public void setRouteApi(String url) {
        Calls.record("mapURL", url);
    }
}

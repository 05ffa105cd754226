package com.acme.in;

import com.taobao.weex.common.WXModule;

/**
 * Pages get it with weex.requireModule('acmeNothing').
 */
public class NothingModule extends WXModule {
}

package com.acme.`in`

import com.taobao.weex.common.WXModule

/**
 * Pages get it with weex.requireModule('acmeNothing').
 */
class NothingModule : WXModule() {
}

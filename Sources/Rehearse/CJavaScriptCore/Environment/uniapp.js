
// MARK: uni-app, whose nvue pages are pages of Vue 2 or 3 in Weex

const pageHooks = ['onLoad', 'onShow', 'onReady'];

// Returns an unknown value with some members that are known.
const unknownWith = (label, members) => Object.assign(unknownValue(label), members);

// Returns a prototype whose missing members are unknown, if their names match.
function unknownMembers(label, pattern) {
  return new Proxy(Object.create(objectPrototype), {
    get(target, key, receiver) {
      const isKnown = typeof key !== 'string' || key in target || probedKeys.has(key);
      if (isKnown || !pattern.test(key)) return Reflect.get(target, key, receiver);
      host('stub', `${label}.${key}`);
      return unknownValue(`${label}.${key}`);
    },
  });
}

// Returns whether an API of uni-app calls back with this argument.
const hasCallback = (value) => (typeof value === 'function' ? !unknownValues.has(value)
  : value && ['success', 'fail', 'complete'].some((key) => typeof value[key] === 'function'));

// Returns the globals of uni-app's runtime. Its APIs are unknown, except for native plugins: each use of them succeeds, and
// callbacks are not called.
function uniGlobals() {
  const {osName, osVersion} = environment;
  const system = unknownWith('uni.getSystemInfoSync()', {platform: osName, osName, osVersion, pixelRatio: 2, statusBarHeight: 20,
    screenWidth: 375, screenHeight: 667, windowWidth: 375, windowHeight: 603, windowTop: 0, windowBottom: 0});
  const upx2px = (length) => (+length || 0) / 2;
  const uni = unknownWith('uni', {
    requireNativePlugin: requireModule, requireGlobal: () => globalThis, restoreGlobal() {}, getSystemInfoSync: () => system,
    upx2px, rpx2px: upx2px, getLocale: () => 'zh-Hans', __log__() {}, $once() {}, $off() {}, $emit() {},
    // Pages copy the members of these two.
    Vuex: Object.create(unknownMembers('uni.Vuex', /./)), Pinia: Object.create(unknownMembers('uni.Pinia', /./)),
  });
  const webView = unknownWith('plus.webview.currentWebview()', {id: '1', __query__: '{}'});
  const plus = unknownWith('plus', {os: unknownWith('plus.os', {name: isIOS ? 'iOS' : 'Android', version: osVersion}),
    webview: unknownWith('plus.webview', {currentWebview: () => webView})});
  const app = unknownValue('getApp()');
  const page = unknownValue('getCurrentPages()');
  const names = ['__uniConfig', 'uniCloud', 'wx', 'UniServiceJSBridge', 'UniEmitter', 'getUniEmitter', 'UniError'];
  return {...Object.fromEntries(names.map((name) => [name, unknownValue(name)])), uni, plus, __uniRoutes: [], global: undefined,
    getApp: () => app, getCurrentPages: () => [page], getUni: () => uni, WeexPlus: function () { return plus; },
    requireNativePlugin: requireModule, __requireNativePlugin__: requireModule, __registerApp() {}, __registerPage() {},
    // Loads the modules of a `.vue` page, so that native plugins are looked up. It is not rendered.
    __definePage: (path, page) => guarded(`the page '${path}'`, () => typeof page === 'function' && page()),
    // The service of `app-config-service.js` sets the configuration, and hides names of browsers.
    service: {register: (name, {create}) => install(create('1', {weex, config: weexConfig}, weexConfig).instance || {})}};
}

// Adds Vue 3, the hooks of pages, and the members that `main.js` and plugins of uni-app may add to components.
function addUniApp(Vue) {
  for (const name of pageHooks) Vue.config.optionMergeStrategies[name] = Vue.config.optionMergeStrategies.created;
  Vue.mixin({
    created() {
      if (this.$options.mpType !== 'page') return;
      callHook(this, 'onLoad', unknownValue('the query of the page'));
      callHook(this, 'onShow');
    },
    mounted() { if (this.$options.mpType === 'page') callHook(this, 'onReady'); },
  });
  Object.setPrototypeOf(Vue.prototype, unknownMembers('this', /^\$\w/));
  return Object.assign(Vue, vue3Members());
}

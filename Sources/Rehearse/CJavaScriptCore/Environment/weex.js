
// MARK: The native side

const modules = settings.surface.modules || {};

// Returns whether a value can be passed for a type of the description.
function isOfType(value, type) {
  if (type.endsWith('?')) return value == null || isOfType(value, type.slice(0, -1));
  if (value !== null && (typeof value === 'function' || typeof value === 'object')) {
    // A function is a callback; unions and named types are not followed.
    if (typeof value === 'function') return !/^(string|number|integer|boolean)$/.test(type);
    return !/^(string|number|integer|boolean)$/.test(type);
  }
  switch (type) {
    case 'string': return typeof value === 'string';
    case 'number': return typeof value === 'number';
    case 'integer': return typeof value === 'number' && value % 1 === 0;
    case 'boolean': return typeof value === 'boolean';
    case 'object': return value == null;
    default: return !(type.startsWith('callback') || type.endsWith('[]') || type.startsWith('map<')) || value == null;
  }
}

const argumentCount = (number) => (number === 1 ? '1 argument' : `${number} arguments`);

// Whether a call works without the last argument: the SDKs pass null for it.
const isOptional = (type) => type === 'any' || type.endsWith('?') || /^(callback|keepAliveCallback)\b/.test(type);

// Returns the first difference between the values of a call and the declared types, or `undefined`.
function argumentProblem(types, values) {
  const required = types.findLastIndex((type) => !isOptional(type)) + 1;
  if (values.length < required) {
    return `needs ${argumentCount(required)}, but the page passes ${values.length}`;
  }
  for (let index = 0; index < Math.min(values.length, types.length); index += 1) {
    if (!isOfType(values[index], types[index])) {
      const value = values[index];
      const kind = value === null ? 'null' : isArray(value) ? 'an array' : `a value of type ${typeof value}`;
      return `takes '${types[index]}' as argument ${index + 1}, but the page passes ${kind}`;
    }
  }
  return undefined;
}

// Records the differences between a call and the description of its method.
function checkArguments(label, types, values) {
  const problem = argumentProblem(types, values);
  if (problem !== undefined) {
    host('arguments', `${label}() ${problem}`, new PageError());
  } else if (values.length > types.length) {
    const text = `takes ${argumentCount(types.length)}, but the page passes ${values.length}`;
    host('excessArguments', `${label}() ${text}`, new PageError());
  }
}

// Returns a value of a declared type. Only types whose values are all alike here have a known value.
function valueOf(type, label) {
  if (variant > 0 && type !== 'void') return unknownValue(label);
  if (type.endsWith('?') || type === 'void') return undefined;
  if (type === 'boolean') return false;
  if (type === 'string') return '';
  if (type === 'number' || type === 'integer') return 0;
  if (type.endsWith('[]')) return [];
  return unknownValue(label);
}

const assetScheme = 'bmlocal://';
const requestedAssets = new Set();

// Records the files of the bundle that are named by a value, or by the values in an object.
function requestAssets(value, depth = 0) {
  if (typeof value === 'string') {
    if (value.length > 4096) return;
    const match = value.startsWith(assetScheme) ? [value] : /bmlocal:\/\/[^'")\s]+(?=['"]?\))/.exec(value);
    if (match === null || requestedAssets.has(match[0])) return;
    requestedAssets.add(match[0]);
    host('asset', match[0], new PageError());
  } else if (value !== null && typeof value === 'object' && depth < 3) {
    for (const key of Object.keys(value).slice(0, 100)) requestAssets(value[key], depth + 1);
  }
}

// Returns the stub of a native method, which checks its arguments. Callbacks are not called: their values would be made up.
function nativeMethod(label, method) {
  const types = method.args || [];
  return function (...values) {
    if (settings.isDescribed) checkArguments(label, types, values);
    if (values.some((value) => typeof value === 'function')) host('waits', label);
    requestAssets(values);
    const type = method.returns || 'void';
    const result = `the result of ${label}()`;
    if (type !== 'void') host('result', result);
    return valueOf(type, result);
  };
}

// Returns the value of a module or method that the app may lack.
const undescribedValue = (label) => (variant === 3 ? undefined : unknownValue(label));

const moduleStubs = new Map();

function makeModule(name) {
  if (!hasOwn(modules, name)) {
    host(settings.isDescribed ? 'module' : 'undescribed', `module '${name}'`, new PageError());
    // As in the SDK; a page may check for the module.
    return settings.isDescribed ? undefined : undescribedValue(`module '${name}'`);
  }
  const methods = modules[name].methods || {};
  const members = Object.create(new Proxy(Object.create(objectPrototype), {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || probedKeys.has(key)) return Reflect.get(target, key, receiver);
      // A copy of the module has this prototype, and gets the methods one by one.
      if (hasOwn(methods, key)) return undefined;
      if (!settings.isDescribed) {
        host('undescribed', `method '${name}.${key}'`, new PageError());
        return undescribedValue(`${name}.${key}`);
      }
      host('missing', `${name}.${key}`, new PageError());
      return undefined;
    },
  }));
  for (const method of Object.keys(methods)) members[method] = nativeMethod(`${name}.${method}`, methods[method]);
  return members;
}

function requireModule(name) {
  const key = String(name).replace(/^@weex-module\//, '');
  if (!moduleStubs.has(key)) moduleStubs.set(key, makeModule(key));
  return moduleStubs.get(key);
}

// Answers `weex.supports('@module/dom.addRule')` and `weex.supports('@component/slider')`.
function supports(condition) {
  const match = /^@(module|component)\/([\w-]+)(?:\.(\w+))?$/.exec(String(condition));
  if (!match) return null;
  const group = match[1] === 'module' ? modules : components;
  if (!hasOwn(group, match[2])) return false;
  return match[3] === undefined || hasOwn(group[match[2]].methods || {}, match[3]);
}

// MARK: The globals of every page

const isIOS = settings.platform === 'ios';
const environment = {
  platform: isIOS ? 'iOS' : 'android',
  osName: isIOS ? 'iOS' : 'android',
  osVersion: isIOS ? '17.0' : '13',
  appName: settings.appName,
  appVersion: settings.appVersion,
  weexVersion: '0.28.0',
  deviceModel: isIOS ? 'iPhone12,1' : 'Pixel 6',
  deviceWidth: 750,
  deviceHeight: 1334,
  scale: 2,
  userAgent: 'eros-rehearse',
  dpToPxRatio: 1,
  statusBarHeight: 40,
  layoutDirection: 'ltr',
  options: {},
};

// Returns what the client of Eros adds. Android passes texts; values that depend on the app are unknown.
function erosConfig() {
  const {platform, osVersion, appName, appVersion, weexVersion, deviceModel, deviceWidth, deviceHeight, scale} = environment;
  const values = {
    platform, osVersion, appName, appVersion, weexVersion, deviceModel, deviceWidth, deviceHeight, scale,
    realDeviceHeight: deviceHeight, statusBarHeight: 40, navBarHeight: 88, tabbarHeight: 98, touchBarHeight: 0,
  };
  const config = unknownValue('weex.config.eros');
  for (const key of Object.keys(values)) config[key] = isIOS ? values[key] : String(values[key]);
  return config;
}

const weexConfig = stub('weex.config', {
  env: Object.assign(Object.create(recording('weex.config.env')), environment),
  // The caller of a page can add parameters.
  get bundleUrl() {
    host('parameters');
    return variant > 0 ? unknownValue('weex.config.bundleUrl') : settings.bundleURL;
  },
  bundleType: settings.framework,
  bundleDigest: '',
  debug: false,
  downgrade: false,
  eros: erosConfig(),
});

const weex = stub('weex', {
  config: weexConfig,
  document: pageDocument,
  requireModule,
  supports,
  isRegisteredModule: (name, method) => supports(`@module/${name}${method ? '.' + method : ''}`) === true,
  isRegisteredComponent: (name) => supports(`@component/${name}`) === true,
  on() {},
  emit() {},
  performance: {},
  isIOS,
});

class PageBroadcastChannel {
  constructor(name) {
    this.name = name;
    this.onmessage = null;
  }
  postMessage() {}
  close() {}
}

const pageConsole = {};
for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'group', 'groupEnd', 'time', 'timeEnd', 'table']) {
  pageConsole[level] = () => {};
}

// Calls of this function are added before the values of `throw`.
const traceGlobals = settings.tracesThrows ? {__eros_throw__: (frame) => host('thrown', frame)} : {};

// The functions that the engine of the SDK adds to each page, with unknown results.
const engineNames = ['callNative', 'callNativeModule', 'callNativeComponent', 'callAddElement', 'callCreateBody',
  'callCreateFinish', 'callUpdateFinish', 'callRefreshFinish', 'callUpdateAttrs', 'callUpdateStyle', 'callRemoveElement',
  'callMoveElement', 'callAddEvent', 'callRemoveEvent', '__updateComponentData'];
const androidEngineNames = ['atob', 'btoa', 'callGCanvasLinkNative', 'callT3DLinkNative', 'setNativeTimeout',
  'setNativeInterval', 'clearNativeTimeout', 'clearNativeInterval'];

function engineGlobals() {
  const names = isIOS ? engineNames : [...engineNames, ...androidEngineNames];
  return Object.fromEntries(names.map((name) => [name, unknownValue(name)]));
}

const commonGlobals = {
  ...traceGlobals,
  ...trialGlobals,
  ...engineGlobals(),
  ...timerFunctions,
  weex,
  document: pageDocument,
  console: pageConsole,
  WXEnvironment: weexConfig.env,
  BroadcastChannel: PageBroadcastChannel,
  global: globalThis,
  process: {env: {NODE_ENV: 'production'}},
  requireModule,
  nativeLog() {},
  __weex_env__: weexConfig.env,
  __weex_require_module__: requireModule,
};

// MARK: The module loader of Rax and of old Weex pages

const definitions = new Map();

function defineModule(name, ...rest) {
  if (typeof name === 'string') definitions.set(name, {factory: rest[rest.length - 1], module: undefined});
}

function loadModule(name) {
  if (/^@weex-module\//.test(name)) return requireModule(name);
  const definition = definitions.get(name);
  if (!definition) return unknownValue(`require('${name}')`);
  if (!definition.module) {
    definition.module = {exports: {}};
    if (typeof definition.factory === 'function') {
      definition.factory(loadModule, definition.module.exports, definition.module);
    } else {
      definition.module.exports = definition.factory;
    }
  }
  return definition.module.exports;
}

function bootstrapModule(name) {
  host('unknown', 'the framework of .we files');
  loadModule(name);
}

const loaderGlobals = {
  define: defineModule,
  require: loadModule,
  bootstrap: bootstrapModule,
  __weex_define__: defineModule,
  __weex_require__: loadModule,
  __weex_bootstrap__: bootstrapModule,
};

function raxGlobals() {
  const names = ['fetch', 'XMLHttpRequest', 'WebSocket', 'Headers', 'Request', 'Response', 'URL', 'URLSearchParams',
    'FontFace', 'matchMedia', 'alert', 'Event', 'CustomEvent', 'performance', 'navigator', 'screen', 'location', 'open',
    'postMessage', 'addEventListener', 'removeEventListener', 'dispatchEvent', 'history'];
  const unknown = Object.fromEntries(names.map((name) => [name, unknownValue(name)]));
  return {...unknown, window: globalThis, self: globalThis, devicePixelRatio: 2};
}

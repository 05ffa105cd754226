
// MARK: Vue 2, as far as the first render

const hookNames = ['beforeCreate', 'created', 'beforeMount', 'mounted', 'beforeUpdate', 'updated', 'activated',
  'deactivated', 'beforeDestroy', 'destroyed', 'errorCaptured', 'serverPrefetch'];
const camelize = (text) => text.replace(/-(\w)/g, (match, letter) => letter.toUpperCase());
const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const hyphenate = (text) => text.replace(/\B([A-Z])/g, '-$1').toLowerCase();
const isPrimitive = (value) => ['string', 'number', 'symbol', 'boolean'].includes(typeof value);
const isVoid = (value) => value === undefined || value === null;
const toText = (value) => {
  if (isVoid(value)) return '';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
};

// Returns the asset (component, directive or filter) of `options` with a name in any spelling.
function resolveAsset(options, kind, name) {
  const assets = options[kind];
  if (typeof name !== 'string' || !assets) return undefined;
  const names = [name, camelize(name), capitalize(camelize(name))];
  const own = names.find((spelling) => hasOwn(assets, spelling));
  return own !== undefined ? assets[own] : assets[names.find((spelling) => assets[spelling])];
}

// Calls a function of the page. Vue catches its errors, so the page goes on.
function guarded(label, body, kind = 'hook') {
  try {
    return body();
  } catch (error) {
    host(typeof kind === 'function' ? kind(error) : kind, label, error);
    return undefined;
  }
}

// Returns the kind of an exception in a render function. A property that the component does not declare gets no value that
// Vue would render later.
function renderKind(vm, error) {
  let text = '';
  // A script can throw an object without a text.
  try { text = String(error); } catch (ignored) { return 'render'; }
  const match = /\(evaluating '(?:this|_vm)\.([\w$]+)\./.exec(text);
  return match !== null && !(match[1] in vm) ? 'hook' : 'render';
}

function callHook(vm, name, ...values) {
  for (const hook of [].concat(vm.$options[name] || [])) guarded(`the hook '${name}'`, () => hook.apply(vm, values));
  if (vm._hasHookEvent) vm.$emit(`hook:${name}`);
}

// MARK: Options

function makeStrategies() {
  const strategies = Object.create(null);
  const concat = (parent, child) => (child ? (parent ? parent.concat(child) : [].concat(child)) : parent);
  for (const name of hookNames) strategies[name] = concat;
  for (const kind of ['components', 'directives', 'filters']) {
    strategies[kind] = (parent, child) => Object.assign(Object.create(parent || null), child);
  }
  const override = (parent, child) => (parent || child ? {...parent, ...child} : undefined);
  for (const name of ['props', 'methods', 'inject', 'computed']) strategies[name] = override;
  strategies.watch = (parent, child) => {
    const result = {...parent};
    for (const key of Object.keys(child || {})) {
      result[key] = result[key] ? [].concat(result[key], child[key]) : [].concat(child[key]);
    }
    return result;
  };
  const mergeData = (parent, child) => {
    if (!parent || !child) return child || parent;
    return function () {
      const value = (source) => (typeof source === 'function' ? source.call(this, this) : source) || {};
      const result = value(child);
      const defaults = value(parent);
      for (const key of Object.keys(defaults)) if (!hasOwn(result, key)) result[key] = defaults[key];
      return result;
    };
  };
  strategies.data = strategies.provide = mergeData;
  return strategies;
}

function normalizedNames(list) {
  if (!isArray(list)) return list;
  return Object.fromEntries(list.map((name) => [name, name]));
}

function normalizedProps(props) {
  const result = {};
  if (isArray(props)) {
    for (const name of props) result[camelize(name)] = {type: null};
  } else {
    for (const name of Object.keys(props || {})) {
      const value = props[name];
      result[camelize(name)] = value && typeof value === 'object' && !isArray(value) ? value : {type: value};
    }
  }
  return result;
}

function normalizedOptions(source) {
  const options = {...(typeof source === 'function' ? source.options : source)};
  if (options.props) options.props = normalizedProps(options.props);
  if (options.inject) options.inject = normalizedNames(options.inject);
  return options;
}

function mergeOptions(parent, source, vm, strategies) {
  const child = normalizedOptions(source);
  let base = parent;
  if (child.extends) base = mergeOptions(base, child.extends, vm, strategies);
  for (const mixin of child.mixins || []) base = mergeOptions(base, mixin, vm, strategies);
  const result = {};
  for (const key of new Set([...Object.keys(base), ...Object.keys(child)])) {
    const strategy = strategies[key];
    result[key] = strategy ? strategy(base[key], child[key], vm, key) : child[key] === undefined ? base[key] : child[key];
  }
  return result;
}

// MARK: Instances

function proxyKey(vm, source, key) {
  if (key in vm && !hasOwn(vm, key)) return;
  define(vm, key, {
    get: () => vm[source][key],
    set: (value) => { vm[source][key] = value; },
    enumerable: true,
    configurable: true,
  });
}

function initProps(vm, options) {
  vm._props = {};
  const values = options.propsData || {};
  for (const key of Object.keys(options.props || {})) {
    const prop = options.props[key];
    const types = [].concat(prop.type);
    let value = values[key];
    if (types.includes(Boolean)) {
      const isStringFirst = types.includes(String) && types.indexOf(String) < types.indexOf(Boolean);
      if (value === undefined && !hasOwn(prop, 'default')) value = false;
      else if ((value === '' || value === hyphenate(key)) && !isStringFirst) value = true;
    }
    if (value === undefined && hasOwn(prop, 'default')) {
      const isFactory = typeof prop.default === 'function' && !types.includes(Function);
      value = isFactory ? guarded(`the default of '${key}'`, () => prop.default.call(vm)) : prop.default;
    }
    vm._props[key] = value;
    proxyKey(vm, '_props', key);
  }
}

function initInjections(vm, options) {
  for (const key of Object.keys(options.inject || {})) {
    const spec = options.inject[key];
    const name = spec && typeof spec === 'object' ? spec.from || key : spec;
    let source = vm;
    while (source && !(source._provided && name in source._provided)) source = source.$parent;
    if (source) vm[key] = source._provided[name];
    else if (spec && hasOwn(spec, 'default')) {
      vm[key] = typeof spec.default === 'function' ? spec.default.call(vm) : spec.default;
    }
  }
}

function initState(vm, options) {
  initProps(vm, options);
  for (const key of Object.keys(options.methods || {})) {
    const method = options.methods[key];
    vm[key] = typeof method === 'function' ? method.bind(vm) : () => {};
  }
  const data = options.data;
  vm._data = (typeof data === 'function' ? guarded(`'data'`, () => data.call(vm, vm)) : data) || {};
  for (const key of Object.keys(vm._data)) if (!/^[$_]/.test(key)) proxyKey(vm, '_data', key);
  for (const key of Object.keys(options.computed || {})) defineComputed(vm, key, options.computed[key]);
  for (const key of Object.keys(options.watch || {})) {
    for (const handler of [].concat(options.watch[key])) watch(vm, key, handler);
  }
}

function defineComputed(vm, key, computed) {
  const getter = typeof computed === 'function' ? computed : computed.get;
  define(vm, key, {
    get: () => (getter ? guarded(`the computed property '${key}'`, () => getter.call(vm, vm), 'render') : undefined),
    set: (value) => computed.set && computed.set.call(vm, value),
    enumerable: true,
    configurable: true,
  });
}

// A watcher is called at once if it asks for it. Later calls belong to the use of the page, not to its start.
function watch(vm, source, handler, options) {
  if (handler && typeof handler === 'object') return watch(vm, source, handler.handler, handler);
  const callback = typeof handler === 'string' ? vm[handler] : handler;
  const getter = typeof source === 'function' ? source : () => source.split('.').reduce((value, key) => value && value[key], vm);
  const value = guarded(`the watcher of '${source}'`, () => getter.call(vm, vm));
  if (options && options.immediate && callback) {
    guarded(`the watcher of '${source}'`, () => callback.call(vm, value, undefined));
  }
  return () => {};
}

function initVue(vm, options, Vue) {
  vm._uid = instanceCount += 1;
  vm._isVue = true;
  vm._self = vm._renderProxy = vm;
  if (options && options._isComponent) {
    vm.$options = Object.assign(Object.create(vm.constructor.options), options);
  } else {
    vm.$options = mergeOptions(vm.constructor.options, options || {}, vm, Vue.config.optionMergeStrategies);
  }
  const parent = vm.$options.parent;
  vm.$parent = parent;
  vm.$root = parent ? parent.$root : vm;
  if (parent) parent.$children.push(vm);
  Object.assign(vm, {$children: [], $refs: {}, _events: {}, _watchers: [], _isMounted: false, _isDestroyed: false,
    _isBeingDestroyed: false, _inactive: null, _directInactive: false, _hasHookEvent: false, _vnode: null});
  vm.$vnode = vm.$options._parentVnode;
  const data = (vm.$vnode && vm.$vnode.data) || {};
  vm.$attrs = data.attrs || {};
  vm.$listeners = vm.$options._parentListeners || {};
  vm.$slots = resolveSlots(vm.$options._renderChildren);
  vm.$scopedSlots = data.scopedSlots || {};
  vm._c = (...values) => createVNode(vm, ...values);
  vm.$createElement = vm._c;
  for (const name of Object.keys(vm.$listeners)) vm.$on(name.replace(/^[~!&]+/, ''), vm.$listeners[name]);
  callHook(vm, 'beforeCreate');
  guarded(`'inject'`, () => initInjections(vm, vm.$options));
  initState(vm, vm.$options);
  const provide = vm.$options.provide;
  if (provide) vm._provided = typeof provide === 'function' ? guarded(`'provide'`, () => provide.call(vm)) : provide;
  callHook(vm, 'created');
  if (vm.$options.el) vm.$mount(vm.$options.el);
}

let instanceCount = 0;

// Puts the first render of an instance into `parent`, or into the document.
function mount(vm, parent) {
  const render = vm.$options.render;
  vm._isMounting = true;
  callHook(vm, 'beforeMount');
  const vnode = typeof render === 'function'
    ? guarded(`the render function${componentName(vm)}`, () => render.call(vm, vm.$createElement),
      (error) => renderKind(vm, error)) : undefined;
  if (typeof render !== 'function') host('unknown', 'a template that is compiled by the page');
  vm._vnode = isArray(vnode) ? vnode[0] : vnode;
  const mounted = [];
  vm.$el = patch(vm._vnode, vm, parent, mounted);
  for (const action of mounted) action();
  vm._isMounted = true;
  callHook(vm, 'mounted');
  return vm;
}

function componentName(vm) {
  const options = vm.$options;
  const name = options.name || options._componentTag || (options.__file && options.__file.split('/').pop());
  return name ? ` of '${name}'` : '';
}

// MARK: Virtual nodes

class VNode {
  constructor(tag, data, children, text, context) {
    Object.assign(this, {tag, data, children, text, context, elm: undefined, key: data && data.key, componentOptions: undefined,
      componentInstance: undefined, parent: undefined, isComment: false, isStatic: false, isRootInsert: true, ns: undefined,
      fnContext: undefined, fnOptions: undefined, isCloned: false, isOnce: false, asyncFactory: undefined});
  }
  get child() { return this.componentInstance; }
}

const textNode = (text) => new VNode(undefined, undefined, undefined, String(text));
function emptyNode(text) {
  const node = new VNode();
  node.text = text || '';
  node.isComment = true;
  return node;
}

function flattened(children) {
  if (isPrimitive(children)) return [textNode(children)];
  if (!isArray(children)) return undefined;
  return children.flat(Infinity).filter((child) => !isVoid(child) && typeof child !== 'boolean')
    .map((child) => (isPrimitive(child) ? textNode(child) : child));
}

function createVNode(vm, tag, data, children, normalization) {
  if (isArray(data) || isPrimitive(data)) return createVNode(vm, tag, undefined, data, children);
  const attributes = data || {};
  const type = attributes.is !== undefined ? attributes.is : tag;
  if (!type) return emptyNode();
  let nodes = children;
  if (isArray(nodes) && typeof nodes[0] === 'function') {
    attributes.scopedSlots = {default: nodes[0], ...attributes.scopedSlots};
    nodes = undefined;
  }
  nodes = flattened(nodes);
  const component = typeof type === 'string' ? resolveAsset(vm.$options, 'components', type) : type;
  if (component) return componentNode(vm, component, attributes, nodes, typeof type === 'string' ? type : undefined);
  return new VNode(type, data, nodes, undefined, vm);
}

function constructorOf(component) {
  if (component && typeof component === 'object') return vueConstructor.extend(component);
  return component;
}

function componentNode(vm, component, data, children, tag) {
  const Constructor = constructorOf(component);
  if (typeof Constructor !== 'function') return emptyNode();
  // A component that is loaded when it is needed renders later.
  if (Constructor.cid === undefined) return emptyNode();
  const propsData = extractProps(data, Constructor.options.props || {});
  if (Constructor.options.functional) return functionalNode(vm, Constructor.options, propsData, data, children);
  const listeners = data.on;
  const node = new VNode(`vue-component-${Constructor.cid}`, {...data, on: data.nativeOn}, undefined, undefined, vm);
  node.componentOptions = {Ctor: Constructor, propsData, listeners, tag, children};
  return node;
}

function extractProps(data, props) {
  const values = {};
  for (const key of Object.keys(props)) {
    for (const source of [data.props, data.attrs]) {
      for (const name of [key, hyphenate(key)]) {
        if (source && hasOwn(source, name) && !hasOwn(values, key)) values[key] = source[name];
      }
    }
  }
  if (data.model) values[(props.model && props.model.prop) || 'value'] = data.model.value;
  return values;
}

function functionalNode(vm, options, props, data, children) {
  const values = {...(options.props ? {} : data.attrs), ...props};
  for (const key of Object.keys(options.props || {})) {
    const prop = options.props[key];
    if (values[key] === undefined && hasOwn(prop, 'default')) {
      const isFactory = typeof prop.default === 'function' && prop.type !== Function;
      values[key] = isFactory ? prop.default() : prop.default;
    }
  }
  const scope = Object.create(vm);
  scope.$options = options;
  const create = (...parameters) => createVNode(scope, ...parameters);
  const context = {props: values, data, children, parent: vm, listeners: data.on || {}, injections: {},
    slots: () => resolveSlots(children), scopedSlots: data.scopedSlots || {}, _c: create};
  Object.setPrototypeOf(context, scope);
  return guarded('a functional component', () => options.render.call(null, create, context), 'render') || emptyNode();
}

function resolveSlots(children) {
  const slots = {};
  for (const child of children || []) {
    const name = (child.data && (child.data.slot || (child.data.attrs && child.data.attrs.slot))) || 'default';
    const nodes = child.tag === 'template' && name !== 'default' ? child.children || [] : [child];
    slots[name] = (slots[name] || []).concat(nodes);
  }
  return slots;
}

// MARK: Elements

// Creates the elements of a virtual node in `parent`, and returns the first one.
function patch(node, owner, parent, mounted) {
  if (isArray(node)) return node.map((child) => patch(child, owner, parent, mounted))[0];
  if (!node || node.isComment || typeof node !== 'object') return parent && parent.appendChild(new PageComment(''));
  if (node.componentOptions) return patchComponent(node, owner, parent, mounted);
  if (node.tag === undefined) {
    node.elm = new PageText(node.text);
    if (parent && parent.nodeType === 1) parent.setAttr('value', node.text);
    return node.elm;
  }
  const data = node.data || {};
  const element = new PageElement(String(node.tag), {attr: data.attrs, style: {...data.staticStyle, ...data.style}});
  node.elm = element;
  for (const name of Object.keys(data.on || {})) element.addEvent(name, data.on[name]);
  for (const child of node.children || []) patch(child, owner, element, mounted);
  applyDirectives(node, mounted);
  registerReference(node, element);
  if (parent) parent.appendChild(element);
  return element;
}

function patchComponent(node, owner, parent, mounted) {
  const {Ctor, propsData, listeners, tag, children} = node.componentOptions;
  const vm = guarded(`the component '${tag}'`, () => new Ctor({
    _isComponent: true, _parentVnode: node, _componentTag: tag, _parentListeners: listeners, _renderChildren: children,
    parent: owner, propsData,
  }));
  if (!vm) return undefined;
  node.componentInstance = vm;
  node.elm = mount(vm, parent).$el;
  applyDirectives(node, mounted);
  registerReference(node, vm);
  return node.elm;
}

function registerReference(node, value) {
  const name = node.data && node.data.ref;
  if (isVoid(name) || name === '' || !node.context) return;
  const references = node.context.$refs;
  if (!node.data.refInFor) references[name] = value;
  else references[name] = isArray(references[name]) ? references[name].concat(value) : [value];
}

function applyDirectives(node, mounted) {
  for (const directive of (node.data && node.data.directives) || []) {
    const definition = resolveAsset(node.context.$options, 'directives', directive.name);
    if (!definition) continue;
    const hooks = typeof definition === 'function' ? {bind: definition} : definition;
    const binding = {...directive, modifiers: directive.modifiers || {}, def: hooks};
    const call = (hook) => hook && guarded(`the directive '${directive.name}'`, () => hook(node.elm, binding, node, emptyNode()));
    call(hooks.bind);
    mounted.push(() => call(hooks.inserted));
  }
}

// MARK: The helpers of render functions

const renderHelpers = {
  _o: (node) => node,
  _n: (value) => (isNaN(parseFloat(value)) ? value : parseFloat(value)),
  _s: toText,
  _l(value, render) {
    if (typeof value === 'string' || isArray(value)) return Array.from(value, (item, index) => render(item, index));
    if (typeof value === 'number') return Array.from({length: value}, (item, index) => render(index + 1, index));
    if (value && value[Symbol.iterator]) return Array.from(value, (item, index) => render(item, index));
    if (value && typeof value === 'object') return Object.keys(value).map((key, index) => render(value[key], key, index));
    return [];
  },
  _t(name, fallback, props, bindings) {
    const scoped = this.$scopedSlots[name];
    const alternative = typeof fallback === 'function' ? fallback() : fallback;
    if (scoped) return flattened([scoped({...bindings, ...props})]) || alternative;
    return this.$slots[name] || alternative;
  },
  _q: (left, right) => left === right,
  _i: (list, value) => list.indexOf(value),
  _m(index) {
    const render = this.$options.staticRenderFns && this.$options.staticRenderFns[index];
    return render ? render.call(this, this.$createElement) : undefined;
  },
  _f(name) { return resolveAsset(this.$options, 'filters', name) || ((value) => value); },
  _k: () => false,
  _b(data, tag, value) {
    for (const item of isArray(value) ? value : [value]) {
      for (const key of Object.keys(item || {})) {
        const target = key === 'class' || key === 'style' || key === 'key' || key === 'ref' ? data : (data.attrs = data.attrs || {});
        if (!(key in target)) target[key] = item[key];
      }
    }
    return data;
  },
  _v: textNode,
  _e: emptyNode,
  _u(functions, result = {}) {
    for (const slot of functions || []) {
      if (isArray(slot)) renderHelpers._u(slot, result);
      else if (slot) result[slot.key] = slot.fn;
    }
    return result;
  },
  _g(data, value) {
    data.on = {...data.on, ...value};
    return data;
  },
  _d(base, values) {
    for (let index = 0; index + 1 < values.length; index += 2) if (values[index]) base[values[index]] = values[index + 1];
    return base;
  },
  _p: (value, symbol) => (typeof value === 'string' ? symbol + value : value),
};

const instanceMethods = {
  $mount(target) {
    const vm = mount(this, target ? pageDocument.documentElement : undefined);
    return vm;
  },
  _init(options) { initVue(this, options, vueConstructor); },
  $set: setValue,
  $delete: deleteValue,
  $watch(source, handler, options) { return watch(this, source, handler, options); },
  $on(name, handler) {
    for (const event of [].concat(name)) {
      (this._events[event] = this._events[event] || []).push(handler);
      if (/^hook:/.test(event)) this._hasHookEvent = true;
    }
    return this;
  },
  $once(name, handler) {
    const once = (...values) => {
      this.$off(name, once);
      handler.apply(this, values);
    };
    once.fn = handler;
    return this.$on(name, once);
  },
  $off(name, handler) {
    if (name === undefined) this._events = {};
    for (const event of [].concat(name === undefined ? [] : name)) {
      this._events[event] = handler ? (this._events[event] || []).filter((item) => item !== handler && item.fn !== handler) : [];
    }
    return this;
  },
  $emit(name, ...values) {
    for (const handler of [].concat(this._events[name] || [])) {
      for (const call of [].concat(handler)) guarded(`the handler of '${name}'`, () => call.apply(this, values));
    }
    return this;
  },
  $nextTick(callback) { return nextTick(callback, this); },
  $forceUpdate() {},
  _update() {},
  _render() { return this._vnode; },
  $destroy() {
    callHook(this, 'beforeDestroy');
    this._isBeingDestroyed = this._isDestroyed = true;
    callHook(this, 'destroyed');
  },
};

function setValue(target, key, value) {
  if (isArray(target)) target.splice(key, 1, value);
  else target[key] = value;
  return value;
}

function deleteValue(target, key) {
  if (isArray(target)) target.splice(key, 1);
  else delete target[key];
}

function nextTick(callback, receiver) {
  const done = Promise.resolve();
  if (!callback) return done;
  addTimer(() => callback.call(receiver), 0, false, []);
  return undefined;
}

// MARK: The constructor

let vueConstructor;

function makeVue() {
  const Vue = function Vue(options) { this._init(options); };
  vueConstructor = Vue;
  Object.assign(Vue, staticMembers(Vue));
  Object.setPrototypeOf(Vue, recording('Vue', Function.prototype));
  const instance = Vue.prototype;
  Object.assign(instance, instanceMethods, renderHelpers, {$isServer: false, $ssrContext: undefined, $document: pageDocument,
    $requireWeexModule: requireModule, $instanceId: '1'});
  define(instance, '$data', {get() { return this._data; }, set() {}, configurable: true});
  define(instance, '$props', {get() { return this._props; }, set() {}, configurable: true});
  define(instance, '$getConfig', {value: () => weexConfig, configurable: true, writable: true});
  return Vue;
}

function staticMembers(Vue) {
  const strategies = makeStrategies();
  const config = {optionMergeStrategies: strategies, silent: true, productionTip: false, devtools: false, performance: false,
    errorHandler: null, warnHandler: null, ignoredElements: [], keyCodes: {}, async: true, isReservedTag: () => false,
    isReservedAttr: () => false, isUnknownElement: () => false, getTagNamespace() {}, parsePlatformTagName: (name) => name,
    mustUseProp: () => false,
    _lifecycleHooks: ['beforeCreate', 'created', 'beforeMount', 'mounted', 'beforeUpdate', 'updated', 'activated', 'deactivated',
      'beforeDestroy', 'destroyed']};
  const util = stub('Vue.util', {
    warn() {},
    extend: (target, source) => Object.assign(target, source),
    mergeOptions: (parent, child, vm) => mergeOptions(parent, child, vm, strategies),
    defineReactive(object, key, value) { object[key] = value === undefined ? object[key] : value; },
  });
  const members = {config, util, version: '2.5.17', cid: 0, set: setValue, delete: deleteValue, nextTick, observable: (value) => value,
    compile: () => ({render() {}, staticRenderFns: []}), ...registrations(strategies)};
  members.options = {components: componentTable(), directives: {show: {}, model: {}}, filters: {}, _base: Vue};
  return members;
}

function componentTable() {
  const passThrough = {abstract: true, functional: true, render: (create, context) => context.children};
  return {KeepAlive: {...passThrough, cid: -1}, Transition: passThrough, TransitionGroup: {functional: true,
    render: (create, context) => create('div', context.data, context.children)}};
}

function registrations(strategies) {
  const plugins = new Set();
  let constructorCount = 0;
  const register = (kind) => function (name, definition) {
    if (definition === undefined) return this.options[kind][name];
    let value = definition;
    if (kind === 'components' && value && typeof value === 'object') {
      if (!value.name) value.name = name;
      value = this.extend(value);
    }
    if (kind === 'directives' && typeof value === 'function') value = {bind: value, update: value};
    this.options[kind][name] = value;
    return value;
  };
  return {
    use(plugin, ...values) {
      if (plugins.has(plugin)) return this;
      plugins.add(plugin);
      if (plugin && typeof plugin.install === 'function') plugin.install(this, ...values);
      else if (typeof plugin === 'function') plugin(this, ...values);
      return this;
    },
    mixin(mixin) {
      this.options = mergeOptions(this.options, mixin, undefined, strategies);
      return this;
    },
    extend(definition) {
      const options = definition || {};
      const cache = hasOwn(options, '_Ctor') ? options._Ctor : define(options, '_Ctor', {value: {}, configurable: true})._Ctor;
      if (cache[this.cid]) return cache[this.cid];
      const Base = this;
      const Constructor = function VueComponent(values) { this._init(values); };
      Constructor.prototype = Object.create(Base.prototype);
      Constructor.prototype.constructor = Constructor;
      Object.assign(Constructor, Base);
      constructorCount += 1;
      Constructor.cid = constructorCount;
      Constructor.super = Base;
      Constructor.superOptions = Base.options;
      Constructor.extendOptions = options;
      Constructor.options = mergeOptions(Base.options, options, undefined, strategies);
      const name = options.name;
      if (name) Constructor.options.components[name] = Constructor;
      cache[this.cid] = Constructor;
      return Constructor;
    },
    component: register('components'),
    directive: register('directives'),
    filter: register('filters'),
  };
}

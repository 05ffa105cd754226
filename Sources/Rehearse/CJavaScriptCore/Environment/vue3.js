
// MARK: Vue 3 in uni-app, over the components of Vue 2

const fragment = Symbol('Fragment');
const isHandlerKey = (key) => /^on[^a-z]/.test(key);
const isRef = (value) => value !== null && typeof value === 'object' && value.__v_isRef === true;
const unref = (value) => (isRef(value) ? value.value : value);
const makeRef = (value) => (isRef(value) ? value : {__v_isRef: true, value});
const accessor = (get, set) => ({__v_isRef: true, get value() { return get(); }, set value(value) { if (set) set(value); }});
const refOf = (object, key) => accessor(() => object[key], (value) => { object[key] = value; });

// The instances whose `setup` or render function runs, the innermost last.
const activeInstances = [];
const activeInstance = () => activeInstances[activeInstances.length - 1];

function inInstance(vm, body) {
  activeInstances.push(vm);
  try { return body(); } finally { activeInstances.pop(); }
}

// Returns the data of Vue 2 for the properties of a node.
function nodeData(properties) {
  const data = {attrs: {}, on: {}};
  for (const key of Object.keys(properties || {})) {
    const value = properties[key];
    if (!isHandlerKey(key)) (['key', 'style', 'ref'].includes(key) ? data : data.attrs)[key] = value;
    else if (value) data.on[key.charAt(2).toLowerCase() + key.slice(3)] = value;
  }
  data.refInFor = data.attrs.ref_for;
  if (typeof data.ref !== 'string') delete data.ref;
  return data;
}

// Creates a node. Its children are a text, nodes, or functions that return nodes (slots).
function makeNode(type, properties, children) {
  if (type === fragment) return flattened(children) || [];
  const isSlots = typeof children === 'object' && children !== null && !isArray(children) && !(children instanceof VNode);
  const slots = typeof children === 'function' ? {default: children} : isSlots ? children : undefined;
  const data = nodeData(properties);
  let nodes = slots || isVoid(children) ? undefined : flattened([].concat(children));
  if (type !== null && typeof type === 'object') {
    data.scopedSlots = slots || (nodes ? {default: () => nodes} : {});
    return componentNode(activeInstance(), adaptedComponent(type), data, undefined, type.name || 'component');
  }
  // Components of the runtime, such as 'swiper', have slots, too.
  if (slots && slots.default) nodes = flattened([].concat(slots.default({})));
  return typeof type === 'string' ? new VNode(type, data, nodes, undefined, activeInstance()) : emptyNode();
}

const adaptedComponents = new WeakMap();

// Returns a component of Vue 2 that runs `setup` and the render function of one of Vue 3.
function adaptedComponent(component) {
  if (adaptedComponents.has(component)) return adaptedComponents.get(component);
  const adapted = {...component,
    data() { return startSetup(this, component); },
    mounted: [runMountedHooks].concat(component.mounted || []),
    render() {
      const render = this._setupRender || component.render || (() => undefined);
      const nodes = inInstance(this, () => render.call(this, this, [], this._props, this._setup, this._data, this));
      return isArray(nodes) ? new VNode('fragment', undefined, nodes) : nodes;
    }};
  adaptedComponents.set(component, adapted);
  return adapted;
}

// Runs `setup`, adds its result to the instance, and returns the data.
function startSetup(vm, {setup, data}) {
  Object.assign(vm, {$slots: vm.$scopedSlots, _setup: {}, _setupHooks: {}});
  const context = {attrs: vm.$attrs, slots: vm.$slots, emit: vm.$emit.bind(vm), expose() {}};
  const result = setup && guarded(`'setup'`, () => inInstance(vm, () => setup(vm._props, context)));
  if (typeof result === 'function') vm._setupRender = result;
  for (const key of typeof result === 'object' && result !== null ? Object.keys(result) : []) {
    const set = (value) => { if (isRef(result[key])) result[key].value = value; else result[key] = value; };
    define(vm._setup, key, {get: () => unref(result[key]), set, enumerable: true});
    proxyKey(vm, '_setup', key);
  }
  for (const name of pageHooks) vm.$options[name] = [].concat(vm.$options[name] || [], vm._setupHooks[name] || []);
  return typeof data === 'function' ? data.call(vm, vm) : data;
}

function runMountedHooks() {
  for (const name of Object.keys(this.$refs)) if (name in this._setup) this._setup[name] = this.$refs[name];
  for (const hook of this._setupHooks.mounted || []) guarded(`the hook 'mounted'`, () => inInstance(this, () => hook.call(this)));
}

function addHook(name, hook, instance = {proxy: activeInstance()}) {
  const hooks = instance.proxy._setupHooks;
  hooks[name] = [].concat(hooks[name] || [], hook);
}

function injected(key, value, isFactory) {
  let source = activeInstance();
  while (source && !(source._provided && key in source._provided)) source = source.$parent;
  return source ? source._provided[key] : key in appProvided ? appProvided[key] : isFactory ? value() : value;
}

function watchNow(source, callback, options) {
  const read = (item) => (typeof item === 'function' ? item() : unref(item));
  if (options && options.immediate) callback(isArray(source) ? source.map(read) : read(source), undefined, () => {});
  return () => {};
}

const appProvided = {};

// Returns an app. Only a page is mounted: `App.vue` renders nothing.
function makeApp(component) {
  return unknownWith('the app', {
    provide(key, value) { appProvided[key] = value; return this; },
    mount() {
      if (settings.framework !== 'Vue' || component.mpType !== 'page') return unknownValue('the root component');
      return new vueConstructor({...adaptedComponent(component), el: '#root', provide: appProvided});
    },
  });
}

// A name that is missing here is recorded, see `recording`.
function vue3Members() {
  const resolve = (kind) => (type) => resolveAsset(activeInstance().$options, kind, type) || type;
  const named = (names, value) => Object.fromEntries(names.split(' ').map((name) => [name, value]));
  return {
    ...named('openBlock setBlockTracking onBeforeUpdate onUpdated onBeforeUnmount onUnmounted', () => {}),
    ...named('reactive shallowReactive readonly toRaw markRaw normalizeProps normalizeClass normalizeStyle guardReactiveProps '
      + 'toHandlers withModifiers withKeys withDirectives defineComponent useCssStyles', (value) => value),
    ...named('vShow vModelText vModelSelect vModelCheckbox', {}), Fragment: fragment,
    ...named('createElementBlock createElementVNode createVNode createBlock', makeNode),
    h: (type, ...rest) => (rest.length < 2 && (isArray(rest[0]) || isPrimitive(rest[0]) || rest[0] instanceof VNode)
      ? makeNode(type, null, rest[0]) : makeNode(type, ...rest)),
    createTextVNode: textNode, createCommentVNode: emptyNode, renderList: renderHelpers._l,
    toDisplayString: (value) => toText(unref(value)),
    ...named('resolveComponent resolveDynamicComponent', resolve('components')), resolveDirective: resolve('directives'),
    renderSlot: (slots, name, properties, fallback) => flattened([(slots[name] || fallback || (() => []))(properties || {})]),
    createSlots: (slots, added) => renderHelpers._u(added.map((slot) => slot && {...slot, key: slot.name}), slots),
    // A slot belongs to the component that contains it.
    withCtx(slot, vm = activeInstance()) { return (...values) => inInstance(vm, () => slot(...values)); },
    mergeProps: (...list) => Object.assign({}, ...list), camelize, capitalize, isRef, unref, toRef: refOf,
    ...named('ref shallowRef', makeRef), computed: (source) => accessor(source.get || source, source.set),
    toRefs: (object) => Object.fromEntries(Object.keys(object).map((key) => [key, refOf(object, key)])),
    watch: watchNow, watchEffect: (effect) => watchNow(null, effect, {immediate: true}), inject: injected,
    provide(key, value) { (activeInstance()._provided = activeInstance()._provided || {})[key] = value; },
    ...named('onBeforeMount onMounted', (hook) => addHook('mounted', hook)), injectHook: addHook, isInSSRComponentSetup: false,
    getCurrentInstance: () => unknownWith('the component instance', {proxy: activeInstance(), ctx: activeInstance()}),
    effectScope: () => ({run: (body) => body(), stop() {}}),
    ...named('createPageApp createVueApp createSSRApp createApp', makeApp),
  };
}

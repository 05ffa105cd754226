// The environment of a page. Its files are one function: `start.js` opens it and `end.js` closes it.
//
// `host(kind, text, error)` records a fact. The page cannot reach it: everything that a page could replace is captured
// here, before the page runs.
(function (host, settingsText, surfaceText) {
'use strict';

const settings = {...JSON.parse(settingsText), surface: JSON.parse(surfaceText)};
const {isUniApp} = settings;
const PageError = Error;
const isArray = Array.isArray;
const objectPrototype = Object.prototype;
const hasOwn = (object, key) => Object.prototype.hasOwnProperty.call(object, key);
const define = Object.defineProperty;

// The keys that tools and engines look up in any value.
const probedKeys = new Set([
  'then', 'catch', 'toJSON', 'nodeType', 'default', '__esModule', '$$typeof', '_isVue', '__ob__', '__v_skip', 'length',
  'tag', 'inspect', 'componentOptions', 'cid', 'functional', 'install', 'prototype', 'name', 'raw', 'isReactComponent',
]);

// The variant of the unknown values. A page whose exception may depend on them runs again with the other variants: an
// exception that remains is an error of the page.
//
// 0: the values of the first run. A comparison with a literal fails, and missing keys of stubs are recorded.
// 1: a comparison with a literal succeeds, and each result of a native method is an unknown value.
// 2: as 1, but the values of errors are empty.
// 3: as 2, and the values of statuses are empty. Modules and methods that the app may lack are missing.
const variant = settings.variant || 0;
const errorKey = /err|fail|cancel|msg|message|reason/i;
const statusKey = /status|code/i;
const isEmptyKey = (key) => (variant > 1 && errorKey.test(key)) || (variant > 2 && statusKey.test(key));

// The primitive values of unknown values in each variant.
const madeUpNumber = [0, 1, 1000, -1][variant];
const madeUpText = ['', 'https://app.test/pages/a.js?id=1&name=a', '{"id":"1","name":"a"}', '1.0.0-a'][variant];

// Returns the prototype of a stub: a use of a key that the stub lacks is recorded, because the stub may be incomplete.
function recording(label, parent = objectPrototype) {
  return new Proxy(Object.create(parent), {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target) return Reflect.get(target, key, receiver);
      if (probedKeys.has(key)) return undefined;
      if (variant > 0) return unknownValue(`${label}.${key}`);
      host('unknown', `${label}.${key}`);
      return undefined;
    },
  });
}

// Returns an object with `members` whose missing keys are recorded.
function stub(label, members) {
  return Object.defineProperties(Object.create(recording(label)), Object.getOwnPropertyDescriptors(members));
}

const unknownValues = new WeakSet();

// Returns a value that is unknown here. Its members and results are unknown, too, so they are never missing; that the page
// used it is recorded as 'stub'. Only a primitive value or a length has to be made up, which is recorded as 'unknown'.
function unknownValue(label, depth = 0) {
  const own = Object.create(null);
  const next = (suffix) => {
    host('stub', label);
    return unknownValue(depth < 4 ? label + suffix : label, depth + 1);
  };
  // A call of uni-app without callbacks returns a promise.
  const wait = () => (host('waits', label), next('.then()'));
  const madeUp = (value) => {
    host('unknown', label);
    return value;
  };
  const toPrimitive = (hint) => {
    if (hint === 'default' && comparedLiteral !== undefined) return takeComparedLiteral();
    if (variant > 0) return hint === 'number' ? madeUpNumber : madeUpText;
    return madeUp(hint === 'number' ? 0 : hint === 'string' ? '{}' : '');
  };
  const items = () => (variant > 0 ? [next('[0]')] : madeUp([]));
  const value = new Proxy(function () {}, {
    get(target, key) {
      if (key in own) return own[key];
      if (key === 'prototype') return target.prototype;
      if (key === Symbol.toPrimitive) return toPrimitive;
      if (key === Symbol.iterator) return () => items()[Symbol.iterator]();
      if (key === 'toString' || key === 'valueOf' || key === 'toJSON') return () => toPrimitive('default');
      if (key === 'length') return host('stub', label), variant > 0 ? 1 : 0;
      if (isUniApp && (key === 'then' || key === 'catch')) return wait;
      if (typeof key === 'symbol' || probedKeys.has(key)) return undefined;
      if (isEmptyKey(key)) return host('stub', label), '';
      return next('.' + key);
    },
    set(target, key, member) {
      own[key] = member;
      return true;
    },
    has: () => true,
    apply(target, receiver, values) {
      if (isUniApp && values.some(hasCallback)) host('waits', label);
      return next('()');
    },
    construct: () => next('()'),
  });
  unknownValues.add(value);
  return value;
}

// The text of an unknown value is unknown, so its contents are, too.
const parseJSON = JSON.parse;
JSON.parse = function parse(text, reviver) {
  return unknownValues.has(text) ? text : parseJSON(text, reviver);
};

// MARK: Variants of unknown values

// The literal that the page compares with a value.
let comparedLiteral;

function takeComparedLiteral() {
  const literal = comparedLiteral.value;
  comparedLiteral = undefined;
  return variant > 0 ? literal : NaN;
}

// The unknown value of the last `switch`, and the number of its cases so far.
let switched;
let caseCount = 0;

// The functions that are added to the scripts of a page that runs again.
const trialGlobals = settings.variant === undefined ? {} : {
  __eros_literal__(value) {
    comparedLiteral = {value};
    return value;
  },
  __eros_switch__(value) {
    switched = variant > 0 && unknownValues.has(value) ? value : undefined;
    caseCount = 0;
    return value;
  },
  // Whether an object has a key that contains an unknown value is unknown.
  __eros_key__(key) {
    if (variant > 0 && (unknownValues.has(key) || (typeof key === 'string' && key.includes(madeUpText)))) {
      host('unknown', 'the key of a property');
    }
    return key;
  },
  // Each variant selects another case.
  __eros_case__(value) {
    caseCount += 1;
    return switched !== undefined && caseCount === variant ? switched : value;
  },
};

// Lets functions of the engine that convert a value return an unknown value for an unknown value.
function keepUnknownValues() {
  const keep = (object, name, result = (value) => value) => {
    const original = object[name];
    define(object, name, {value(...values) {
      return unknownValues.has(values[0]) ? result(values[0]) : original.apply(this, values);
    }});
  };
  for (const name of ['decodeURIComponent', 'decodeURI', 'encodeURIComponent', 'encodeURI', 'escape', 'unescape', 'parseInt',
    'parseFloat']) keep(globalThis, name);
  keep(RegExp.prototype, 'exec');
  keep(RegExp.prototype, 'test', () => true);
}

if (variant > 0) keepUnknownValues();

// MARK: Timers, on virtual time

const timers = [];
const cancelledTimers = new Set();
let timerCount = 0;
let virtualTime = 0;

const isTimerBefore = (left, right) => left.time < right.time || (left.time === right.time && left.id < right.id);

// Adds to the heap of timers.
function pushTimer(timer) {
  let index = timers.length;
  timers[index] = timer;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!isTimerBefore(timer, timers[parent])) break;
    timers[index] = timers[parent];
    index = parent;
  }
  timers[index] = timer;
}

function popTimer() {
  const first = timers[0];
  const last = timers[timers.length - 1];
  timers.length -= 1;
  if (timers.length === 0) return first;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= timers.length) break;
    if (child + 1 < timers.length && isTimerBefore(timers[child + 1], timers[child])) child += 1;
    if (!isTimerBefore(timers[child], last)) break;
    timers[index] = timers[child];
    index = child;
  }
  timers[index] = last;
  return first;
}

function addTimer(callback, delay, isRepeated, values) {
  if (typeof callback !== 'function') return 0;
  const interval = Math.max(1, +delay || 0);
  timerCount += 1;
  pushTimer({id: timerCount, key: timerCount, time: virtualTime + interval, interval, isRepeated, callback, values});
  return timerCount;
}

// Runs the next timer; returns whether there was one before the end of the virtual time.
function runNextTimer() {
  while (timers.length > 0 && timers[0].time <= settings.virtualTime) {
    const timer = popTimer();
    if (cancelledTimers.delete(timer.key)) continue;
    virtualTime = timer.time;
    if (timer.isRepeated) {
      timerCount += 1;
      pushTimer({...timer, id: timerCount, time: virtualTime + timer.interval});
    }
    timer.callback.apply(undefined, timer.values);
    return true;
  }
  return false;
}

const timerFunctions = {
  setTimeout: (callback, delay, ...values) => addTimer(callback, delay, false, values),
  setInterval: (callback, delay, ...values) => addTimer(callback, delay, true, values),
  clearTimeout: (key) => void cancelledTimers.add(key),
  clearInterval: (key) => void cancelledTimers.add(key),
  clearImmediate: (key) => void cancelledTimers.add(key),
  setImmediate: (callback, ...values) => addTimer(callback, 0, false, values),
  requestAnimationFrame: (callback) => addTimer(callback, 16, false, [16]),
  cancelAnimationFrame: (key) => void cancelledTimers.add(key),
};

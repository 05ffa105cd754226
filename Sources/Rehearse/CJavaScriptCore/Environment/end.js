
// Returns the globals of a web view. Its document is unknown, so each use of it succeeds.
function webGlobals() {
  const names = ['document', 'navigator', 'location', 'history', 'screen', 'performance', 'localStorage', 'sessionStorage',
    'indexedDB', 'crypto', 'caches', 'customElements', 'visualViewport', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'fetch',
    'Headers', 'Request', 'Response', 'FormData', 'Blob', 'File', 'FileReader', 'FileList', 'URL', 'URLSearchParams', 'Worker',
    'Image', 'Audio', 'Option', 'Node', 'NodeList', 'Element', 'HTMLElement', 'HTMLCollection', 'Document', 'DocumentFragment',
    'Text', 'Comment', 'Attr', 'Range', 'Selection', 'Event', 'EventTarget', 'CustomEvent', 'MessageChannel', 'MessagePort',
    'DOMParser', 'XMLSerializer', 'TextEncoder', 'TextDecoder', 'AbortController', 'AbortSignal', 'matchMedia', 'getSelection',
    'getComputedStyle', 'open', 'alert', 'confirm', 'prompt', 'atob', 'btoa', 'Notification', 'StorageEvent', 'Storage',
    'innerWidth', 'innerHeight', 'outerWidth', 'outerHeight', 'pageXOffset', 'pageYOffset', 'scrollX', 'scrollY', 'orientation',
    'AlipayJSBridge', 'ap', 'MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'Window', 'DOMRect', 'DOMException',
    'HTMLImageElement', 'HTMLCanvasElement', 'SVGElement', 'KeyboardEvent', 'MouseEvent', 'TouchEvent', 'Touch', 'Path2D',
    'CanvasRenderingContext2D', 'WebGLRenderingContext', 'createImageBitmap', 'structuredClone', 'requestIdleCallback'];
  const values = Object.fromEntries(names.map((name) => [name, unknownValue(name)]));
  const silent = {};
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent', 'postMessage', 'scrollTo', 'scrollBy', 'scroll',
    'focus', 'blur', 'close', 'stop', 'print', 'queueMicrotask', 'cancelIdleCallback']) silent[name] = () => {};
  const self = Object.fromEntries(['window', 'self', 'top', 'parent', 'frames'].map((name) => [name, globalThis]));
  return {...values, ...silent, ...self, ...timerFunctions, console: pageConsole, devicePixelRatio: 2, name: '', event: undefined,
    onload: null, onerror: null, onresize: null, opener: null};
}

// MARK: Installation

function install(values) {
  for (const name of Object.keys(values)) {
    define(globalThis, name, {value: values[name], writable: true, configurable: true, enumerable: false});
  }
}

function customGlobals() {
  const values = {};
  for (const name of Object.keys(settings.globals)) {
    values[name] = settings.globals[name] === null ? unknownValue(name) : settings.globals[name];
  }
  return values;
}

install(settings.framework === 'Web' ? webGlobals() : commonGlobals);
if (settings.framework === 'Rax' || settings.framework === 'Weex') install(loaderGlobals);
if (settings.framework === 'Vue') install({Vue: makeVue()});
if (isUniApp) install({...uniGlobals(), Vue: addUniApp(makeVue())});
if (settings.framework === 'Rax') install(raxGlobals());
install(customGlobals());
return runNextTimer;
})

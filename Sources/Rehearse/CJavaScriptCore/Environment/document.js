
// MARK: The document, as Weex offers it to frameworks

const components = settings.surface.components || {};
let nodeCount = 0;
let hasRendered = false;

class PageNode extends Object {
  constructor(nodeType) {
    super();
    nodeCount += 1;
    this.nodeId = this.ref = String(nodeCount);
    this.nodeType = nodeType;
    this.parentNode = null;
    this.children = [];
    this.pureChildren = this.children;
    this.ownerDocument = null;
  }

  get childNodes() { return this.children; }
  get firstChild() { return this.children[0] || null; }
  get lastChild() { return this.children[this.children.length - 1] || null; }
  get nextSibling() { return this.sibling(1); }
  get previousSibling() { return this.sibling(-1); }

  sibling(distance) {
    const list = this.parentNode ? this.parentNode.children : [];
    return list[list.indexOf(this) + distance] || null;
  }

  insertAt(node, index) {
    node.remove();
    this.children.splice(index, 0, node);
    node.parentNode = this;
    if (!hasRendered && node.nodeType === 1 && isAttached(this)) {
      hasRendered = true;
      host('rendered');
    }
    return node;
  }

  appendChild(node) { return this.insertAt(node, this.children.length); }

  insertBefore(node, before) {
    const index = this.children.indexOf(before);
    return this.insertAt(node, index < 0 ? this.children.length : index);
  }

  insertAfter(node, after) { return this.insertAt(node, this.children.indexOf(after) + 1); }

  removeChild(node) {
    const index = this.children.indexOf(node);
    if (index >= 0) this.children.splice(index, 1);
    node.parentNode = null;
    return node;
  }

  replaceChild(node, old) {
    this.insertBefore(node, old);
    return this.removeChild(old);
  }

  remove() { if (this.parentNode) this.parentNode.removeChild(this); }
  clear() { this.children.length = 0; }
  destroy() { this.remove(); }
}

function isAttached(node) {
  let current = node;
  while (current && current !== pageDocument.documentElement) current = current.parentNode;
  return current === pageDocument.documentElement;
}

class PageElement extends PageNode {
  constructor(type, props) {
    super(1);
    this.type = this.tagName = this.nodeName = type;
    this.attr = {...(props && props.attr)};
    this.style = {...(props && props.style)};
    this.classStyle = {};
    this.classList = [];
    this.event = {};
    requestAssets(this.attr);
    requestAssets(this.style);
    const component = hasOwn(components, type) ? components[type] : {};
    for (const name of Object.keys(component.methods || {})) {
      this[name] = nativeMethod(`<${type}>.${name}`, component.methods[name]);
    }
  }

  setAttr(key, value) {
    requestAssets(value);
    this.attr[key] = value;
  }
  setAttribute(key, value) { this.setAttr(key, value); }
  getAttribute(key) { return this.attr[key]; }
  hasAttribute(key) { return key in this.attr; }
  removeAttribute(key) { delete this.attr[key]; }
  setAttrs(values) {
    requestAssets(values);
    Object.assign(this.attr, values);
  }
  setStyle(key, value) {
    requestAssets(value);
    this.style[key] = value;
  }
  setStyles(values) {
    requestAssets(values);
    Object.assign(this.style, values);
  }
  setClassStyle(values) { this.classStyle = values; }
  setClassList(list) { this.classList = list; }
  setStyleSheet() {}
  addEvent(type, handler) { this.event[type] = handler; }
  removeEvent(type) { delete this.event[type]; }
  addEventListener(type, handler) { this.event[type] = handler; }
  removeEventListener(type) { delete this.event[type]; }
  fireEvent() {}
  dispatchEvent() { return true; }
  toStyle() { return {...this.classStyle, ...this.style}; }
  toJSON() { return {ref: this.ref, type: this.type, attr: this.attr, style: this.toStyle()}; }
}
// A page may use a method that its element has at run time.
Object.setPrototypeOf(PageNode.prototype, recording('element'));

class PageComment extends PageNode {
  constructor(value) {
    super(8);
    this.type = 'comment';
    this.value = value;
  }
}

class PageText extends PageNode {
  constructor(text) {
    super(3);
    this.text = this.textContent = this.data = this.nodeValue = text;
  }
}

const taskCenter = stub('document.taskCenter', {
  instanceId: '1',
  callbackManager: stub('document.taskCenter.callbackManager', {}),
  send() {},
  callback() {},
  normalize: (value) => value,
  updateData() {},
  destroyHook() {},
});

const documentElement = new PageElement('document');
const pageDocument = stub('document', {
  id: '1',
  URL: settings.bundleURL,
  nodeType: 9,
  documentElement,
  taskCenter,
  listener: stub('document.listener', {batched: false, updates: [], createFinish() {}, refreshFinish() {}, updateFinish() {}}),
  createElement: (type, props) => new PageElement(String(type), props),
  createElementNS: (space, type) => new PageElement(String(type)),
  createComment: (text) => new PageComment(text),
  createTextNode: (text) => new PageText(text),
  createDocumentFragment: () => new PageNode(11),
  createBody(type, props) {
    if (!pageBody) pageBody = new PageElement(type, props);
    return pageBody;
  },
  getRef: () => null,
  getElementById: () => null,
  addEventListener() {},
  removeEventListener() {},
  fireEvent() {},
  listenToMemory() {},
  open() {},
  close() {},
  destroy() {},
});
let pageBody = null;
define(pageDocument, 'body', {
  get() {
    if (!pageBody) host('unknown', 'document.body before the first render');
    return pageBody;
  },
  set(value) { pageBody = value; },
  configurable: true,
});
documentElement.appendChild = function (node) {
  if (node.nodeType === 1 && !pageBody) pageBody = node;
  return PageNode.prototype.appendChild.call(documentElement, node);
};

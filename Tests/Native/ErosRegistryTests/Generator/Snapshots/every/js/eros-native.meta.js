// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface: sha256:48c2cd9c480d42788285ba4822023ad8b367dfe15ac4c0185d561e5f5bbdaa12
// Weex HTML5 / JS-framework module meta: weex.registerApiModule(name, impl, meta[name])
module.exports = {
  'acme-scan': [
    { name: 'both', args: [] },
    { name: 'last', args: [] },
    { name: 'scan', args: ['object', 'object', 'function'] }
  ],
  acmeKit: [
  ],
  acmeMacro: [
  ],
  acmeScan: [
  ],
  acmeSwift: [
    { name: 'last', args: [] },
    { name: 'open', args: ['object', 'function'] }
  ]
};

// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface: sha256:090a71fcf7cd5e1848d5500e9152555d9f2643c216320145bd4ec243af1c2421
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

// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface: sha256:a7ea04430e58785f0abf6e2ceb9ca2aecae3184b03a193fc6758ec62c4c6a820
// Weex HTML5 / JS-framework module meta: weex.registerApiModule(name, impl, meta[name])
module.exports = {
  acmeScan: [
    { name: 'lastResult', args: [] },
    { name: 'scan', args: ['object', 'function'] },
    { name: 'watch', args: ['function'] }
  ]
};

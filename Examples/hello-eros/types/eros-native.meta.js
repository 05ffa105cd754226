// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface: sha256:79f4ade16badda5e0f9d598baa8305a420fa1287f77549ed4d207464cc5535dc
// Weex HTML5 / JS-framework module meta: weex.registerApiModule(name, impl, meta[name])
module.exports = {
  helloNotes: [
    { name: 'count', args: [] },
    { name: 'find', args: ['string', 'number', 'function'] },
    { name: 'remove', args: ['string'] },
    { name: 'save', args: ['object', 'function'] },
    { name: 'watch', args: ['function'] }
  ],
  helloVoice: [
    { name: 'start', args: ['object', 'function'] },
    { name: 'stop', args: [] }
  ]
};

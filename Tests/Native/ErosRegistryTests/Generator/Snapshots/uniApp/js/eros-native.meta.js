// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface: sha256:3b45dfb2017fc7f51f87f65bee7ce0d7af0749f6054d96f42941aac70f6f5c4d
// Weex HTML5 / JS-framework module meta: weex.registerApiModule(name, impl, meta[name])
module.exports = {
  'Acme-Every': [
    { name: 'anything', args: [] },
    { name: 'aside', args: [] },
    { name: 'default', args: ['string', 'string'] },
    { name: 'notify', args: [] },
    { name: 'number', args: ['number'] },
    { name: 'onlyThere', args: [] },
    { name: 'optional', args: ['string', 'number', 'number', 'boolean', 'object', 'array', 'object', 'function'] },
    { name: 'point', args: [] },
    { name: 'points', args: [] },
    { name: 'renamed', args: ['string', 'number'] },
    { name: 'text', args: [] },
    { name: 'toString', args: [] },
    { name: 'truth', args: [] },
    { name: 'types', args: ['string', 'number', 'number', 'boolean', 'object', 'object', 'object', 'array', 'object', 'function', 'function'] },
    { name: 'whole', args: [] },
    { name: 'words', args: ['string', 'string', 'string', 'string', 'string', 'string'] }
  ],
  'Acme-Nothing': [
  ]
};

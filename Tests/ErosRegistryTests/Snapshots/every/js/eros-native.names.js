// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface: sha256:090a71fcf7cd5e1848d5500e9152555d9f2643c216320145bd4ec243af1c2421
module.exports = {
  modules: {
    'acme-scan': 'acme-scan',
    acmeKit: 'acmeKit',
    acmeMacro: 'acmeMacro',
    acmeScan: 'acmeScan',
    acmeSwift: 'acmeSwift'
  },
  components: [
    'acme-chart',
    'acmechart',
    'acme-list',
    'acme-plain',
    'acme-row'
  ]
};

// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface: sha256:48c2cd9c480d42788285ba4822023ad8b367dfe15ac4c0185d561e5f5bbdaa12
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

// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface: sha256:3b45dfb2017fc7f51f87f65bee7ce0d7af0749f6054d96f42941aac70f6f5c4d
module.exports = {
  modules: {
    'Acme-Every': 'Acme-Every',
    'Acme-Nothing': 'Acme-Nothing'
  },
  components: [
    'acme-all',
    'acme-bare',
    'Acme_bare'
  ]
};

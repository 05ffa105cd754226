// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: config/eros.native.js
// format: 1
// eros-surface: sha256:9a7c26eb036bdc585309c372b7f8b32fb80dcb46d8ce9f1378d803cad1a54bcb
module.exports = {
  modules: {
  },
  components: [
  ]
};

// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface: sha256:79f4ade16badda5e0f9d598baa8305a420fa1287f77549ed4d207464cc5535dc
module.exports = {
  modules: {
    helloNotes: 'helloNotes',
    helloVoice: 'helloVoice'
  },
  components: [
    'hello-chart',
    'hellochart',
    'hello-ink'
  ]
};

// { "framework": "Vue" }
// This page is never shown and lives as long as the app: listen to global events here.
new Vue({ el: '#root', render: function (h) { return h('div'); } });

(function () {
  'use strict';

  new Vue({
    el: '#root',
    data: { profile: { name: '' }, versions: { app: '', bundle: '' } },
    created: function () {
      var page = this;
      var environment = weex.config.env || {};
      this.versions = { app: environment.appVersion || 'unknown', bundle: (weex.config.eros || {}).jsVersion || 'unknown' };
      hello.load('profile', { name: '' }, function (profile) { page.profile = profile; });
    },
    methods: {
      rename: function (event) {
        this.profile = { name: event.value.trim() };
        hello.save('profile', this.profile, function (error) {
          if (!error) { hello.toast('Nice to meet you'); }
        });
      }
    },
    render: function (h) {
      return h('scroller', { style: { backgroundColor: '#f5f6f8' } }, [
        h('input', {
          style: { height: '96px', margin: '32px 0', padding: '0 32px', fontSize: '32px', backgroundColor: hello.colors.paper },
          attrs: { value: this.profile.name, placeholder: 'Your name', returnKeyType: 'done' },
          on: { return: this.rename }
        }),
        hello.row(h, 'App', this.versions.app),
        hello.row(h, 'Pages', this.versions.bundle)
      ]);
    }
  });
})();

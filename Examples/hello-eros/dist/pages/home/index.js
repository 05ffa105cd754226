// { "framework": "Vue" }
(function () {
  'use strict';

  var greetings = [[5, 'Still up?'], [11, 'Good morning'], [17, 'Good afternoon'], [24, 'Good evening']];

  function greeting(hour) {
    for (var i = 0; i < greetings.length; i++) {
      if (hour < greetings[i][0]) { return greetings[i][1]; }
    }
    return 'Hello';
  }

  new Vue({
    el: '#root',
    data: { name: '', notes: [], hour: new Date().getHours() },
    created: function () {
      var page = this;
      hello.load('profile', { name: '' }, function (profile) { page.name = profile.name; });
      this.refresh();
      this.channel = new BroadcastChannel('hello-notes');
      this.channel.onmessage = function () { page.refresh(); };
    },
    destroyed: function () { this.channel.close(); },
    computed: {
      title: function () { return greeting(this.hour) + (this.name ? ', ' + this.name : ''); },
      recent: function () {
        return this.notes.slice().sort(function (a, b) { return b.changed - a.changed; }).slice(0, 3);
      }
    },
    methods: {
      refresh: function () {
        var page = this;
        hello.load('notes', [], function (notes) { page.notes = notes; });
      }
    },
    render: function (h) {
      var page = this;
      return h('scroller', { style: { backgroundColor: '#f5f6f8' } }, [
        h('div', { style: { alignItems: 'center', padding: '72px 32px 48px' } }, [
          h('image', { style: { width: '160px', height: '160px' }, attrs: { src: 'bmlocal://assets/logo.png' } }),
          h('text', { style: { marginTop: '32px', fontSize: '44px', color: hello.colors.ink } }, [page.title]),
          h('text', { style: { marginTop: '12px', fontSize: '26px', color: hello.colors.faint } }, [
            page.notes.length === 1 ? 'You have one note' : 'You have ' + page.notes.length + ' notes'
          ])
        ]),
        h('div', null, page.recent.map(function (note) {
          return hello.row(h, note.title || 'Untitled', new Date(note.changed).toDateString(), function () {
            hello.open('detail', { id: note.id });
          });
        })),
        hello.row(h, 'Write something', null, function () { hello.open('detail', {}); })
      ]);
    }
  });
})();

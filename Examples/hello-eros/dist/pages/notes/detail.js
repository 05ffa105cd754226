(function () {
  'use strict';

  var channel = new BroadcastChannel('hello-notes');

  new Vue({
    el: '#root',
    data: { note: { id: '', title: '', text: '', changed: 0 }, notes: [] },
    created: function () {
      var page = this;
      hello.params(function (params) {
        hello.load('notes', [], function (notes) {
          page.notes = notes;
          notes.forEach(function (note) {
            if (note.id === params.id) { page.note = JSON.parse(JSON.stringify(note)); }
          });
        });
      });
    },
    methods: {
      keep: function () {
        var note = this.note;
        note.changed = Date.now();
        if (!note.id) { note.id = note.changed.toString(36); }
        var others = this.notes.filter(function (other) { return other.id !== note.id; });
        hello.save('notes', [note].concat(others), function (error) {
          if (error) { return; }
          channel.postMessage(JSON.stringify({ kind: 'changed', id: note.id }));
          hello.back();
        });
      }
    },
    render: function (h) {
      var page = this;
      function field(tag, key, size, style, placeholder) {
        style.fontSize = size + 'px';
        style.color = hello.colors.ink;
        return h(tag, {
          style: style,
          attrs: { value: page.note[key], placeholder: placeholder },
          on: { input: function (event) { page.note[key] = event.value; } }
        });
      }
      return h('div', { style: { flex: 1, backgroundColor: hello.colors.paper } }, [
        field('input', 'title', 40, { height: '96px', margin: '24px 32px 0' }, 'Title'),
        field('textarea', 'text', 30, { flex: 1, margin: '16px 32px' }, 'What is on your mind? Umlauts äöü and 漢字 are fine.'),
        h('div', {
          style: { margin: '0 32px 48px', height: '92px', flexDirection: 'row', alignItems: 'center', justifyContent: 'center', borderRadius: '12px', backgroundColor: hello.colors.accent },
          on: { click: page.keep }
        }, [
          hello.icon(h, 'check', 32, '#ffffff'),
          h('text', { style: { marginLeft: '16px', fontSize: '32px', color: '#ffffff' } }, ['Keep'])
        ])
      ]);
    }
  });
})();

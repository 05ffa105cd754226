// { "framework": "Vue" }
(function () {
  'use strict';

  new Vue({
    el: '#root',
    data: { notes: [], sought: '' },
    created: function () {
      var page = this;
      hello.load('notes', [], function (notes) { page.notes = notes; });
    },
    computed: {
      found: function () {
        var sought = this.sought.toLowerCase();
        return this.notes.filter(function (note) {
          return !sought || (note.title + '\n' + note.text).toLowerCase().indexOf(sought) >= 0;
        });
      }
    },
    methods: {
      remove: function (id) {
        var page = this;
        hello.confirm('Throw this note away?', function (yes) {
          if (!yes) { return; }
          page.notes = page.notes.filter(function (note) { return note.id !== id; });
          hello.save('notes', page.notes);
        });
      }
    },
    render: function (h) {
      var page = this;
      var search = h('input', {
        style: { height: '72px', margin: '24px 32px', padding: '0 24px', fontSize: '28px', backgroundColor: '#eceef2', borderRadius: '12px' },
        attrs: { placeholder: 'Search', value: page.sought },
        on: { input: function (event) { page.sought = event.value; } }
      });
      var cells = page.found.map(function (note) {
        return h('cell', { key: note.id, on: { longpress: function () { page.remove(note.id); } } }, [
          hello.row(h, note.title || 'Untitled', note.text.slice(0, 60), function () { hello.open('detail', { id: note.id }); })
        ]);
      });
      var empty = h('cell', { style: { alignItems: 'center', padding: '120px 32px' } }, [
        h('text', { style: { fontSize: '28px', color: hello.colors.faint } }, [page.sought ? 'Nothing found' : 'No notes yet'])
      ]);
      var add = h('div', {
        style: {
          position: 'fixed', right: '40px', bottom: '60px', width: '104px', height: '104px', borderRadius: '52px',
          alignItems: 'center', justifyContent: 'center', backgroundColor: hello.colors.accent
        },
        on: { click: function () { hello.open('detail', {}); } }
      }, [hello.icon(h, 'plus', 48, '#ffffff')]);
      return h('div', { style: { flex: 1, backgroundColor: '#f5f6f8' } }, [search, h('list', { style: { flex: 1 } }, cells.length ? cells : [empty]), add]);
    }
  });
})();

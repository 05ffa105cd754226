// { "framework": "Vue" }
new Vue({
  el: '#root',
  data: { count: 0 },
  render: function (h) {
    var page = this;
    return h('div', { style: { flex: 1, alignItems: 'center', justifyContent: 'center' } }, [
      h('text', { style: { fontSize: '40px' }, on: { click: function () { page.count += 1; } } }, [
        page.count ? 'Tapped ' + page.count + ' times' : 'Tap me'
      ])
    ]);
  }
});

// { "framework": "Vue" }
new Vue({
  el: '#root',
  render: function (h) {
    return h('scroller', { style: { padding: '48px' } }, [
      h('text', { style: { fontSize: '32px' } }, ['Say here what the app is for.'])
    ]);
  }
});

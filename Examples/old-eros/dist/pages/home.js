// { "framework": "Vue" }
new Vue({
  el: 'body',
  render: function (h) {
    return h('text', { on: { click: function () { weex.requireModule('shopPay').pay({ item: 'tea' }) } } }, ['Buy'])
  }
})

// { "framework": "Vue" }
// The client puts this file in front of every page: what all pages share belongs here.
var app = app || {
  router: weex.requireModule('bmRouter'),
  open: function (url) {
    app.router.open({ url: url, type: 'PUSH', params: {}, canBack: true });
  }
};

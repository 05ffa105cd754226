// { "framework": "Vue" }
/* Put in front of every page by the client, so that pages share this code without carrying it. */
var hello = hello || (function () {
  'use strict';

  var router = weex.requireModule('bmRouter');
  var storage = weex.requireModule('bmStorage');
  var modal = weex.requireModule('bmModal');
  var dom = weex.requireModule('dom');

  var routes = {
    home: { title: 'Hello', url: '/pages/home/index.js' },
    notes: { title: 'Notes', url: '/pages/notes/index.js' },
    detail: { title: 'Note', url: '/pages/notes/detail.js' },
    me: { title: 'Me', url: '/pages/me/index.js' }
  };

  var colors = { ink: '#1d2330', faint: '#8a8f98', line: '#e6e8ec', paper: '#ffffff', accent: '#2f6fed' };
  var icons = { plus: '\uE001', check: '\uE002', chevron: '\uE003', menu: '\uE004' };

  dom.addRule('fontFace', {
    fontFamily: 'hello-icons',
    src: "url('bmlocal://iconfont/hello-icons.ttf')"
  });

  function answered(done) {
    return function (answer) {
      var reply = typeof answer === 'string' ? JSON.parse(answer) : answer;
      done(reply.status === 0 ? null : new Error(reply.errorMsg || 'unknown'), reply.data);
    };
  }

  function open(name, params) {
    var route = routes[name];
    if (!route) { throw new Error('there is no route named ' + name); }
    router.open({ url: route.url, type: 'PUSH', params: params || {}, navTitle: route.title, canBack: true });
  }

  function load(key, fallback, done) {
    storage.getData(key, answered(function (error, text) {
      var value = fallback;
      if (!error && text) {
        try { value = JSON.parse(text); } catch (broken) { value = fallback; }
      }
      done(value);
    }));
  }

  function save(key, value, done) {
    storage.setData(key, JSON.stringify(value), answered(function (error) {
      if (error) { modal.toast({ message: 'Not saved: ' + error.message }); }
      if (done) { done(error); }
    }));
  }

  function icon(h, name, size, color) {
    return h('text', {
      style: { fontFamily: 'hello-icons', fontSize: size + 'px', color: color || colors.faint }
    }, [icons[name]]);
  }

  function row(h, title, detail, tapped) {
    return h('div', {
      style: {
        flexDirection: 'row', alignItems: 'center', padding: '28px 32px',
        backgroundColor: colors.paper, borderBottomWidth: '1px', borderBottomColor: colors.line
      },
      on: tapped ? { click: tapped } : {}
    }, [
      h('div', { style: { flex: 1 } }, [
        h('text', { style: { fontSize: '32px', color: colors.ink, lines: 1 } }, [title]),
        detail ? h('text', { style: { fontSize: '24px', color: colors.faint, marginTop: '8px' } }, [detail]) : null
      ]),
      tapped ? icon(h, 'chevron', 32) : null
    ]);
  }

  return {
    routes: routes, colors: colors, open: open, load: load, save: save, icon: icon, row: row,
    back: function () { router.back({ type: 'POP', length: 1 }); },
    params: function (done) { router.getParams(answered(function (_, value) { done(value || {}); })); },
    toast: function (message) { modal.toast({ message: message }); },
    confirm: function (message, done) {
      modal.confirm({ message: message, okTitle: 'Yes', cancelTitle: 'No' }, function () { done(true); }, function () { done(false); });
    }
  };
})();

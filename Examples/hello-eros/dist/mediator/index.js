// { "framework": "Vue" }
/* Lives as long as the app does: hears what no page is there for. */
(function () {
  'use strict';

  var globalEvent = weex.requireModule('globalEvent');
  var channel = new BroadcastChannel('hello-notes');
  var unread = 0;

  function announce(kind, detail) {
    channel.postMessage(JSON.stringify({ kind: kind, detail: detail, at: Date.now() }));
  }

  globalEvent.addEventListener('pushMessage', function (message) {
    unread += 1;
    announce('push', { title: message.title || 'News', unread: unread });
  });

  globalEvent.addEventListener('WXApplicationDidBecomeActiveEvent', function () {
    unread = 0;
    announce('active', {});
  });

  channel.onmessage = function (event) {
    var message = JSON.parse(event.data);
    if (message.kind === 'read' && unread > 0) { unread -= 1; }
  };

  new Vue({ el: '#root', render: function (h) { return h('div'); } });
})();

// Returns a text in the language of the page; `values` replace names in braces.
function t(text, values = {}) {
  return (messages[text] ?? text).replace(/\{(\w+)\}/g, (name, key) => values[key] ?? name);
}

// The switch of the color scheme, which only works with this script and is hidden without it.
(() => {
  const key = "eros-theme";
  const inputs = [...document.querySelectorAll("#theme input")];

  function apply(theme) {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }

  let theme = null;
  // A browser may deny storage, such as to a page that was opened from a file or in a sandboxed frame.
  try { theme = localStorage.getItem(key); } catch {}
  if (theme === "light" || theme === "dark") apply(theme);
  for (const input of inputs) {
    input.checked = input.value === (document.documentElement.dataset.theme ?? "auto");
    input.addEventListener("change", () => {
      apply(input.value);
      try { localStorage.setItem(key, input.value); } catch {}
    });
  }
  for (const control of document.querySelectorAll("#theme")) control.hidden = false;
})();

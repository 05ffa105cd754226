"use strict";
(() => {
  const byID = (id) => document.getElementById(id);
  const form = byID("filters");
  const field = byID("filter");
  const platform = byID("platform");
  const links = new Map();
  for (const link of document.querySelectorAll("#contents li a")) {
    links.set(link.getAttribute("href").slice(1), link.parentElement);
  }
  const sections = [...document.querySelectorAll("main .kind")].map((section) => ({
    section,
    title: byID("contents").querySelector(`a[href="#${section.getAttribute("aria-labelledby")}"]`).parentElement,
    entries: [...section.querySelectorAll("article")].map((article) => ({
      article,
      item: links.get(article.id),
      text: article.textContent.toLowerCase(),
      members: [...article.querySelectorAll(".member")],
    })),
  }));
  const total = sections.reduce((sum, { entries }) => sum + entries.length, 0);

  const isOn = (element) => !platform.value || element.dataset.platforms.split(" ").includes(platform.value);

  function filter() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { section, title, entries } of sections) {
      let inSection = 0;
      for (const { article, item, text, members } of entries) {
        const matches = isOn(article) && words.every((word) => text.includes(word));
        article.hidden = item.hidden = !matches;
        for (const member of members) member.hidden = !isOn(member);
        if (matches) inSection += 1;
      }
      section.hidden = title.hidden = title.nextElementSibling.hidden = inSection === 0;
      shown += inSection;
    }
    byID("count").textContent = shown === total
      ? total === 1 ? t("1 entry") : t("{count} entries", { count: total })
      : t("{shown} of {count} entries", { shown, count: total });
    byID("nothing").hidden = shown > 0;
  }

  function clear() {
    field.value = "";
    platform.value = "";
    filter();
  }

  /** Shows the target of a link, which the filter may hide. */
  function reveal() {
    const target = byID(decodeURIComponent(location.hash.slice(1)));
    if (!target || !target.closest("[hidden]")) return;
    clear();
    target.scrollIntoView();
  }

  field.addEventListener("input", filter);
  platform.addEventListener("change", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", reveal);
  addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input[type=search], select");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
    } else if (event.key === "Escape" && event.target === field) {
      clear();
    }
  });

  // The filter works only with this script, so it is hidden without it.
  form.hidden = false;
  if (matchMedia("(max-width: 52rem)").matches) byID("contents").open = false;
  filter();
})();

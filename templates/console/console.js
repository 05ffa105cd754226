"use strict";

// Displays the document that the server sends, and sends nothing itself.
(() => {
  const byID = (id) => document.getElementById(id);
  const number = new Intl.NumberFormat(language);
  const dates = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const SVG = "http://www.w3.org/2000/svg";
  const PERIODS = { hours: { length: 3600e3, count: 48 }, days: { length: 86400e3, count: 90 } };
  // One command signs both.
  const ONLINE = new Set(["snapshot", "timestamp"]);
  const COLORS = 5;

  const events = { confirmed: t("confirmed"), staged: t("staged"), failed: t("failed") };

  let state = null;
  // A channel in the URL can be a bookmark or a link.
  let channelName = new URLSearchParams(location.search).get("channel");
  let clockOffset = 0;
  let openCommands = new Set();

  // --- Elements ---------------------------------------------------------------------------------

  function element(name, className, ...children) {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  }

  function svg(name, attributes, text) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function bar(share, className) {
    const fill = element("i");
    fill.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
    return element("span", `bar ${className ?? ""}`, fill);
  }

  function barLine(label, value, share, className) {
    const line = element("span", "line", element("span", "", label), element("span", "", value));
    return element("li", "", line, bar(share, className));
  }

  // --- Text -------------------------------------------------------------------------------------

  const now = () => Date.now() + clockOffset;
  // The share of a rollout such as "12.50%", from 0 to 1.
  const shareOf = (text) => parseFloat(text) / 100;
  const percent = (share) => `${number.format(Math.round(share * 1000) / 10)}\u00a0%`;
  const quoted = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const sum = (values) => values.reduce((total, value) => total + value, 0);

  function size(bytes) {
    const units = ["B", "kB", "MB", "GB", "TB"];
    let index = 0;
    while (bytes >= 1000 && index < units.length - 1) { bytes /= 1000; index += 1; }
    return `${number.format(index ? Math.round(bytes * 10) / 10 : bytes)} ${units[index]}`;
  }

  function duration(milliseconds) {
    const hours = Math.floor(Math.abs(milliseconds) / 3600e3);
    if (hours < 1) return t("less than an hour");
    if (hours < 48) return hours === 1 ? t("1 hour") : t("{count} hours", { count: hours });
    return t("{count} days", { count: Math.floor(hours / 24) });
  }

  function releaseName(release) {
    return release === undefined || release.number === null ? t("other releases") : t("release {number}", release);
  }

  // --- Commands ---------------------------------------------------------------------------------

  // Returns the element of a command, which is an object with a label and the text.
  function command({ label, text }) {
    const button = element("button", "", t("Copy"));
    button.type = "button";
    button.setAttribute("aria-label", t("Copy the command: {label}, {text}", { label, text }));
    button.addEventListener("click", () => copy(text));
    return element("div", "command", element("div", "", element("span", "what", label), element("code", "", text)), button);
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      byID("copied").textContent = t("The command is copied.");
    } catch {
      byID("copied").textContent = t("The browser does not allow copying. Select the command instead.");
    }
  }

  // Whether the brake pauses a release or lowers its rollout.
  function isBraked(release) {
    return release.brake !== null && release.brake.active;
  }

  function isPausedByBrake(release) {
    return isBraked(release) && shareOf(release.brake.rollout) === 0;
  }

  // The location of the store in commands. A store that the server reads over HTTP is written elsewhere.
  function storeArgument() {
    return /^https?:\/\//i.test(state.store) ? "STORE" : quoted(state.store);
  }

  function isForAll(release) {
    return shareOf(release.rollout) === 1 && !release.paused && !isBraked(release);
  }

  // Returns the command that replaces the newest release of a channel with an earlier one; `null` if there is none.
  function rollback(release, channel, options) {
    const newest = channel.releases[0];
    // After a rollback, the newest release already has the files of that release.
    const target = release === newest && newest.restores === null ? channel.releases.slice(1).find(isForAll) : release;
    if (!target || target === newest || target.number === newest.restores) return null;
    const legacy = newest.legacy || target.legacy ? " --legacy" : "";
    return { label: t("Give devices release {number} again", target), text: `eros release rollback --to ${target.number}${legacy} ${options}` };
  }

  // Returns the channels of the app in which a release is newer than all others.
  function promotions(release, channel) {
    if (release.paused || isBraked(release)) return [];
    return state.channels.filter((one) => one.app === channel.app && one.name !== channel.name
      && (!one.releases.length || Date.parse(one.releases[0].built) < Date.parse(release.built)));
  }

  function channelOptions(channel) {
    return `--store ${storeArgument()} --channel ${quoted(channel.name)} --keys keys`;
  }

  function liftCommand(release, channel) {
    return { label: t("Lift the brake of release {number}", release),
      text: `eros store brake lift ${release.number} ${channelOptions(channel)}` };
  }

  function resumeCommand(release, channel) {
    return { label: t("Resume release {number}", release), text: `eros release resume ${release.number} ${channelOptions(channel)}` };
  }

  // Returns the command that stops a release: that of the brake if its keys are on the server.
  function stopCommand(release, channel) {
    return state.brake.isEnabled
      ? { label: t("Pause release {number} with the key of the brake", release), text: `eros store brake set ${release.number} ${channelOptions(channel)}` }
      : { label: t("Pause release {number}", release), text: `eros release pause ${release.number} ${channelOptions(channel)}` };
  }

  // Returns the commands for a release that have an effect now.
  function commands(release, channel) {
    const options = channelOptions(channel);
    const list = [];
    if (isBraked(release)) list.push(liftCommand(release, channel));
    if (release.paused) list.push(resumeCommand(release, channel));
    else if (!isPausedByBrake(release)) list.push({ label: t("Pause release {number}", release), text: `eros release pause ${release.number} ${options}` });
    if (shareOf(release.rollout) < 1 && !release.paused && !isBraked(release)) {
      list.push({ label: t("Roll release {number} out to all devices", release), text: `eros release rollout ${release.number} 100% ${options}` });
    }
    const back = rollback(release, channel, options);
    if (back) list.push(back);
    for (const other of promotions(release, channel)) {
      list.push({ label: t("Publish release {number} in {name}", { number: release.number, name: other.name }), text: `eros release promote ${release.number} --to ${quoted(other.name)} ${options}` });
    }
    return list;
  }

  // --- Sections ---------------------------------------------------------------------------------

  function card(label, value, note, className) {
    return element("div", "card", element("p", "label", label), element("p", `value ${className ?? ""}`, value),
      element("p", "note", note));
  }

  function forms(channel) {
    const total = {};
    for (const release of channel.reported) {
      for (const [form, tally] of Object.entries(release.staged)) {
        total[form] ??= { count: 0, bytes: 0 };
        total[form].count += tally.count;
        total[form].bytes += tally.bytes;
      }
    }
    return total;
  }

  function hitRate(total) {
    const tried = (total.delta?.count ?? 0) + (total.fallback?.count ?? 0);
    return tried ? total.delta.count / tried : null;
  }

  function recent(channel, event) {
    const since = Math.floor(now() / 3600e3) - 24;
    return sum(channel.hours.filter((one) => one.event === event && one.period > since).map((one) => one.count));
  }

  function showCards(channel) {
    const newest = channel.releases[0];
    const reported = channel.reported.find((one) => newest && one.tree === newest.tree);
    const devices = sum(channel.reported.map((one) => one.adopted));
    const cards = [];
    cards.push(card(t("Newest release"), newest ? String(newest.number) : "–",
      newest ? t("built {time}", { time: dates.format(Date.parse(newest.built)) }) : t("nothing was published")));
    if (state.hasReports) {
      const share = devices ? percent((reported?.adopted ?? 0) / devices) : "–";
      const rate = hitRate(forms(channel));
      cards.push(card(t("Adoption"), share, t("of {count} reporting devices", { count: number.format(devices) })));
      cards.push(card(t("Confirmed"), number.format(recent(channel, "confirmed")), t("in the last 24 hours")));
      cards.push(failureCard(newest, channel));
      cards.push(card(t("Deltas applied"), rate === null ? "–" : percent(rate), t("of the deltas that were tried")));
    }
    const next = [...state.roles].sort((a, b) => a.warns - b.warns)[0];
    if (next) cards.push(card(t("Next expiry"), untilText(next), t("the role {role}", next), roleState(next).className));
    byID("cards").dataset.count = cards.length;
    byID("cards").replaceChildren(...cards);
  }

  // Displays the newest release's own rate.
  function failureCard(newest, channel) {
    const { failed, count } = newest ? trials(newest, channel) : { failed: 0, count: 0 };
    const values = { failed: number.format(failed), count: number.format(count), hours: state.brake.hours, number: newest?.number };
    return card(t("Failed trials"), count ? percent(failed / count) : "–",
      newest ? t("{failed} of {count} trials of release {number} in {hours} h", values) : t("nothing was published"),
      newest && failure(newest, channel) ? "is-bad" : "");
  }

  // --- Banners and the brake --------------------------------------------------------------------

  // Returns the release that devices keep, or get again, while a release is stopped.
  function fallback(release, channel) {
    return channel.releases.slice(channel.releases.indexOf(release) + 1).find(isForAll);
  }

  function banner(className, title, text, ...list) {
    return element("section", `banner ${className}`, element("p", "", element("strong", "", title), ` ${text}`), ...list.map(command));
  }

  // Returns why the brake limits a release. The metadata has the reasons of the server in English, and any text of an operator.
  function brakeReason(release) {
    const { reason } = release.brake;
    const [, failed, trials, hours, share] = /^(\d+) of (\d+) trials failed(?: in (\d+) hours|; the plan permits (\S+))$/.exec(reason) ?? [];
    if (hours) return t("{failed} of {trials} trials failed in {hours} hours", { failed, trials, hours });
    return share ? t("{failed} of {trials} trials failed; the plan permits {share}", { failed, trials, share }) : reason;
  }

  // Returns the banner of a release that the brake limits, or that its publisher has paused; nothing for another one.
  function stopBanner(release, channel) {
    if (isBraked(release)) {
      const share = shareOf(release.brake.rollout);
      const values = { number: release.number, share: percent(share) };
      const effect = share === 0 ? t("The brake has paused release {number}", values)
        : t("The brake has limited release {number} to {share} of the devices", values);
      const title = release.brake.reason ? t("{effect}: {reason}.", { effect, reason: brakeReason(release) }) : t("{effect}.", { effect });
      return banner("is-bad", title,
        t("Devices with another release keep it. Publish a fix, or give devices an earlier release again. Lift the brake if the release is good."),
        rollback(release, channel, channelOptions(channel)) ?? liftCommand(release, channel));
    }
    if (!release.paused) return null;
    const earlier = fallback(release, channel);
    return banner("", t("Release {number} is paused.", release),
      earlier ? t("Devices that do not have it get release {number}. Resume it, or publish a fix.", earlier)
        : t("Devices that do not have it get no release. Resume it, or publish a fix."),
      resumeCommand(release, channel));
  }

  // Returns the banner of a release that fails while devices still get it.
  function failureBanner(release, channel) {
    const values = { ...failure(release, channel), number: release.number, rollout: percent(shareOf(release.rollout)) };
    const wasLifted = release.brake !== null;
    const title = wasLifted ? t("Release {number} fails, and its brake was lifted.", values)
      : state.brake.isEnabled ? t("Release {number} fails.", values) : t("Release {number} fails, and no brake holds it.", values);
    const numbers = values.hours ? t("{failed} of {count} trials failed in {hours} hours ({share}). The release is offered to {rollout} of the devices.", values)
      : t("{failed} of {count} trials failed ({share}), more than the plan permits. The release is offered to {rollout} of the devices.", values);
    const place = channel.name === channelName ? "" : `${channel.name}: `;
    return banner("is-bad", place + title, numbers, stopCommand(release, channel));
  }

  // Returns the banner of metadata that has expired or expires soon; nothing while all is valid.
  function expiryBanner() {
    const late = state.roles.filter((role) => now() >= role.warns).sort((a, b) => a.expires - b.expires);
    if (!late.length) return null;
    const isExpired = late[0].expires <= now();
    const roles = late.map((role) => t("{role} ({time})", { role: role.role, time: untilText(role) })).join(t(", "));
    return banner("is-bad", isExpired ? t("Metadata has expired, and devices get no updates.") : t("Metadata expires soon. Devices then get no updates."),
      t("Sign it again: {roles}.", { roles }), signCommand(late[0]));
  }

  // Returns the releases of a channel that devices get: the newest one, and earlier ones if it is not for all.
  function offered(channel) {
    const end = channel.releases.findIndex(isForAll);
    return channel.releases.slice(0, end < 0 ? undefined : end + 1)
      .filter((release) => !release.paused && !isBraked(release) && shareOf(release.rollout) > 0);
  }

  // Displays every state in which devices are at risk, and what stops the newest release, each with what to do.
  function showBanners(channel) {
    const others = state.channels.filter((one) => one.name !== channel.name);
    const failing = [channel, ...others].flatMap((one) =>
      offered(one).filter((release) => failure(release, one)).map((release) => failureBanner(release, one)));
    // Older releases are replaced by newer ones.
    const stopped = channel.releases[0] ? stopBanner(channel.releases[0], channel) : null;
    byID("banners").replaceChildren(...[...failing, stopped, expiryBanner()].filter(Boolean));
  }

  // Returns the trials of a release in the period of the brake, as the brake counts them.
  function trials(release, channel) {
    // The console has the hours of two days, and the days of 90.
    const { hours } = state.brake;
    const [list, since] = hours <= PERIODS.hours.count ? [channel.hours, Math.floor(now() / 3600e3) - hours]
      : [channel.days, Math.floor((now() / 3600e3 - hours) / 24)];
    const points = list.filter((one) => one.tree === release.tree && one.period > since);
    const count = (event) => sum(points.filter((one) => one.event === event).map((one) => one.count));
    return { failed: count("failed"), count: count("failed") + count("confirmed") };
  }

  // Returns the numbers of a release that fails, as the rule of the brake or its plan counts them; nothing for another one.
  function failure(release, channel) {
    const { hours, minimumTrials, failures } = state.brake;
    const { failed, count } = trials(release, channel);
    const values = (failed, count) => ({ failed: number.format(failed), count: number.format(count), share: percent(failed / count) });
    if (count >= minimumTrials && (failed / count) * 100 >= failures) return { ...values(failed, count), hours };
    const plan = channel.plans.find((one) => one.number === release.number);
    return plan && plan.evidence >= 1 ? values(plan.failed, plan.trials) : null;
  }

  // Displays how far a release is from the brake; nothing if the brake cannot apply.
  function threshold(release, channel) {
    const { isEnabled, failures, minimumTrials, hours } = state.brake;
    if (!isEnabled || release.brake !== null || release.paused) return null;
    const { failed, count } = trials(release, channel);
    // No device tries a release that others have replaced.
    if (!count && release !== channel.releases[0]) return null;
    const share = count ? failed / count : 0;
    const limit = failures / 100;
    const values = { share: percent(share), count: number.format(count), hours, needed: number.format(minimumTrials), limit: percent(limit) };
    const text = count < minimumTrials
      ? t("{share} of {count} trials in {hours} h; the brake needs {needed} trials", values)
      : t("{share} of {count} trials in {hours} h; the brake applies at {limit}", values);
    const isNear = count >= minimumTrials && share >= limit / 2;
    return element("span", `threshold hint ${isNear ? "is-warning" : ""}`, text, bar(share / limit));
  }

  // Displays the step of a plan and how far its failed trials are from a stop; nothing without a plan.
  function planStep(release, channel) {
    if (!release.plan) return null;
    const reports = channel.plans.find((one) => one.number === release.number);
    const values = { step: release.plan.step, count: release.plan.steps.length };
    if (!reports) return element("span", "step hint", t("step {step} of {count}", values));
    values.failed = number.format(reports.failed);
    values.trials = number.format(reports.trials);
    return element("span", `step hint ${reports.evidence > 0 ? "is-warning" : ""}`,
      t("step {step} of {count}; {failed} of {trials} trials failed", values), bar(Math.min(reports.evidence, 1)));
  }

  function showReleases(channel) {
    const isOffered = new Set(offered(channel));
    const rows = channel.releases.flatMap((release) => {
      const sums = channel.reported.find((one) => one.tree === release.tree);
      const share = shareOf(release.rollout);
      const rollout = isBraked(release) ? Math.min(share, shareOf(release.brake.rollout)) : share;
      const state = isBraked(release) ? [t("Braked"), "is-bad"] : release.paused ? [t("Paused"), "is-warning"]
        : isOffered.has(release) && failure(release, channel) ? [t("Failing"), "is-bad"]
        : share < 1 ? [t("Rolling out"), ""] : [t("For all"), "is-good"];
      const total = (sums?.confirmed ?? 0) + (sums?.failed ?? 0);
      const cells = [
        [t("Release"), element("span", "", element("strong", "", String(release.number)), ` `,
          element("span", "hint", dates.format(Date.parse(release.built))))],
        [t("State"), element("span", "", element("span", `badge ${state[1]}`, state[0]),
          isBraked(release) && release.brake.reason ? element("span", "hint", ` ${brakeReason(release)}`) : "")],
        [t("Rollout"), element("span", "", percent(rollout), bar(rollout), planStep(release, channel))],
        [t("Devices"), sums ? number.format(sums.adopted) : "–"],
        [t("Failed trials"), element("span", "", sums ? `${number.format(sums.failed)}${total ? ` (${percent(sums.failed / total)})` : ""}` : "–",
          threshold(release, channel))],
        [t("Notes"), release.notes ?? "–"],
      ].map(([label, content]) => {
        const cell = element("td", "", content);
        cell.dataset.label = label;
        return cell;
      });
      const row = element("tr", "", ...cells);
      row.dataset.number = release.number;
      return [row, commandRow(release, channel)];
    });
    byID("releases").tBodies[0].replaceChildren(...rows);
    byID("releases").hidden = !rows.length;
    byID("no-releases").hidden = rows.length > 0;
    if (rows.length || !channel.name) return;
    byID("no-releases").replaceChildren(element("p", "hint", t("The channel has no releases.")),
      command({ label: t("Publish the first release, packed with eros pack"), text: `eros publish build/bundle.zip ${channelOptions(channel)}` }));
  }

  function commandRow(release, channel) {
    const key = `${channel.name} ${release.number}`;
    const values = { size: size(release.bytes), count: release.deltas, version: release.jsVersion };
    const facts = release.deltas === 1 ? t("{size}, 1 delta, jsVersion {version}", values) : t("{size}, {count} deltas, jsVersion {version}", values);
    const details = element("details", "", element("summary", "", t("Commands for release {number}", release)),
      element("p", "hint", facts), ...commands(release, channel).map(command));
    details.open = openCommands.has(key);
    details.addEventListener("toggle", () => openCommands[details.open ? "add" : "delete"](key));
    const cell = element("td", "", details);
    cell.colSpan = 6;
    return element("tr", "commands", cell);
  }

  // --- The chart --------------------------------------------------------------------------------

  // Returns the releases of the chart, the most frequent first, and the counts of each period.
  function series(channel) {
    const { length, count } = PERIODS[selected("span")];
    const last = Math.floor(now() / length);
    const trees = new Map();
    for (const point of channel[selected("span")]) {
      const index = point.period - last + count - 1;
      if (point.event !== selected("event") || index < 0 || index >= count) continue;
      const key = point.tree ?? "";
      if (!trees.has(key)) trees.set(key, new Array(count).fill(0));
      trees.get(key)[index] += point.count;
    }
    const all = [...trees].map(([tree, counts]) => ({
      release: channel.reported.find((one) => (one.tree ?? "") === tree), counts, total: sum(counts),
    })).sort((a, b) => b.total - a.total);
    const shown = all.slice(0, COLORS).map((one, color) => ({ ...one, color, name: releaseName(one.release) }));
    const rest = all.slice(COLORS);
    if (rest.length) {
      const counts = rest[0].counts.map((_, index) => sum(rest.map((one) => one.counts[index])));
      shown.push({ counts, total: sum(counts), color: COLORS, name: t("further releases") });
    }
    return { shown, count, times: Array.from({ length: count }, (_, index) => (last - count + 1 + index) * length) };
  }

  // Returns the size of the chart, and the functions from values to positions.
  function scale(data, width) {
    const height = 220, left = 44, bottom = 22, top = 8;
    const highest = Math.max(1, ...data.times.map((_, index) => sum(data.shown.map((one) => one.counts[index]))));
    const step = (width - left) / data.count;
    return {
      width, height, left, step, highest,
      x: (index) => left + index * step,
      y: (value) => height - bottom - (value / highest) * (height - bottom - top),
    };
  }

  function axes(data, { width, height, left, highest, y }) {
    const compact = new Intl.NumberFormat(language, { notation: "compact" });
    return [0, Math.ceil(highest / 2), highest].flatMap((value) => [
      svg("line", { x1: left, x2: width, y1: y(value), y2: y(value) }),
      svg("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, compact.format(value)),
    ]).concat(
      svg("text", { x: left, y: height - 4 }, periodText(data.times[0])),
      svg("text", { x: width, y: height - 4, "text-anchor": "end" }, periodText(data.times.at(-1))));
  }

  // Returns the bars of each period, one release above the other.
  function bars(data, { step, x, y }) {
    const floors = new Array(data.count).fill(0);
    const rects = [];
    for (const one of data.shown) {
      one.counts.forEach((count, index) => {
        if (!count) return;
        const base = floors[index];
        floors[index] += count;
        const rect = svg("rect", { class: `c${one.color}`, x: x(index) + step * 0.1, width: step * 0.8,
          y: y(base + count), height: Math.max(0.5, y(base) - y(base + count)) });
        rect.append(svg("title", {}, t("{name}, {period}: {value}", { name: one.name, period: periodText(data.times[index]), value: number.format(count) })));
        rects.push(rect);
      });
    }
    return rects;
  }

  function showChart(channel) {
    byID("adoption").hidden = !state.hasReports;
    const chart = byID("chart");
    const data = series(channel);
    const size = scale(data, Math.max(chart.clientWidth, 200));
    chart.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
    chart.replaceChildren(...axes(data, size), ...bars(data, size));
    const total = sum(data.shown.map((one) => one.total));
    byID("chart-text").textContent = t("{count} reports “{event}” in the last {period}.", {
      count: number.format(total), event: events[selected("event")], period: selected("span") === "hours" ? t("48 hours") : t("90 days"),
    });
    byID("legend").replaceChildren(...data.shown.map((one) => {
      const mark = svg("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" });
      mark.append(svg("rect", { class: `c${one.color}`, width: 10, height: 10, rx: 2 }));
      return element("li", "", mark, t("{name}: {value}", { name: one.name, value: number.format(one.total) }));
    }));
    showNumbers(data);
  }

  function periodText(time) {
    const form = selected("span") === "hours"
      ? { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" }
      : { month: "short", day: "numeric", timeZone: "UTC" };
    return new Intl.DateTimeFormat(language, form).format(time);
  }

  function showNumbers(data) {
    const head = element("tr", "", ...[t("Period"), ...data.shown.map((one) => one.name)].map((text) => {
      const cell = element("th", "", text);
      cell.scope = "col";
      return cell;
    }));
    const rows = data.times.map((time, index) => ({ time, index }))
      .filter(({ index }) => data.shown.some((one) => one.counts[index])).reverse()
      .map(({ time, index }) => element("tr", "", element("td", "", periodText(time)),
        ...data.shown.map((one) => element("td", "", number.format(one.counts[index])))));
    byID("numbers").tHead.replaceChildren(head);
    byID("numbers").tBodies[0].replaceChildren(...rows);
  }

  // --- Downloads, failures, roles, checks -------------------------------------------------------

  // Returns the most frequent errors of a release, each with the hash of its stack.
  function errorList(errors) {
    return element("ul", "errors", ...errors.map((one) => {
      const name = one.class === "other" ? t("other error") : one.class;
      const stack = one.stack ? element("code", "", one.stack) : null;
      return element("li", "line", element("span", "", name, ` `, stack), element("span", "", number.format(one.count)));
    }));
  }

  function showDownloads(channel) {
    byID("downloads").hidden = byID("failures").hidden = !state.hasReports;
    const total = forms(channel);
    const rate = hitRate(total);
    byID("hit-rate").textContent = rate === null ? t("No device has tried a delta.")
      : t("{share} of the deltas that devices tried were applied; after the others, the full bundle was downloaded.", { share: percent(rate) });
    const names = { delta: t("Deltas"), full: t("Full bundles"), fallback: t("Full bundles after a delta") };
    const all = sum(Object.values(total).map((one) => one.count));
    byID("forms").replaceChildren(...Object.entries(names).filter(([form]) => total[form]).map(([form, name]) =>
      barLine(name, `${number.format(total[form].count)}, ${size(total[form].bytes)}`, total[form].count / all,
        form === "fallback" ? "is-bad" : "")));
    const failed = channel.reported.filter((one) => one.failed > 0).sort((a, b) => b.failed - a.failed).slice(0, 8);
    byID("failed").replaceChildren(...failed.map((one) => {
      const share = one.failed / (one.failed + one.confirmed);
      const line = barLine(releaseName(one), t("{count}, {share} of the trials", { count: number.format(one.failed), share: percent(share) }), share, "is-bad");
      if (one.errors.length) line.append(errorList(one.errors));
      return line;
    }));
    byID("no-failures").hidden = failed.length > 0;
    const traced = failed.find((one) => one.number !== null && one.errors.some((error) => error.stack));
    byID("failures-hint").hidden = !traced;
    byID("failures-command").replaceChildren(...(traced ? [command({
      label: t("Map a stack of release {number} to the sources", traced),
      text: `eros symbolicate stack.txt --map-archive DIR --release ${traced.number} --store ${storeArgument()} --channel ${quoted(channel.name)}`,
    })] : []));
  }

  function untilText(role) {
    const left = role.expires - now();
    return left > 0 ? t("in {time}", { time: duration(left) }) : t("expired");
  }

  function roleState(role) {
    const left = role.expires - now();
    if (left <= 0) return { text: t("Expired"), className: "is-bad" };
    if (now() >= role.warns) return { text: t("Expires soon"), className: "is-warning" };
    return { text: t("Valid"), className: "is-good" };
  }

  // Returns the command that signs the metadata of a role again.
  function signCommand(role) {
    const store = storeArgument();
    if (ONLINE.has(role.role)) return { label: t("Sign the snapshot and the timestamp again"), text: `eros store refresh --store ${store} --keys keys` };
    const channel = state.channels.find((one) => one.name.replace("/", "-") === role.role);
    return { label: t("Sign the role {role} again", role), text: `eros store rotate ${quoted(channel?.name ?? role.role)} --store ${store} --keys keys` };
  }

  function showRoles() {
    const rows = state.roles.map((role) => {
      const { text, className } = roleState(role);
      const name = element("td", "", role.role);
      name.title = role.role;
      return element("tr", "", name,
        element("td", "", untilText(role), element("span", "hint date", ` (${dates.format(role.expires)})`)),
        element("td", "", element("span", `badge ${className}`, text)));
    });
    byID("roles").tBodies[0].replaceChildren(...rows);
    const late = state.roles.filter((role) => now() >= role.warns);
    const online = late.find((role) => ONLINE.has(role.role));
    const lines = [online, ...late.filter((role) => !ONLINE.has(role.role))].filter(Boolean).map(signCommand);
    byID("roles-command").replaceChildren(...lines.map(command));
  }

  function showChecks() {
    if (!state?.checks || hasSelection(byID("checks"))) return;
    const names = { patch: t("patch"), full: t("full bundle"), "up-to-date": t("up to date"), refused: t("refused") };
    const all = sum(state.checks.map((one) => one.count));
    byID("since").textContent = t("{count} since {time}", { count: number.format(all), time: dates.format(state.started) });
    byID("checks").replaceChildren(...state.checks.map((one) =>
      barLine(t("{name}: {value}", { name: one.app || t("unknown app"), value: names[one.response] ?? one.response }),
        number.format(one.count), one.count / all, one.response === "refused" ? "is-bad" : "")));
  }

  // --- The page ---------------------------------------------------------------------------------

  const selected = (name) => document.querySelector(`input[name=${name}]:checked`)?.value;

  function showChannels() {
    if (!state.channels.some((one) => one.name === channelName)) {
      const devices = (channel) => sum(channel.reported.map((one) => one.adopted));
      channelName = [...state.channels].sort((a, b) => devices(b) - devices(a))[0]?.name ?? null;
    }
    const parent = byID("channels");
    parent.hidden = state.channels.length < 2;
    const names = state.channels.map((one) => one.name);
    const shown = [...parent.querySelectorAll("input")].map((input) => input.value);
    if (names.join() === shown.join()) return;
    parent.replaceChildren(parent.firstElementChild, ...names.map((name) => {
      const input = element("input");
      Object.assign(input, { type: "radio", name: "channel", value: name, checked: name === channelName });
      input.addEventListener("change", () => { channelName = name; history.replaceState(null, "", `?channel=${encodeURIComponent(name).replaceAll("%2F", "/")}`); select(); });
      return element("label", "", input, element("span", "", name));
    }));
  }

  const contents = new Map();

  // Returns whether the reader has selected text in an element.
  function hasSelection(node) {
    const selection = getSelection();
    return !selection.isCollapsed && node.contains(selection.anchorNode);
  }

  // Displays a section again if its values have changed, but not while text in it is selected.
  function update(name, values, display) {
    const text = JSON.stringify(values);
    if (contents.get(name) === text || hasSelection(byID(name))) return;
    contents.set(name, text);
    display();
  }

  // Displays the document, and keeps the focus.
  function show() {
    if (!state) return;
    const focus = document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;
    byID("main").hidden = false;
    byID("store").textContent = state.store;
    byID("version").textContent = state.timestamp === null ? t("The store was not read yet.") : t("timestamp {number}", { number: state.timestamp });
    byID("problems").replaceChildren(...state.problems.map((text) => element("li", "", text)));
    byID("problems").hidden = !state.problems.length;
    byID("no-reports").hidden = state.hasReports;
    showChannels();
    const storeName = state.store.replace(/\/+$/, "").split("/").at(-1) || state.store;
    document.title = `${[channelName, storeName].filter(Boolean).join(" · ")} – ${t("eros console")}`;
    byID("name").textContent = channelName ?? storeName;
    const channel = state.channels.find((one) => one.name === channelName)
      ?? { name: "", app: "", releases: [], plans: [], reported: [], hours: [], days: [] };
    const minute = Math.floor(now() / 60e3);
    const sums = [channel.name, channel.reported];
    update("banners", [state.channels, state.roles, state.brake, state.store, channel.name, minute], () => showBanners(channel));
    update("cards", [sums, channel.releases, channel.hours, channel.plans, state.brake, state.roles, minute], () => showCards(channel));
    update("releases", [sums, channel.releases, channel.hours, Math.floor(minute / 60), state.brake, channel.plans, state.store, state.channels.map((one) => [one.name, one.releases[0]?.built])],
      () => showReleases(channel));
    update("adoption", [sums, channel.hours, channel.days, selected("event"), selected("span"), byID("chart").clientWidth,
      Math.floor(minute / 60)], () => showChart(channel));
    update("downloads", sums, () => showDownloads(channel));
    update("roles", [state.roles, state.store, minute], showRoles);
    showChecks();
    if (document.activeElement === document.body && focus) {
      [...document.querySelectorAll("main summary, main button")]
        .find((one) => (one.getAttribute("aria-label") ?? one.textContent) === focus)?.focus();
    }
  }

  // Displays what the reader has chosen, also where text is selected.
  function select() {
    getSelection().removeAllRanges();
    show();
  }

  function setLive(text, className) {
    byID("live").textContent = text;
    byID("live").className = `badge ${className}`;
  }

  function connect() {
    const source = new EventSource("/console/events");
    source.addEventListener("state", (event) => {
      state = { ...JSON.parse(event.data), checks: state?.checks };
      setLive(t("Live"), "is-good");
      show();
    });
    source.addEventListener("checks", (event) => {
      if (!state) return;
      state.checks = JSON.parse(event.data);
      showChecks();
    });
    source.addEventListener("time", (event) => { clockOffset = Number(event.data) - Date.now(); setLive(t("Live"), "is-good"); });
    source.addEventListener("error", () => {
      setLive(t("Reconnecting"), "is-warning");
      // After a response other than 200, such as at the end of the session, the browser gives up.
      if (source.readyState === EventSource.CLOSED) reconnect();
    });
  }

  // Displays the form for the token after the end of the session; else tries again.
  async function reconnect() {
    const status = await fetch("/console/state", { method: "HEAD" }).then((response) => response.status, () => 0);
    if (status === 401) location.reload();
    else setTimeout(connect, 5000);
  }

  for (const input of document.querySelectorAll("#event input, #span input")) input.addEventListener("change", select);
  window.addEventListener("resize", show);
  document.addEventListener("selectionchange", () => { if (getSelection().isCollapsed) show(); });
  setInterval(show, 60e3);
  connect();
})();

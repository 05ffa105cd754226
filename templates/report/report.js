"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const hasOld = data.old !== null;
  const kinds = {
    script: t("Scripts"), style: t("Styles"), markup: t("Markup"), data: t("Data"), image: t("Images"),
    font: t("Fonts"), media: t("Media"), other: t("Other"),
  };
  const changes = { changed: t("Changed"), added: t("Added"), moved: t("Moved"), removed: t("Removed"), same: t("Same") };
  const signs = { changed: "± ", added: "+ ", moved: "→ ", same: "" };
  const byID = (id) => document.getElementById(id);

  // --- Text ---

  /** Escapes invisible characters and bidirectional controls, as `eros` does. */
  const shown = (text) => text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu,
    (scalar) => "\\u{" + scalar.codePointAt(0).toString(16) + "}");

  function size(bytes) {
    let value = bytes;
    for (const unit of ["B", "KB", "MB", "GB"]) {
      if (value < 1000) return unit === "B" ? `${bytes} B` : `${value.toFixed(1)} ${unit}`;
      value /= 1000;
    }
    return `${value.toFixed(1)} TB`;
  }

  const signed = (bytes) => (bytes > 0 ? "+" : bytes < 0 ? "−" : "±") + size(Math.abs(bytes));
  const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
  /** The nouns of counts: for one, and for another number. */
  const nouns = {
    "group of equal files": [t("1 group of equal files"), t("{count} groups of equal files")],
    error: [t("1 error"), t("{count} errors")],
    "image with findings": [t("1 image with findings"), t("{count} images with findings")],
    module: [t("1 module"), t("{count} modules")],
    file: [t("1 file"), t("{count} files")],
    "small item": [t("1 small item"), t("{count} small items")],
    "more file": [t("1 more file"), t("{count} more files")],
    script: [t("1 script"), t("{count} scripts")],
    "more script": [t("1 more script"), t("{count} more scripts")],
  };
  const count = (number, noun) => (number === 1 ? nouns[noun][0] : nouns[noun][1].replace("{count}", grouped(number)));

  const pair = (first, second) => t("{first}, {second}", { first, second });

  function percent(part, all) {
    if (all === 0) return "–";
    const value = (part / all) * 100;
    return `${value > 0 && value < 0.1 ? value.toFixed(2) : value.toFixed(1)} %`;
  }

  /** Creates an element; the keys with a leading dot are properties, the others attributes. */
  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith(".")) made[key.slice(1)] = value;
      else made.setAttribute(key, value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  }

  const timeText = (timestamp) => timestamp.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC");

  const hued = (name) => `hued hue-${name}`;

  function pathText(path, kind) {
    const text = shown(path);
    const slash = text.lastIndexOf("/") + 1;
    return element("bdi", { class: kind }, element("span", { class: "in" }, text.slice(0, slash)),
      element("span", { class: "name" }, text.slice(slash)));
  }

  /** Sets the length of a bar by script, because the page's policy forbids style attributes. */
  function withShare(made, share) {
    made.style.setProperty("--share", `${Math.max(0, Math.min(1, share)) * 100}%`);
    return made;
  }

  // --- Header ---

  function drawHead() {
    const { bundle, old } = data;
    byID("name").textContent = shown(bundle.appName || bundle.name);
    const verdicts = { verified: `✓ ${t("verified")}`, mismatch: `! ${t("not verified")}`, unsafe: `✕ ${t("unsafe zip")}` };
    byID("verdict").textContent = verdicts[bundle.verdict];
    byID("verdict").classList.add(bundle.verdict);
    const built = bundle.timestamp === null ? null : timeText(bundle.timestamp);
    const facts = [
      [t("File"), shown(bundle.name)],
      [t("Version"), bundle.jsVersion && bundle.jsVersion.slice(0, 12)],
      [t("Built"), built],
      [t("Requires"), [bundle.iOS && `iOS ${shown(bundle.iOS)}`, bundle.android && `Android ${shown(bundle.android)}`]
        .filter(Boolean).join(", ")],
      [t("Compared with"), old && labelOf(old)],
    ];
    for (const [name, value] of facts) {
      if (value) byID("facts").append(element("div", {}, element("dt", {}, name), element("dd", {}, element("bdi", {}, value))));
    }
  }

  /** Returns the file name and version of a bundle. */
  function labelOf(bundle) {
    return shown(bundle.name) + (bundle.jsVersion ? t(", version {version}", { version: bundle.jsVersion.slice(0, 8) }) : "");
  }

  function card(label, value, note) {
    return element("div", { class: "card" },
      element("p", { class: "label" }, label), element("p", { class: "value" }, value),
      element("p", { class: "note" }, note));
  }

  function drawCards() {
    const { bundle, old, duplicates } = data;
    const cards = byID("cards");
    cards.append(card(t("Bundle"), size(bundle.bytes),
      hasOld ? t("{size} compared with {name}", { size: signed(bundle.bytes - old.bytes), name: shown(old.name) })
        : bundle.verdict === "unsafe" ? t("contents not read")
          : t("{size} of zip headers", { size: size(bundle.bytes - bundle.packedBytes) })));
    if (bundle.verdict !== "unsafe") {
      cards.append(card(t("Unpacked"), size(bundle.unpackedBytes),
        t("compressed to {share}", { share: percent(bundle.packedBytes, bundle.unpackedBytes) })));
      const touched = data.files.filter((file) => file.change && file.change !== "same").length;
      cards.append(card(t("Files"), grouped(bundle.files),
        hasOld ? t("{count} new or changed, {removed} removed", { count: grouped(touched), removed: grouped(data.removed.length) })
          : t("{size} per file in the zip", { size: size(bundle.files ? bundle.packedBytes / bundle.files | 0 : 0) })));
      const made = data.updates.filter((update) => update.bytes !== null);
      const best = made.sort((a, b) => a.bytes - b.bytes)[0];
      if (best) {
        cards.append(card(t("Smallest update"), size(best.bytes),
          t("{name}, {share} of the zip", { name: forms[best.form].name, share: percent(best.bytes, bundle.bytes) })));
      }
      const wasted = duplicates.reduce((sum, group) => sum + group.wastedBytes, 0);
      if (!hasOld) cards.append(card(t("Duplicates"), size(wasted), count(duplicates.length, "group of equal files")));
    }
    if (data.advice.length > 0) {
      const saved = data.advice[0].savedBytes;
      cards.append(card(t("Largest saving"), size(saved), t("{name}, {share} of the zip", { name: adviceKinds[data.advice[0].kind].toLowerCase(), share: percent(saved, bundle.bytes) })));
    }
    const findings = data.findings.concat(data.budget ? data.budget.findings : []);
    const errors = findings.filter((finding) => finding.severity === "error").length;
    const images = data.files.filter((file) => file.imageFindings.length > 0).length;
    cards.append(card(t("Findings"), grouped(findings.length),
      images ? pair(count(errors, "error"), count(images, "image with findings")) : count(errors, "error")));
  }

  const forms = {
    zip: { name: t("Full bundle"), clients: t("For all clients.") },
    bsdiff: { name: t("BSDIFF40 patch"), clients: t("For legacy clients.") },
    delta: { name: t("Content delta"), clients: t("For apps that link ErosDevice.") },
  };

  // --- Treemap ---

  /** The minimum area of a cell; smaller ones are merged with others of their folder. */
  const minimumArea = 42;
  const map = byID("map");
  const state = { measure: "compressedSize", paint: "kind", root: null, cells: [], current: 0 };

  function makeTree() {
    const root = { path: "", name: "", folders: new Map(), files: [], parent: null };
    for (const file of data.files) {
      const parts = file.path.split("/");
      let node = root;
      for (let depth = 0; depth < parts.length - 1; depth += 1) {
        const name = parts[depth];
        if (!node.folders.has(name)) {
          const path = node.path ? `${node.path}/${name}` : name;
          node.folders.set(name, { path, name, folders: new Map(), files: [], parent: node });
        }
        node = node.folders.get(name);
      }
      if (file.modules) node.folders.set(parts[parts.length - 1], scriptNode(file, parts[parts.length - 1], node));
      else node.files.push(file);
    }
    return root;
  }

  /** Returns a script with modules as a folder; the sizes of its modules total that of the script. */
  function scriptNode(file, name, parent) {
    const root = { path: file.path, name, folders: new Map(), files: [], parent, script: file };
    const share = file.size > 0 ? file.compressedSize / file.size : 0;
    let size = 0;
    let compressed = 0;
    for (const module of file.modules.list) {
      const parts = module.name.split("/");
      let node = root;
      for (const part of parts.slice(0, -1)) {
        if (!node.folders.has(part)) {
          node.folders.set(part, { path: `${node.path}/${part}`, name: part, folders: new Map(), files: [], parent: node });
        }
        node = node.folders.get(part);
      }
      // Rounds the running total, so that the parts add up.
      size += module.size;
      const end = Math.round(size * share);
      node.files.push({ path: `${file.path}/${module.name}`, module: module.name, script: file, kind: file.kind,
        change: file.change, size: module.size, compressedSize: end - compressed });
      compressed = end;
    }
    return root;
  }

  /** Computes the total bytes of each folder, compressed and uncompressed. */
  function weigh(node) {
    node.sums = { compressedSize: 0, size: 0 };
    node.total = node.files.filter((file) => !file.module).length;
    for (const folder of node.folders.values()) {
      weigh(folder);
      node.sums.compressedSize += folder.sums.compressedSize;
      node.sums.size += folder.sums.size;
      node.total += folder.total;
    }
    for (const file of node.files) {
      node.sums.compressedSize += file.compressedSize;
      node.sums.size += file.size;
    }
    node.modules = node.files.filter((file) => file.module).length
      + [...node.folders.values()].reduce((sum, folder) => sum + (folder.script ? 0 : folder.modules), 0);
    if (node.script) node.total = 1;
    return node;
  }

  const isInScript = (node) => Boolean(node) && (Boolean(node.script) || isInScript(node.parent));

  /** Returns the number of files in a folder, or of modules in a script. */
  const itemText = (node) => (isInScript(node) ? count(node.modules, "module") : count(node.total, "file"));

  /** Returns the entries of a folder, largest first; equal sizes are sorted by path. */
  function children(node) {
    const list = [
      ...[...node.folders.values()].map((folder) => ({ folder, path: folder.path, value: folder.sums[state.measure] })),
      ...node.files.map((file) => ({ file, path: file.path, value: file[state.measure] })),
    ].filter((child) => child.value > 0);
    return list.sort((a, b) => b.value - a.value || (a.path < b.path ? -1 : 1));
  }

  /** Merges the entries that are too small to display into one. */
  function pooled(node, list, scale) {
    const small = list.filter((child) => child.value * scale < minimumArea);
    if (small.length < 2) return list;
    const pool = {
      pool: node, path: node.path, value: small.reduce((sum, child) => sum + child.value, 0),
      total: small.reduce((sum, child) => sum + (child.folder ? child.folder.total || child.folder.modules : 1), 0),
    };
    const large = list.filter((child) => child.value * scale >= minimumArea);
    return [...large, pool].sort((a, b) => b.value - a.value);
  }

  /** Returns the largest aspect ratio of the cells in a row. */
  function largestRatio(row, sum, side) {
    const thickness = sum / side;
    const longest = row[0] / thickness / thickness;
    const shortest = row[row.length - 1] / thickness / thickness;
    return Math.max(longest, 1 / shortest);
  }

  /** Lays out a squarified treemap: rows along the shorter side, extended while cells become more square. */
  function squarify(list, rect, emit) {
    const total = list.reduce((sum, child) => sum + child.value, 0);
    const scale = total > 0 ? (rect.w * rect.h) / total : 0;
    let rest = { ...rect };
    let index = 0;
    while (index < list.length) {
      const side = Math.min(rest.w, rest.h);
      const row = [];
      let sum = 0;
      let best = Infinity;
      while (index + row.length < list.length) {
        const area = list[index + row.length].value * scale;
        const ratio = largestRatio([...row.slice(0, 1), area], sum + area, side);
        if (row.length > 0 && ratio > best) break;
        row.push(area);
        sum += area;
        best = ratio;
      }
      const thickness = side > 0 ? sum / side : 0;
      const isUpright = rest.w >= rest.h;
      let along = 0;
      for (const area of row) {
        const length = thickness > 0 ? area / thickness : 0;
        emit(list[index], isUpright
          ? { x: rest.x, y: rest.y + along, w: thickness, h: length }
          : { x: rest.x + along, y: rest.y, w: length, h: thickness });
        along += length;
        index += 1;
      }
      rest = isUpright
        ? { x: rest.x + thickness, y: rest.y, w: rest.w - thickness, h: rest.h }
        : { x: rest.x, y: rest.y + thickness, w: rest.w, h: rest.h - thickness };
    }
  }

  /** The minimum size of a folder with a heading, in pixels, and the height of a heading. */
  const headed = { width: 96, height: 60 };
  const headingHeight = 21;

  /** Returns the cells, and the folders that are large enough for a heading, outermost first. */
  function layOut(root, width, height) {
    const cells = [];
    const frames = [];
    const visit = (node, rect, depth) => {
      const scale = node.sums[state.measure] > 0 ? (rect.w * rect.h) / node.sums[state.measure] : 0;
      squarify(pooled(node, children(node), scale), rect, (child, childRect) => {
        if (!child.folder) return cells.push({ ...child, rect: childRect });
        if (childRect.w * childRect.h < 6 * minimumArea) return cells.push({ ...child, rect: childRect });
        // A folder with a single child has the same area, so both share a heading.
        let folder = child.folder;
        while (!folder.script && folder.files.length === 0 && folder.folders.size === 1) [folder] = folder.folders.values();
        if (childRect.w > headed.width && childRect.h > headed.height) frames.push({ folder, rect: childRect, depth });
        return visit(folder, childRect, depth + 1);
      });
    };
    visit(root, { x: 0, y: 0, w: width, h: height }, 0);
    return { cells, frames };
  }

  function put(made, rect) {
    made.style.left = `${rect.x}px`;
    made.style.top = `${rect.y}px`;
    made.style.width = `${rect.w}px`;
    made.style.height = `${rect.h}px`;
    return made;
  }

  /** Returns the last component of a path, for names such as `index.js` with its folder. */
  function baseName(path) {
    const parts = path.split("/");
    const isIndex = /^index\.[a-z]+$/i.test(parts[parts.length - 1]) && parts.length > 1;
    return parts.slice(isIndex ? -2 : -1).join("/");
  }

  function cellName(cell) {
    if (cell.file) return shown(baseName(cell.file.path));
    return cell.pool ? t("{count} smaller", { count: grouped(cell.total) }) : `${shown(cell.folder.name)}/`;
  }

  /** Returns the path of a cell; that of a module follows its script. */
  function subjectOf(cell) {
    if (cell.file) return cell.file.module ? t("{name} in {path}", { name: shown(cell.file.module), path: shown(cell.file.script.path) }) : shown(cell.file.path);
    if (cell.pool) return t("{name} in {path}", { name: count(cell.total, "small item"), path: shown(cell.pool.path) || t("the bundle") });
    return cell.folder.script ? shown(cell.folder.path) : t("folder {path}, {items}", { path: shown(cell.folder.path), items: itemText(cell.folder) });
  }

  function cellLabel(cell) {
    const all = state.root.sums[state.measure];
    const value = pair(size(cell.value), percent(cell.value, all));
    const change = cell.file && cell.file.change;
    return t("{name}: {value}", { name: subjectOf(cell), value: change ? pair(value, changes[change].toLowerCase()) : value });
  }

  function hueOf(cell) {
    if (cell.file) return state.paint === "kind" ? cell.file.kind : cell.file.change;
    return state.paint === "kind" ? "other" : "same";
  }

  /** Creates a cell; the headings at its corner cover `top` pixels. */
  function drawCell(cell, index, top) {
    const { rect } = cell;
    const made = element("button", {
      type: "button", class: `cell ${hued(hueOf(cell))}`, tabindex: "-1", "aria-label": cellLabel(cell),
      "data-index": index, "data-value": cell.value, "data-path": cell.file && !cell.file.module ? cell.file.path : null,
      "data-module": cell.file && cell.file.module ? cell.file.path : null, "data-folder": cell.file ? null : cell.path,
    });
    if (!cell.file) made.classList.add("is-folder");
    if (rect.w > 46 && rect.h > 20 + top) {
      const sign = cell.file && state.paint === "change" ? signs[cell.file.change] : "";
      const name = element("span", {}, element("bdi", {}, sign + cellName(cell)),
        rect.h > 36 + top ? element("small", {}, size(cell.value)) : null);
      name.style.top = `${top + 4}px`;
      made.append(name);
    }
    return put(made, rect);
  }

  /** Creates the headings of folders; those of nested folders with the same corner are stacked. */
  function drawHeadings(frames) {
    const rows = new Map();
    const prefix = (node) => (node ? node.path.length + 1 : 0);
    const parents = [];
    return frames.flatMap(({ folder, rect, depth }) => {
      parents.length = depth;
      const parent = parents.filter(Boolean).pop() || (state.root.path ? state.root : null);
      const corner = `${Math.round(rect.x)} ${Math.round(rect.y)}`;
      const row = rows.get(corner) || 0;
      const y = rect.y + row * headingHeight;
      // A heading covers at most a third of its folder.
      if ((row + 1) * headingHeight > rect.h / 3 + 1) return [];
      rows.set(corner, row + 1);
      parents[depth] = folder;
      const name = shown(folder.path.slice(prefix(parent)));
      const made = element("button", { type: "button", class: row > 0 ? "folder is-nested" : "folder", tabindex: "-1",
        "data-zoom": folder.path, "aria-label": t("open {path}", { path: shown(folder.path) }) },
      element("bdi", {}, name), element("span", {}, ` ${size(folder.sums[state.measure])}`));
      made.style.left = `${rect.x}px`;
      made.style.top = `${y}px`;
      made.style.maxWidth = `${rect.w}px`;
      return [{ made, x: rect.x, y }];
    });
  }

  function drawMap() {
    const width = map.clientWidth;
    const height = map.clientHeight;
    const { cells, frames } = layOut(state.root, width, height);
    state.cells = cells;
    state.current = 0;
    const headings = drawHeadings(frames);
    // Headings have a width only in the page; it determines the cells that they cover.
    map.replaceChildren(...headings.map(({ made }) => made));
    const covered = headings.map(({ made, x, y }) => ({ x, y, w: made.offsetWidth }));
    const topOf = (rect) => covered.reduce((top, { x, y, w }) => {
      const isOver = rect.x < x + w && rect.x + rect.w > x && y + headingHeight > rect.y && y < rect.y + top + headingHeight;
      return isOver && y < rect.y + 80 ? Math.max(top, y + headingHeight - rect.y) : top;
    }, 0);
    const made = cells.map((cell, index) => drawCell(cell, index, topOf(cell.rect)));
    if (made.length) made[0].tabIndex = 0;
    map.prepend(...made, ...frames.map(({ rect, depth }) => put(element("div", { class: depth > 1 ? "frame is-thin" : "frame" }), rect)));
    drawCrumbs();
    drawLegend();
  }

  function drawCrumbs() {
    const steps = [];
    for (let node = state.root; node; node = node.parent) steps.unshift(node);
    const parts = steps.flatMap((node, index) => {
      const name = index === 0 ? t("Bundle") : shown(node.name);
      const isLast = index === steps.length - 1;
      const made = isLast ? element("span", { "aria-current": "location" }, element("bdi", {}, name))
        : element("button", { type: "button", "data-zoom": node.path }, element("bdi", {}, name));
      return index === 0 ? [made] : [element("span", { "aria-hidden": "true" }, "›"), made];
    });
    const sum = pair(itemText(state.root), size(state.root.sums[state.measure]));
    byID("crumbs").replaceChildren(...parts, element("span", { class: "sum" }, sum));
  }

  function filesBelow(node) {
    return [...node.files, ...[...node.folders.values()].flatMap(filesBelow)];
  }

  function drawLegend() {
    const names = state.paint === "kind" ? kinds : changes;
    const sums = new Map();
    for (const file of filesBelow(state.root)) {
      const key = state.paint === "kind" ? file.kind : file.change;
      sums.set(key, (sums.get(key) || 0) + file[state.measure]);
    }
    const keys = Object.keys(names).filter((key) => sums.get(key) > 0);
    if (state.paint === "kind") keys.sort((a, b) => sums.get(b) - sums.get(a));
    byID("legend").replaceChildren(...keys.map((key) => element("li", {},
      element("i", { class: hued(key) }), element("b", {}, names[key]),
      element("span", {}, pair(size(sums.get(key)), percent(sums.get(key), state.root.sums[state.measure]))))));
  }

  function folderAt(path) {
    let node = tree;
    for (const name of path ? path.split("/") : []) node = node.folders.get(name);
    return node;
  }

  function zoom(node) {
    state.root = node;
    drawMap();
    hideTip();
    focusCell(0);
  }

  function focusCell(index) {
    const cells = map.querySelectorAll(".cell");
    if (!cells[index]) return;
    if (cells[state.current]) cells[state.current].tabIndex = -1;
    state.current = index;
    cells[index].tabIndex = 0;
    cells[index].focus();
  }

  /** Returns the nearest cell in a direction, preferring cells straight ahead. */
  function neighbor(index, dx, dy) {
    const from = state.cells[index].rect;
    let found = index;
    let nearest = Infinity;
    state.cells.forEach(({ rect }, candidate) => {
      const ahead = dx > 0 ? rect.x - from.x - from.w : dx < 0 ? from.x - rect.x - rect.w
        : dy > 0 ? rect.y - from.y - from.h : from.y - rect.y - rect.h;
      if (candidate === index || ahead < -0.5) return;
      const aside = dx !== 0
        ? Math.max(rect.y - from.y - from.h / 2, from.y + from.h / 2 - rect.y - rect.h, 0)
        : Math.max(rect.x - from.x - from.w / 2, from.x + from.w / 2 - rect.x - rect.w, 0);
      const distance = ahead + 3 * aside;
      if (distance < nearest) {
        nearest = distance;
        found = candidate;
      }
    });
    return found;
  }

  /** Returns the subfolder of the displayed folder that contains a cell. */
  function subfolderContaining(cell) {
    let node = cell.folder || cell.pool || parentOf(cell.file);
    if (node === state.root) return null;
    while (node.parent && node.parent !== state.root) node = node.parent;
    // Skips folders with a single subfolder.
    const target = cell.folder || cell.pool || parentOf(cell.file);
    while (node !== target && !node.script && node.files.length === 0 && node.folders.size === 1) [node] = node.folders.values();
    return node;
  }

  /** Returns the folder that contains a file or module. */
  function parentOf(file) {
    const path = file.module ? file.module : file.path;
    let node = file.module ? folderAt(file.script.path) : tree;
    for (const name of path.split("/").slice(0, -1)) node = node.folders.get(name);
    return node;
  }

  /** Opens the folder of a cell, or finds a file of the displayed folder in the table. */
  function open(cell) {
    const node = subfolderContaining(cell);
    if (node) zoom(node);
    else locate(cell);
  }

  /** Finds the file of a cell in the table. */
  function locate(cell) {
    if (cell.file) showInTable(cell.file.script || cell.file);
    else if (cell.folder && cell.folder.script) showInTable(cell.folder.script);
    else showFolderInTable(cell.folder || cell.pool);
  }

  function onMapKey(event) {
    const made = event.target.closest(".cell");
    if (!made || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = Number(made.dataset.index);
    const moves = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
    if (moves[event.key]) focusCell(neighbor(index, ...moves[event.key]));
    else if (event.key === "Enter") locate(state.cells[index]);
    else if (event.key === "Home") focusCell(0);
    else if (event.key === "End") focusCell(state.cells.length - 1);
    else if (event.key === "+" || event.key === "=") {
      const node = subfolderContaining(state.cells[index]);
      if (node) zoom(node);
    } else if (event.key === "-" || event.key === "Backspace" || event.key === "Escape") {
      if (state.root.parent) zoom(state.root.parent);
    } else return;
    event.preventDefault();
  }

  function sizesText(file) {
    const values = { packed: size(file.compressedSize), size: size(file.size) };
    return file.module ? t("about {packed} in the zip, {size} unpacked", values) : t("{packed} in the zip, {size} unpacked", values);
  }

  function tipOf(cell) {
    const lines = [element("bdi", { class: "path" }, subjectOf(cell))];
    lines.push(element("span", {}, t("{size}, {share} of the displayed folder", { size: size(cell.value), share: percent(cell.value, state.root.sums[state.measure]) })));
    if (cell.file) {
      lines.push(element("span", {}, sizesText(cell.file)));
      if (cell.file.change && !cell.file.module) lines.push(element("span", {}, changeText(cell.file)));
      if (cell.file.sharedSize) lines.push(element("span", {}, t("{share} is in other scripts, too", { share: percent(cell.file.sharedSize, cell.file.size) })));
    }
    return lines;
  }

  /** Returns whether a file had another path in the old bundle. */
  function wasRenamed(file) {
    return Boolean(file.oldPath) && file.oldPath !== file.path;
  }

  function changeText(file) {
    if (file.change === "same" || file.change === "added") return changes[file.change];
    const values = { path: shown(file.oldPath ?? ""), size: signed(file.compressedSize - file.oldCompressedSize) };
    if (file.change === "moved") return t("Moved from {path}", values);
    return wasRenamed(file) ? t("Changed from {path}, {size} in the zip", values) : t("Changed, {size} in the zip", values);
  }

  function showTip(made, x, y) {
    const tip = byID("tip");
    tip.replaceChildren(...tipOf(state.cells[Number(made.dataset.index)]));
    tip.hidden = false;
    const left = Math.min(x + 14, document.documentElement.clientWidth - tip.offsetWidth - 8);
    const top = y + 18 + tip.offsetHeight > window.innerHeight ? y - tip.offsetHeight - 10 : y + 18;
    tip.style.left = `${Math.max(4, left)}px`;
    tip.style.top = `${Math.max(4, top)}px`;
  }

  function hideTip() { byID("tip").hidden = true; }

  function listenToMap() {
    map.addEventListener("click", (event) => {
      const label = event.target.closest("[data-zoom]");
      if (label) return zoom(folderAt(label.dataset.zoom));
      const made = event.target.closest(".cell");
      if (made) open(state.cells[Number(made.dataset.index)]);
    });
    byID("crumbs").addEventListener("click", (event) => {
      const step = event.target.closest("[data-zoom]");
      if (step) zoom(folderAt(step.dataset.zoom));
    });
    map.addEventListener("keydown", onMapKey);
    map.addEventListener("pointermove", (event) => {
      const made = event.target.closest(".cell");
      if (made) showTip(made, event.clientX, event.clientY);
      else hideTip();
    });
    map.addEventListener("pointerleave", hideTip);
    map.addEventListener("focusin", (event) => {
      const made = event.target.closest(".cell");
      if (!made || !made.matches(":focus-visible")) return;
      const rect = made.getBoundingClientRect();
      showTip(made, rect.left + Math.min(rect.width / 2, 200), rect.top + Math.min(rect.height - 8, 60));
    });
    map.addEventListener("focusout", hideTip);
    for (const name of ["measure", "paint"]) {
      byID(name).addEventListener("change", (event) => {
        state[name] = event.target.value;
        drawMap();
      });
    }
    let width = map.clientWidth;
    new ResizeObserver(() => {
      if (map.clientWidth === width) return;
      width = map.clientWidth;
      const hadFocus = map.contains(document.activeElement);
      drawMap();
      if (hadFocus) focusCell(0);
    }).observe(map);
  }

  // --- Updates and changes ---

  function drawUpdates() {
    const { bundle, old } = data;
    byID("updates-from").textContent =
      t("For clients with {name} ({size}).", { name: labelOf(old), size: size(old.bytes) })
      + (data.updates.every((update) => update.bytes !== null) ? ` ${t("Each update was created, applied and compared.")}` : "");
    const patch = data.updates.find((update) => update.form === "bsdiff" && update.bytes !== null);
    // Below this size, the header of a patch decides, and the size does not matter.
    if (patch && bundle.bytes >= 20e3 && patch.bytes >= bundle.bytes * 0.8 && bundle.packedBytes < bundle.unpackedBytes) {
      byID("updates-advice").hidden = false;
    }
    byID("updates").append(...data.updates.map((update) => {
      const form = forms[update.form];
      const row = element("div", { class: "row" }, element("b", {}, form.name),
        update.bytes === null ? null : element("span", { class: "num" }, size(update.bytes)),
        update.bytes === null ? null : element("span", { class: "share" }, percent(update.bytes, bundle.bytes)));
      const bar = update.bytes === null ? null
        : element("div", { class: "bar" }, withShare(element("i"), bundle.bytes ? update.bytes / bundle.bytes : 0));
      const note = update.bytes === null ? t("Not created: {reason}", { reason: shown(update.problem) })
        : form.clients + (update.identical === false ? ` ${t("The result contains the same files in a different zip; a BSDIFF40 patch cannot be applied to it.")}` : "");
      return element("li", { "data-form": update.form, "data-bytes": update.bytes }, row, bar, element("p", { class: "hint" }, note));
    }));
  }

  /** Returns the changed, added, moved and removed files with their difference in compressed size. */
  function differences() {
    const list = data.files.filter((file) => file.change && file.change !== "same").map((file) => ({
      path: file.path, change: file.change, file,
      bytes: file.compressedSize - (file.oldCompressedSize === null ? 0 : file.oldCompressedSize),
    }));
    list.push(...data.removed.map((file) => ({ path: file.path, change: "removed", bytes: -file.compressedSize })));
    return list.sort((a, b) => Math.abs(b.bytes) - Math.abs(a.bytes) || (a.path < b.path ? -1 : 1));
  }

  function drawChanges() {
    const list = differences();
    for (const change of ["changed", "added", "moved", "removed", "same"]) {
      const number = change === "same" ? data.files.filter((file) => file.change === "same").length
        : list.filter((item) => item.change === change).length;
      const chip = element("button", { type: "button", class: hued(change), "data-change": change,
        ".disabled": number === 0 }, element("b", {}, grouped(number)), ` ${changes[change].toLowerCase()}`);
      byID("change-counts").append(chip);
    }
    byID("change-counts").addEventListener("click", (event) => {
      const chip = event.target.closest("[data-change]");
      if (chip) showChangeInTable(chip.dataset.change);
    });
    const largest = list.reduce((maximum, item) => Math.max(maximum, Math.abs(item.bytes)), 1);
    const shownItems = list.slice(0, 9);
    byID("changes").append(...shownItems.map((item) => element("li", { title: shown(item.path) },
      pathText(item.path, "path"),
      element("span", { class: "delta", "aria-hidden": "true" },
        withShare(element("i", { class: item.bytes > 0 ? "up" : "down" }), Math.abs(item.bytes) / largest / 2)),
      element("span", { class: "num" }, signed(item.bytes)))));
    const rest = list.length - shownItems.length;
    byID("changes-more").textContent = list.length === 0 ? t("Both bundles contain the same files.")
      : t("Compressed sizes.") + (rest > 0 ? ` ${t("The table shows {files} with smaller differences.", { files: count(rest, "more file") })}` : "");
  }

  // --- Advice and budget ---

  const adviceKinds = {
    duplicate: t("Duplicate file"), oversizedImage: t("Oversized image"), unminifiedScript: t("Unminified script"),
    sourceMap: t("Source map"), sharedCode: t("Shared code"),
  };

  function drawAdvice() {
    const { advice, bundle } = data;
    if (advice.length === 0) return byID("advice").append(element("li", { class: "empty" }, t("No savings found.")));
    byID("advice-hint").textContent = t("Bytes of the zip, largest saving first. The savings of several items can overlap.");
    return byID("advice").append(...advice.map((item) => element("li", { "data-kind": item.kind, "data-bytes": item.savedBytes },
      element("b", { class: "num" }, (item.isEstimate ? "≈ " : "") + size(item.savedBytes)),
      element("div", {},
        element("div", { class: "details" }, element("b", {}, adviceKinds[item.kind]),
          element("span", {}, t("{share} of the zip", { share: percent(item.savedBytes, bundle.bytes) }))),
        element("div", {}, shown(item.message)),
        pathText(item.paths[0], "path"),
        item.paths.length > 1 ? element("details", { "aria-label": t("more files") }, element("summary", {}, count(item.paths.length - 1, "more file")),
          ...item.paths.slice(1, maximumListed).map((path) => pathText(path, "path"))) : null))));
  }

  const budgetParts = { total: t("Zip"), page: t("Largest page"), delta: t("Content delta") };

  function drawBudget() {
    const { items, findings } = data.budget;
    byID("budget").append(...items.map((item) => {
      const isOver = item.overCount > 0;
      const share = item.bytes === null ? 1 : item.bytes / item.limit;
      return element("li", { "data-part": item.part },
        element("div", { class: "row" }, element("b", {}, budgetParts[item.part]),
          element("span", { class: `num ${isOver ? "is-bad" : "is-good"}` }, item.bytes === null ? t("not measured") : `${isOver ? "✕" : "✓"} ${size(item.bytes)}`),
          element("span", { class: "share" }, t("of {size}", { size: size(item.limit) }))),
        element("div", { class: isOver ? "bar is-over" : "bar" }, withShare(element("i"), share)),
        item.path === null ? null : element("p", { class: "hint" }, pathText(item.path, "path")));
    }));
    byID("budget-findings").append(findings.length === 0 ? emptyNote(t("All sizes are within the budget.")) : findingList(findings));
  }

  // --- Shared code ---

  function drawShared() {
    const shared = data.sharedCode;
    byID("shared-hint").textContent = t("{part} of {all} of scripts ({share}) is in more than one script. The scripts have {packed} compressed one by one; with a common file of {common}, they have {split}, which saves {saved}.", {
      part: size(shared.sharedBytes), all: size(shared.bytes), share: percent(shared.sharedBytes, shared.bytes),
      packed: size(shared.packedBytes), common: size(shared.commonBytes), split: size(shared.splitBytes), saved: size(shared.savedBytes),
    });
    const files = data.files.filter((file) => file.sharedSize).sort((a, b) => b.sharedSize - a.sharedSize || (a.path < b.path ? -1 : 1));
    byID("shared-files").append(...capped(files, (file) => element("li", {},
      pathText(file.path, "path"),
      element("div", { class: "bar" }, withShare(element("i"), file.sharedSize / file.size)),
      element("div", { class: "details" }, element("b", {}, percent(file.sharedSize, file.size)),
        element("span", {}, t("{part} of {all}", { part: size(file.sharedSize), all: size(file.size) }))))));
    byID("shared-groups").append(...shared.groups.map((group) => element("li", {},
      element("div", { class: "details" }, element("b", {}, size(group.bytes)), element("span", {}, t("in {scripts}", { scripts: count(group.paths.length, "script") }))),
      ...group.paths.slice(0, 3).map((path) => pathText(path, "path")),
      group.paths.length > 3 ? element("details", { "aria-label": t("more files") }, element("summary", {}, count(group.paths.length - 3, "more script")),
        ...group.paths.slice(3, maximumListed).map((path) => pathText(path, "path"))) : null)));
  }

  // --- History ---

  function svg(name, attributes, ...children) {
    const made = document.createElementNS(byID("history").firstElementChild.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  /** Returns the round number at or above a value: 1, 2 or 5 times a power of ten. */
  function roundedUp(value) {
    const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
    return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value);
  }

  /** Draws a panel of bars, one for each release, with a scale of its own. */
  function panel(releases, key, hue, box) {
    const top = roundedUp(releases.reduce((largest, release) => Math.max(largest, release[key] || 0), 1));
    const step = box.w / releases.length;
    const width = Math.min(64, step * 0.66);
    const made = svg("g", { class: `hued ${hue}` });
    for (const part of [0, 0.5, 1]) {
      const y = box.y + box.h * (1 - part);
      made.append(svg("line", { x1: box.x, x2: box.x + box.w, y1: y, y2: y, class: "grid" }),
        svg("text", { x: box.x - 8, y: y + 4, class: "tick", "text-anchor": "end" }, size(top * part)));
    }
    releases.forEach((release, index) => {
      if (release[key] === null) return;
      const height = Math.max(1, (release[key] / top) * box.h);
      const x = box.x + step * index + (step - width) / 2;
      made.append(svg("rect", { x, y: box.y + box.h - height, width, height, rx: 2,
        class: release.isCurrent ? "column is-current" : "column", "data-bytes": release[key] },
      svg("title", {}, t("{name}: {value}", { name: labelOf(release), value: size(release[key]) }))));
      if (step > 58) made.append(svg("text", { x: x + width / 2, y: box.y + box.h - height - 4, class: "tick", "text-anchor": "middle" }, size(release[key])));
    });
    return made;
  }

  function drawHistory() {
    const releases = data.history;
    const width = Math.max(280, byID("history").clientWidth);
    const box = { x: 64, w: width - 72, h: 110 };
    const chart = svg("svg", { viewBox: `0 0 ${width} 306`, role: "img", "aria-labelledby": "history-title", height: 306, width },
      panel(releases, "bytes", "hue-size", { ...box, y: 16 }), panel(releases, "deltaBytes", "hue-delta", { ...box, y: 160 }));
    const step = box.w / releases.length;
    const every = Math.ceil(58 / step);
    releases.forEach((release, index) => {
      if ((releases.length - 1 - index) % every !== 0) return;
      chart.append(svg("text", { x: box.x + step * (index + 0.5), y: 290, class: "tick", "text-anchor": "middle" }, release.jsVersion.slice(0, 6)));
    });
    byID("history").replaceChildren(chart);
  }

  function drawReleases() {
    byID("releases-rows").append(...data.history.map((release) => element("tr", { class: release.isCurrent ? "is-chosen" : null },
      element("td", { class: "path" }, element("bdi", {}, shown(release.name)), element("span", { class: "in" }, ` ${release.jsVersion.slice(0, 8)}`)),
      element("td", { class: "num" }, size(release.bytes)),
      element("td", { class: "num" }, release.deltaBytes === null ? "–" : size(release.deltaBytes)),
      element("td", { class: "num" }, size(release.unpackedBytes)), element("td", { class: "num" }, grouped(release.files)),
      element("td", {}, timeText(release.timestamp)))).reverse());
  }

  // --- First renders ---

  const pageVerdicts = {
    passed: { text: `✓ ${t("passed")}`, state: "is-good" }, failed: { text: `✕ ${t("failed")}`, state: "is-bad" },
    notJudged: { text: `? ${t("not judged")}`, state: "is-warning" },
  };

  /** Returns the cells of a measured value: its text, and a bar that compares it with the largest value. */
  function measureCells(value, text, largest) {
    const bar = value === null ? null : element("div", { class: "bar" }, withShare(element("i"), value / largest));
    return [element("td", { class: "num" }, value === null ? "–" : text(value)), element("td", { class: "measure" }, bar)];
  }

  function drawRenders() {
    const { engine, pages } = data.rehearsal;
    const largest = (key) => pages.reduce((maximum, page) => Math.max(maximum, page[key] || 0), Number.MIN_VALUE);
    const [seconds, bytes] = [largest("firstRenderSeconds"), largest("firstRenderBytes")];
    const time = (value) => `${(value * 1000).toFixed(1)} ms`;
    byID("renders-hint").textContent = t("Processor time and memory until the first render of each page, measured in {engine} on the machine that wrote this report. For several platforms, the larger value. {count} of {all} pages rendered.", {
      engine: shown(engine), count: grouped(pages.filter((page) => page.firstRenderSeconds !== null).length), all: grouped(pages.length),
    });
    byID("renders-rows").append(...pages.map((page) => element("tr", { "data-page": page.path, "data-verdict": page.verdict },
      element("td", { class: "path" }, pathText(page.path)),
      ...measureCells(page.firstRenderSeconds, time, seconds), ...measureCells(page.firstRenderBytes, size, bytes),
      element("td", {}, element("b", { class: pageVerdicts[page.verdict].state }, pageVerdicts[page.verdict].text),
        page.reason === null ? null : element("bdi", { class: "reason" }, shown(page.reason))))));
  }

  // --- Findings, duplicates, images ---

  /** The maximum number of entries in a list; the table contains all files. */
  const maximumListed = 60;

  function capped(list, draw) {
    const rest = list.length - maximumListed;
    const made = list.slice(0, maximumListed).map(draw);
    return rest > 0 ? [...made, element("li", { class: "empty" }, t("{count} more", { count: grouped(rest) }))] : made;
  }

  const emptyNote = (text) => element("p", { class: "empty" }, text);

  function drawFindings() {
    byID("findings-section").classList.toggle("is-full", data.findings.length > 0);
    if (data.findings.length === 0) {
      byID("findings").append(emptyNote(t("Verified: every file matches the manifest, and the zip has no findings.")));
      return;
    }
    byID("findings").append(findingList(data.findings));
  }

  function findingList(findings) {
    const list = element("ol", { class: "plain" });
    list.append(...findings.map((finding) => element("li", { class: "finding" },
      element("b", { class: finding.severity === "error" ? "is-bad" : "is-warning" }, finding.severity === "error" ? `✕ ${t("error")}` : `! ${t("warning")}`),
      element("div", {}, finding.subject === null ? null : element("bdi", { class: "path" }, shown(finding.subject)),
        element("bdi", {}, shown(finding.message)), " ", element("code", {}, finding.code)))));
    return list;
  }

  function drawDuplicates() {
    const { duplicates } = data;
    const wasted = duplicates.reduce((sum, group) => sum + group.wastedBytes, 0);
    if (duplicates.length === 0) return byID("duplicates").append(element("li", { class: "empty" }, t("No duplicate files.")));
    byID("duplicates-hint").textContent =
      t("{groups}. Removing the duplicates would save {size} of the zip.", { groups: count(duplicates.length, "group of equal files"), size: size(wasted) });
    return byID("duplicates").append(...capped(duplicates, (group) => element("li", {},
      element("div", { class: "details" }, element("b", {}, t("{size} wasted", { size: size(group.wastedBytes) })),
        element("span", {}, t("{count} × {size} unpacked", { count: grouped(group.paths.length), size: size(group.size) }))),
      ...group.paths.slice(0, maximumListed).map((path) => pathText(path, "path")))));
  }

  function imageFinding(file, finding) {
    const { imageLimits } = data;
    if (finding.code === "tooManyPixels") return t("a side exceeds {count} pixels", { count: grouped(imageLimits.side) });
    if (finding.code === "tooManyBytes") return t("exceeds {size}", { size: size(imageLimits.bytes) });
    return finding.message;
  }

  function drawImages() {
    const { imageLimits } = data;
    const measured = data.files.filter((file) => file.image);
    const found = data.files.filter((file) => file.imageFindings.length > 0)
      .sort((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1));
    byID("images-hint").textContent =
      `${t("Images with a side of more than {count} pixels, or of more than {size}, are oversized.", {
        count: grouped(imageLimits.side), size: size(imageLimits.bytes) })} ` +
      (measured.length ? t("PNG, JPEG, GIF and WebP files measured: {count}.", { count: grouped(measured.length) }) : "");
    if (found.length === 0) {
      byID("images").append(element("li", { class: "empty" }, measured.length ? t("No image findings.") : t("No PNG, JPEG, GIF or WebP files.")));
      return;
    }
    byID("images").append(...capped(found, (file) => {
      const { image } = file;
      return element("li", {}, pathText(file.path, "path"),
        element("div", { class: "details" },
          element("b", {}, image ? `${grouped(image.width)} × ${grouped(image.height)} ${image.format.toUpperCase()}` : t("no valid header")),
          element("span", {}, size(file.size)),
          image ? element("span", {}, t("{size} decoded", { size: size(image.decodedBytes) })) : null,
          element("span", { class: "is-warning" }, file.imageFindings.map((finding) => shown(imageFinding(file, finding))).join("; "))));
    }));
  }

  // --- Table ---

  const difference = (file) => (file.change === null || file.change === "same" ? 0
    : file.compressedSize - (file.oldCompressedSize === null ? 0 : file.oldCompressedSize));
  const columns = [
    { key: "path", name: t("File"), value: (file) => file.path },
    { key: "packed", name: t("In the zip"), isNumber: true, value: (file) => file.compressedSize },
    { key: "size", name: t("Unpacked"), isNumber: true, value: (file) => file.size },
    { key: "kind", name: t("Kind"), value: (file) => kinds[file.kind] },
    { key: "ratio", name: t("Ratio"), isNumber: true, value: (file) => (file.size ? file.compressedSize / file.size : 1) },
    { key: "shared", name: t("Shared"), isNumber: true, needsShared: true, value: (file) => file.sharedSize || 0 },
    { key: "change", name: t("Change"), needsOld: true, value: (file) => file.change || "" },
    { key: "difference", name: t("Difference"), isNumber: true, needsOld: true, value: difference },
  ].filter((column) => (hasOld || !column.needsOld) && (data.sharedCode || !column.needsShared));
  const page = 100;
  const table = { sorted: "packed", isUp: false, shown: page, chosen: null, rows: [] };

  /** All files, including the removed ones with a size of 0. */
  const listed = [
    ...data.files,
    ...data.removed.map((file) => ({ ...file, compressedSize: 0, size: 0, change: "removed",
      oldCompressedSize: file.compressedSize, oldSize: file.size, image: null, imageFindings: [] })),
  ];

  const largestFile = listed.reduce((maximum, file) => Math.max(maximum, file.compressedSize), 1);

  function drawColumns() {
    byID("columns").append(...columns.map((column) => element("th", { scope: "col", class: column.isNumber ? "num" : null,
      "data-key": column.key }, element("button", { type: "button" }, column.name))));
    byID("columns").addEventListener("click", (event) => {
      const head = event.target.closest("th");
      if (!head) return;
      const column = columns.find((one) => one.key === head.dataset.key);
      table.isUp = table.sorted === column.key ? !table.isUp : !column.isNumber;
      table.sorted = column.key;
      drawTable();
    });
  }

  function option(value, name) { return element("option", { value }, name); }

  function drawFilters() {
    const present = Object.keys(kinds).filter((kind) => listed.some((file) => file.kind === kind));
    byID("filter-kind").append(option("", t("all")), ...present.map((kind) => option(kind, kinds[kind])));
    byID("filter-change").append(option("", t("all")), option("any", t("any change")),
      ...Object.keys(changes).map((change) => option(change, changes[change].toLowerCase())));
    byID("filter-change-label").hidden = !hasOld;
    byID("filters").addEventListener("submit", (event) => event.preventDefault());
    byID("filters").addEventListener("input", () => {
      table.shown = page;
      table.chosen = null;
      drawTable();
    });
    byID("more").addEventListener("click", () => {
      const from = Math.min(table.shown, table.rows.length - 1);
      table.shown += 10 * page;
      drawTable();
      byID("rows").rows[from].focus();
    });
  }

  function filtered() {
    const name = byID("filter-name").value.toLowerCase();
    const kind = byID("filter-kind").value;
    const change = byID("filter-change").value;
    // A leading slash means the root of the bundle, as in manifests.
    const isNamed = name.startsWith("/") ? (path) => path.startsWith(name.slice(1)) : (path) => path.includes(name);
    return listed.filter((file) => isNamed(file.path.toLowerCase())
      && (!kind || file.kind === kind)
      && (!change || file.change === change || (change === "any" && file.change !== "same")));
  }

  function sorted(list) {
    const { value } = columns.find((column) => column.key === table.sorted);
    const direction = table.isUp ? 1 : -1;
    const byPath = (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
    return list.map((file) => [value(file), file]).sort(([a, left], [b, right]) =>
      (a < b ? -direction : a > b ? direction : byPath(left, right))).map(([, file]) => file);
  }

  function row(file) {
    const isRemoved = file.change === "removed";
    const made = element("tr", { tabindex: "-1", "data-path": file.path, class: table.chosen === file ? "is-chosen" : null });
    const name = element("td", { class: "path" }, pathText(file.path));
    if (file.image) name.append(element("span", { class: "in" }, ` ${grouped(file.image.width)} × ${grouped(file.image.height)}`));
    made.append(name,
      withShare(element("td", { class: "num sized" }, isRemoved ? "–" : size(file.compressedSize)), file.compressedSize / largestFile),
      element("td", { class: "num" }, isRemoved ? "–" : size(file.size)),
      element("td", {}, element("span", { class: "kind" }, element("i", { class: hued(file.kind) }), kinds[file.kind])),
      element("td", { class: "num" }, isRemoved ? "–" : percent(file.compressedSize, file.size)));
    if (data.sharedCode) made.append(element("td", { class: "num" }, file.sharedSize ? percent(file.sharedSize, file.size) : ""));
    if (hasOld) {
      const bytes = difference(file);
      made.append(element("td", {}, file.change && file.change !== "same"
        ? element("span", { class: `tag ${hued(file.change)}`, title: wasRenamed(file) ? t("from {path}", { path: shown(file.oldPath) }) : null },
          changes[file.change]) : ""),
      element("td", { class: `num ${bytes > 0 ? "is-bad" : bytes < 0 ? "is-good" : ""}` },
        !file.change || file.change === "same" ? "" : signed(bytes)));
    }
    return made;
  }

  function drawTable() {
    table.rows = sorted(filtered());
    const part = table.rows.slice(0, table.shown);
    byID("rows").replaceChildren(...part.map((file) => row(file)));
    for (const head of byID("columns").children) {
      const isSorted = head.dataset.key === table.sorted;
      head.setAttribute("aria-sort", isSorted ? (table.isUp ? "ascending" : "descending") : "none");
    }
    const bytes = table.rows.reduce((sum, file) => sum + file.compressedSize, 0);
    byID("count").textContent = t("{count} of {files}, {size} in the zip", { count: grouped(table.rows.length), files: count(listed.length, "file"), size: size(bytes) })
      + (part.length < table.rows.length ? t("; the first {count} are shown", { count: grouped(part.length) }) : "");
    const rest = table.rows.length - part.length;
    byID("more").hidden = rest === 0;
    byID("more").textContent = t("Show {count} more", { count: grouped(Math.min(10 * page, rest)) });
  }

  function filterBy({ name = "", kind = "", change = "" }) {
    byID("filter-name").value = name;
    byID("filter-kind").value = kind;
    byID("filter-change").value = change;
    table.shown = page;
    drawTable();
  }

  /** Marks the row of a file; the table shows all files, without a filter. */
  function showInTable(file) {
    table.chosen = file;
    filterBy({});
    const index = table.rows.indexOf(file);
    if (index >= table.shown) {
      table.shown = index + 1;
      drawTable();
    }
    const made = byID("rows").rows[index];
    byID("files-section").scrollIntoView({ block: "start" });
    made.focus({ preventScroll: true });
  }

  function showFolderInTable(node) {
    table.chosen = null;
    filterBy({ name: node.path ? `/${node.path}/` : "" });
    byID("files-title").focus();
  }

  function showChangeInTable(change) {
    table.chosen = null;
    table.sorted = "difference";
    table.isUp = change === "removed";
    filterBy({ change });
    byID("files-title").focus();
  }

  // --- Page ---

  const tree = weigh(makeTree());
  state.root = tree;
  drawHead();
  drawCards();
  drawFindings();
  const isEmpty = data.files.length === 0;
  for (const id of ["map-section", "duplicates-section", "images-section", "files-section"]) byID(id).hidden = isEmpty;
  for (const id of ["updates-section", "changes-section"]) byID(id).hidden = !hasOld || isEmpty;
  byID("paint").hidden = !hasOld;
  byID("advice-section").hidden = isEmpty;
  byID("budget-section").hidden = !data.budget;
  byID("shared-section").hidden = !data.sharedCode;
  byID("history-section").hidden = !data.history || data.history.length === 0;
  if (data.budget) drawBudget();
  byID("renders-section").hidden = !data.rehearsal;
  if (data.rehearsal) drawRenders();
  if (data.sharedCode) drawShared();
  if (!byID("history-section").hidden) {
    drawReleases();
    drawHistory();
    new ResizeObserver(() => {
      if (byID("history").firstChild.clientWidth !== byID("history").clientWidth) drawHistory();
    }).observe(byID("history"));
  }
  if (!isEmpty) {
    if (hasOld) {
      drawUpdates();
      drawChanges();
    }
    drawAdvice();
    drawDuplicates();
    drawImages();
    drawColumns();
    drawFilters();
    drawTable();
    drawMap();
    listenToMap();
  }
})();

extension TimelinePage {
  /// The page before the data.
  static let head: StaticString = #"""
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>Timeline of promises</title>
    <style>
    :root { color-scheme: light dark; --back: #fff; --text: #1d1d1f; --faint: #6e6e73; --line: #d2d2d7; --panel: #f5f5f7; }
    @media (prefers-color-scheme: dark) {
      :root { --back: #1c1c1e; --text: #f5f5f7; --faint: #a1a1a6; --line: #48484a; --panel: #2c2c2e; }
    }
    body { margin: 0; font: 13px system-ui, sans-serif; background: var(--back); color: var(--text); }
    header { display: flex; flex-wrap: wrap; gap: 6px 16px; align-items: center; padding: 8px 12px; }
    h1 { font-size: 16px; margin: 0; } h2 { font-size: 14px; margin: 16px 12px 4px; }
    .key { display: inline-flex; align-items: center; gap: 4px; color: var(--faint); }
    .key i { width: 12px; height: 12px; border-radius: 2px; display: inline-block; }
    input { font: inherit; padding: 2px 6px; width: 180px; } button { font: inherit; }
    canvas { display: block; width: 100%; cursor: grab; border: solid var(--line); border-width: 1px 0; }
    #details { min-height: 34px; padding: 6px 12px; background: var(--panel); white-space: pre-wrap; }
    pre { margin: 4px 12px 12px; white-space: pre-wrap; } svg { margin: 0 12px; max-width: calc(100% - 24px); }
    svg text { font: 12px system-ui, sans-serif; fill: var(--text); }
    </style></head><body>
    <header><h1>Timeline of promises</h1><span id="counts"></span><span id="keys"></span>
    <input id="search" placeholder="find an operation or a file" aria-label="Find"><button id="fit">Show everything</button>
    <span class="key">drag to move, wheel to zoom, shift and wheel to scroll, click to follow arrows</span></header>
    <canvas id="canvas"></canvas><div id="details"></div><div id="pending"></div>
    <script>
    const data =
    """#

  /// The page after the data.
  static let script: StaticString = #"""
    ;
    const style = getComputedStyle(document.documentElement), color = name => style.getPropertyValue(name).trim();
    const outcomes = ["fulfilled", "rejected", "canceled", "abandoned", "pending", "released"];
    const colors = ["#34a853", "#e5383b", "#f29900", "#8e44ad", "#4a7fd4", "#8a8f94"];
    const promises = new Map(data.promises.map(([[n, site, from, to, outcome, thread, dropped], causes, error]) =>
      [n, { n, name: data.sites[site][0], from: Math.max(from, 0), to, thread, causes, error,
        outcome: to < 0 && dropped >= 0 ? 5 : outcome,
        end: to >= 0 ? to : dropped >= 0 ? dropped : data.duration, effects: [] }]));
    for (const p of promises.values()) for (const c of p.causes) promises.get(c)?.effects.push(p.n);
    const handlers = data.handlers.map(([[n, thread, from, to, executor, queued, queuedThread]]) =>
      ({ n, thread, from, end: to >= 0 ? to : data.duration, executor: data.executors[executor][0], queued, queuedThread }));
    const waits = data.waits.map(([[n, thread, from, to]]) => ({ n, thread, from, to: to >= 0 ? to : data.duration }));
    const marks = data.marks.map(([[n, thread, time], text]) => ({ n, thread, time, text }));
    const row = 18, label = 110, top0 = 22;
    const nameOf = n => promises.get(n)?.name ?? "promise " + n;
    function time(ns) {
      const [value, unit] = ns < 1e3 ? [ns, "ns"] : ns < 1e6 ? [ns / 1e3, "µs"] : ns < 1e9 ? [ns / 1e6, "ms"] : [ns / 1e9, "s"];
      return (value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)) + " " + unit;
    }
    // Rows: handlers that run inside others are one row deeper, and promises share rows as far as they fit.
    let rows = 0;
    const threadRows = data.threads.map(() => 0), stacks = data.threads.map(() => []);
    for (const h of [...handlers].sort((a, b) => a.from - b.from || b.end - a.end)) {
      const stack = stacks[h.thread];
      while (stack.length && stack[stack.length - 1].end <= h.from) stack.pop();
      h.depth = stack.length;
      stack.push(h);
      threadRows[h.thread] = Math.max(threadRows[h.thread], h.depth + 1);
    }
    for (const h of handlers) if (h.queued >= 0) threadRows[h.queuedThread] = Math.max(threadRows[h.queuedThread], 1);
    const threadTop = threadRows.map(count => { const start = rows; rows += count ? count + 0.5 : 0; return start; });
    const promiseTop = rows + 0.5, ends = [];
    const gap = data.promises.length < 400 ? data.duration * 0.12 : data.duration * 0.002;
    for (const p of [...promises.values()].sort((a, b) => a.from - b.from || a.n - b.n)) {
      let lane = ends.findIndex(end => end <= p.from);
      if (lane < 0) lane = ends.length < 4000 ? ends.length : Math.floor(Math.random() * 4000);
      ends[lane] = Math.max(p.end, p.from + gap);
      p.row = promiseTop + lane;
    }
    rows = promiseTop + ends.length;
    for (const h of handlers) h.row = threadTop[h.thread] + h.depth;
    // A text beside a bar ends where the next bar begins.
    for (const bars of [handlers, [...promises.values()]]) {
      const last = new Map();
      for (const bar of [...bars].sort((a, b) => a.from - b.from)) {
        if (last.has(bar.row)) last.get(bar.row).next = bar.from;
        last.set(bar.row, bar);
      }
    }

    const canvas = document.getElementById("canvas"), context = canvas.getContext("2d");
    let from = 0, to = Math.max(data.duration, 1), scroll = 0, selected = null, found = "", width = 0, height = 0;
    const x = t => label + (t - from) / (to - from) * (width - label - 8);
    const y = r => top0 + r * row - scroll;
    function bar(item, fill, text, strong) {
      const [a, b, r] = [item.from, item.end, item.row];
      const left = Math.max(x(a), label), right = Math.min(x(b), width), top = y(r);
      if (right < label || left > width || top > height || top < top0 - row) return;
      context.globalAlpha = strong ? 1 : 0.25;
      context.fillStyle = fill;
      context.fillRect(left, top + 1, Math.max(right - left, 1.5), row - 3);
      context.globalAlpha = strong ? 1 : 0.4;
      if (right - left > 40) {
        context.save();
        context.beginPath(); context.rect(left, top, right - left - 3, row); context.clip();
        context.fillStyle = "#fff"; context.fillText(text, left + 4, top + row - 6);
        context.restore();
      } else {
        const room = (item.next === undefined ? width : Math.min(x(item.next), width)) - right - 8;
        if (room > 50) {
          context.save();
          context.beginPath(); context.rect(right, top, room, row); context.clip();
          context.fillStyle = color("--text"); context.fillText(text, right + 4, top + row - 6);
          context.restore();
        }
      }
      context.globalAlpha = 1;
    }
    function arrow(t1, r1, t2, r2, stroke) {
      const [x1, y1, x2, y2] = [x(t1), y(r1) + row / 2, x(t2), y(r2) + row / 2];
      if (Math.max(x1, x2) < label || Math.min(x1, x2) > width) return;
      context.strokeStyle = stroke; context.fillStyle = stroke;
      context.beginPath(); context.moveTo(x1, y1);
      context.bezierCurveTo(x1 + 24, y1, x2 - 24, y2, x2, y2); context.stroke();
      context.beginPath(); context.moveTo(x2, y2); context.lineTo(x2 - 6, y2 - 3); context.lineTo(x2 - 6, y2 + 3); context.fill();
    }
    const isShown = n => (selected === null || chain.has(n)) && (!found || nameOf(n).toLowerCase().includes(found));
    let chain = new Set();
    function follow(n) {
      chain = new Set();
      for (const direction of ["causes", "effects"]) {
        const queue = [n];
        while (queue.length) {
          const next = queue.pop();
          if (chain.has(next) && next !== n) continue;
          chain.add(next);
          queue.push(...(promises.get(next)?.[direction] ?? []));
        }
      }
    }
    function draw() {
      const ratio = window.devicePixelRatio || 1;
      width = canvas.clientWidth;
      height = Math.max(160, Math.min(top0 + rows * row + 12, window.innerHeight * 0.72));
      canvas.style.height = height + "px"; canvas.width = width * ratio; canvas.height = height * ratio;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.fillStyle = color("--back"); context.fillRect(0, 0, width, height);
      context.font = "11px system-ui, sans-serif";
      const step = 10 ** Math.floor(Math.log10((to - from) / 4)), every = (to - from) / step > 10 ? step * 2 : step;
      context.strokeStyle = color("--line"); context.fillStyle = color("--faint");
      for (let t = Math.ceil(from / every) * every; t <= to; t += every) {
        context.beginPath(); context.moveTo(x(t), top0 - 4); context.lineTo(x(t), height); context.stroke();
        context.fillText(time(t), x(t) + 3, 13);
      }
      data.threads.forEach((name, index) => {
        if (!threadRows[index] || y(threadTop[index]) < top0 - row) return;
        context.fillText(name[0], 8, y(threadTop[index]) + row - 6);
      });
      if (y(promiseTop) >= top0 - row) context.fillText("promises", 8, y(promiseTop) + row - 6);
      context.save(); context.beginPath(); context.rect(label, top0 - 4, width, height); context.clip();
      for (const h of handlers) bar(h, colors[promises.get(h.n)?.outcome ?? 4], nameOf(h.n), isShown(h.n));
      for (const p of promises.values()) bar(p, colors[p.outcome], p.name, isShown(p.n));
      context.strokeStyle = color("--text");
      context.setLineDash([3, 2]);
      for (const w of waits) {
        const p = promises.get(w.n);
        if (!p || !isShown(w.n)) continue;
        context.beginPath(); context.moveTo(x(w.from), y(p.row) + row - 1.5); context.lineTo(x(w.to), y(p.row) + row - 1.5); context.stroke();
      }
      context.setLineDash([]);
      for (const m of marks) {
        const p = promises.get(m.n);
        if (!p || !isShown(m.n)) continue;
        const [a, b] = [x(m.time), y(p.row)];
        context.fillStyle = color("--text");
        context.beginPath(); context.moveTo(a, b + 6); context.lineTo(a - 4, b - 2); context.lineTo(a + 4, b - 2); context.fill();
      }
      if (selected !== null || promises.size <= 60) {
        const stroke = color("--faint");
        for (const p of promises.values()) {
          if (!isShown(p.n)) continue;
          for (const c of p.causes) {
            const source = promises.get(c);
            if (source) arrow(source.end, source.row, p.to >= 0 ? p.end : source.end, p.row, stroke);
          }
        }
        for (const h of handlers) if (isShown(h.n) && h.queued >= 0) {
          // Code outside of a handler has no bar: the arrow begins in the first row of its thread.
          const outer = handlers.find(o => o.thread === h.queuedThread && o.from <= h.queued && h.queued <= o.end && o !== h);
          if (h.from > h.queued) arrow(h.queued, outer ? outer.row : threadTop[h.queuedThread], h.from, h.row, colors[4]);
        }
      }
      context.restore();
    }
    function describe(n) {
      const p = promises.get(n);
      if (!p) return "";
      const lines = [`#${p.n} ${p.name}: ${outcomes[p.outcome]}` +
        (p.error ? " (" + p.error + ")" : "") + `, ${time(p.end - p.from)}, from ${time(p.from)}`];
      const own = handlers.filter(h => h.n === n);
      for (const h of own.slice(0, 4)) lines.push(`handler on ${h.executor}, ${data.threads[h.thread][0]}: ran for ${time(h.end - h.from)}` +
        (h.queued >= 0 ? `, waited for ${time(h.from - h.queued)}` : ""));
      for (const m of marks.filter(m => m.n === n).slice(0, 4)) lines.push(`${m.text} at ${time(m.time)}`);
      if (p.causes.length) lines.push("waited for " + p.causes.slice(0, 6).map(c => `#${c} ${nameOf(c)}`).join(", "));
      return lines.join("\n");
    }
    function at(event) {
      const [a, b] = [event.offsetX, event.offsetY];
      const hit = (start, end, r) => b >= y(r) && b < y(r) + row && a >= x(start) - 2 && a <= Math.max(x(end), x(start) + 2) + 2;
      return handlers.find(h => hit(h.from, h.end, h.row))?.n ?? [...promises.values()].find(p => hit(p.from, p.end, p.row))?.n ?? null;
    }
    let drag = null, moved = false;
    canvas.onmousedown = event => { drag = event; moved = false; };
    window.onmouseup = () => { drag = null; };
    canvas.onmousemove = event => {
      if (drag) {
        const shift = (drag.offsetX - event.offsetX) / (width - label) * (to - from);
        moved ||= Math.abs(drag.offsetX - event.offsetX) + Math.abs(drag.offsetY - event.offsetY) > 3;
        from += shift; to += shift; scrollBy(drag.offsetY - event.offsetY); drag = event; draw();
      } else if (selected === null) { document.getElementById("details").textContent = describe(at(event)); }
    };
    canvas.onclick = event => {
      if (moved) return;
      selected = at(event);
      if (selected !== null) follow(selected);
      document.getElementById("details").textContent = describe(selected);
      draw();
    };
    function scrollBy(amount) { scroll = Math.max(0, Math.min(scroll + amount, top0 + rows * row + 12 - height)); }
    canvas.addEventListener("wheel", event => {
      event.preventDefault();
      if (event.shiftKey) scrollBy(event.deltaY || event.deltaX);
      else {
        const center = from + (event.offsetX - label) / (width - label) * (to - from), factor = Math.exp(event.deltaY / 400);
        from = center - (center - from) * factor; to = Math.max(center + (to - center) * factor, from + 10);
      }
      draw();
    }, { passive: false });
    document.getElementById("search").oninput = event => { found = event.target.value.toLowerCase(); draw(); };
    document.getElementById("fit").onclick = () => { [from, to, scroll, selected] = [0, Math.max(data.duration, 1), 0, null]; draw(); };
    const counts = outcomes.map((_, index) => [...promises.values()].filter(p => p.outcome === index).length);
    document.getElementById("counts").textContent = `${data.promises.length} promises, ${handlers.length} handlers, ${time(data.duration)}` +
      (data.start ? ` from ${new Date(data.start).toLocaleString()}` : "") +
      (data.dropped ? `; ${data.dropped} earlier events were replaced` : "");
    document.getElementById("keys").innerHTML = outcomes.map((name, index) =>
      `<span class="key"><i style="background:${colors[index]}"></i>${counts[index]} ${name}&nbsp;</span>`).join(" ");
    // What is pending: a column for each distance from what nothing else waits for.
    function drawPending() {
      const place = document.getElementById("pending");
      if (!data.pending.length) return;
      const nodes = new Map(data.pending.map(([[n], text, others]) => [n, { n, text, others, depth: 0 }]));
      for (let changed = true, rounds = 0; changed && rounds < nodes.size; rounds++) {
        changed = false;
        for (const node of nodes.values()) for (const other of node.others) {
          const target = nodes.get(other);
          if (target && target.depth <= node.depth && node.depth < 40) { target.depth = node.depth + 1; changed = true; }
        }
      }
      const heading = document.createElement("h2");
      heading.textContent = `Still pending: ${nodes.size}. An arrow leads to what a promise waits for.`;
      place.append(heading);
      if (nodes.size <= 300) {
        const used = [], w = 250, h = 26;
        for (const node of nodes.values()) { node.x = node.depth * (w + 40); node.y = (used[node.depth] = (used[node.depth] ?? -1) + 1) * (h + 10) + 4; }
        const size = [Math.max(...[...nodes.values()].map(n => n.x)) + w + 4, Math.max(...[...nodes.values()].map(n => n.y)) + h + 4];
        const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        svg.setAttribute("width", size[0]); svg.setAttribute("height", size[1]); svg.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
        const add = (kind, attributes, text) => {
          const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
          for (const key in attributes) element.setAttribute(key, attributes[key]);
          if (text) element.textContent = text;
          svg.append(element);
        };
        for (const node of nodes.values()) for (const other of node.others) {
          const target = nodes.get(other);
          if (!target) continue;
          const [x1, y1, x2, y2] = [node.x + w, node.y + h / 2, target.x, target.y + h / 2];
          add("path", { d: `M${x1} ${y1} C${x1 + 20} ${y1} ${x2 - 20} ${y2} ${x2} ${y2}`, fill: "none", stroke: color("--faint") });
          add("path", { d: `M${x2} ${y2} l-6 -3 v6 z`, fill: color("--faint") });
        }
        for (const node of nodes.values()) {
          add("rect", { x: node.x, y: node.y, width: w, height: h, rx: 4, fill: color("--panel"), stroke: colors[4] });
          const text = `#${node.n} ${node.text}`;
          add("text", { x: node.x + 6, y: node.y + 17 }, text.length > 40 ? text.slice(0, 39) + "…" : text);
        }
        place.append(svg);
      }
      const text = document.createElement("pre");
      text.textContent = data.text;
      place.append(text);
    }
    window.onresize = draw;
    draw();
    drawPending();
    </script></body></html>

    """#
}

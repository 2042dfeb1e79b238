/** The page's one style sheet. Nothing is smaller than 16px; only code and wide tables scroll sideways. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #f7f5f0; --card: #fffefb; --ink: #211f1b; --soft: #625c52; --line: #e2ddd2; --fill: #f0ece3;
  --thread: #0c6b62; --wash: #e6f0ec; --model: #0f7d72; --tools: #c4791f; --people: #8d5bb0; --other: #cfc8ba;
  --good: #1d6b3a; --bad: #ab2b20; --bad-wash: #fbeae6; --warn: #8a5a00;
  --added: #dff2e1; --added-ink: #14532d; --removed: #fbe3df; --removed-ink: #8c1d14;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #141412; --card: #1b1b18; --ink: #ebe7de; --soft: #aaa295; --line: #33312b; --fill: #24231f;
    --thread: #62c9b9; --wash: #1a2c29; --model: #3fae9f; --tools: #d9973f; --people: #b58ad6; --other: #4b473f;
    --good: #7ccf93; --bad: #f08d80; --bad-wash: #341d1a; --warn: #e0b45c;
    --added: #17301d; --added-ink: #a6e3b4; --removed: #3a1c19; --removed-ink: #f5b3aa;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; scroll-padding-top: 1.5rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 var(--sans); overflow-wrap: anywhere; }
.page { max-width: 54rem; margin: 0 auto; padding: clamp(1.5rem, 5vw, 4rem) clamp(1rem, 4vw, 2rem) 3rem; }
h1, h2, h3, h4, h5, h6, p, dl, dd, ol, ul, figure, blockquote { margin: 0; }
h1 { font-size: clamp(1.75rem, 1.3rem + 2.2vw, 2.75rem); line-height: 1.15; letter-spacing: -0.022em; font-weight: 680; text-wrap: balance; }
h2 { font-size: 1.3rem; line-height: 1.25; letter-spacing: -0.012em; font-weight: 660; }
a { color: var(--thread); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--thread); outline-offset: 3px; border-radius: 4px; }
code, pre, .tool { font-family: var(--mono); font-size: 1rem; }
time, .n, .figure, .meta, .state, .legend { font-variant-numeric: tabular-nums; }
.skip-link { position: absolute; left: -100vw; }
.skip-link:focus { left: 1rem; top: 1rem; background: var(--card); padding: 0.5rem 1rem; z-index: 2; }
.quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.eyebrow { color: var(--thread); font-weight: 600; margin-bottom: 0.6rem; display: flex; gap: 0.7rem; align-items: center; }
.eyebrow::before { content: ""; width: 1.9rem; height: 2px; border-radius: 1px; background: var(--thread); }
.badge { display: inline-block; font: 600 1rem/1.3 var(--sans); padding: 0.1rem 0.6rem; border-radius: 1rem; border: 1px solid currentColor; }
.badge.good { color: var(--good); } .badge.bad { color: var(--bad); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: 0.9rem 2rem; margin-top: 1.75rem; }
.facts dt { color: var(--soft); font-size: 1rem; } .facts dd { font-weight: 500; } .facts code { font-weight: 400; }

.totals { margin-top: 2.25rem; border-top: 1px solid var(--line); padding-top: 1.5rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr)); gap: 1.5rem 1.5rem; margin-bottom: 1.75rem; }
.tile .what, .tile .more { color: var(--soft); font-size: 1rem; line-height: 1.4; }
.tile .figure { font-size: 1.75rem; font-weight: 660; letter-spacing: -0.02em; line-height: 1.3; }
.bar { display: block; border-radius: 5px; background: var(--fill); overflow: hidden; }
.totals .bar { height: 14px; border-radius: 7px; }
rect.model { fill: var(--model); } rect.tools { fill: var(--tools); } rect.people { fill: var(--people); } rect.other { fill: var(--other); }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin-top: 0.75rem; font-size: 1rem; color: var(--soft); }
.legend b { color: var(--ink); font-weight: 600; } .legend .dot { margin-right: 0.5rem; vertical-align: -1px; }

.overview { margin-top: 3rem; }
.overview > h2 { margin-bottom: 1rem; }
.timeline { list-style: none; padding: 0; display: grid; gap: 1.35rem; }
.timeline a { display: flex; gap: 0.75rem; text-decoration: none; color: var(--ink); font-weight: 560; line-height: 1.4; margin-bottom: 0.45rem; }
.timeline a:hover .gist { text-decoration: underline; }
.timeline .number { flex: none; color: var(--thread); font-variant-numeric: tabular-nums; min-width: 1.1rem; }
.timeline .gist { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.meta { color: var(--soft); font-size: 1rem; display: flex; flex-wrap: wrap; column-gap: 1.1rem; line-height: 1.5; }
.timeline .meta { margin-top: 0.35rem; }
.bad-word { color: var(--bad); font-weight: 600; }
.costs { width: 100%; border-collapse: collapse; font-size: 1rem; }
.costs th, .costs td { text-align: left; padding: 0.55rem 0.8rem 0.55rem 0; border-bottom: 1px solid var(--line); vertical-align: baseline; }
.costs thead th { color: var(--soft); font-weight: 500; } .costs tbody th { font-weight: 600; }
.costs .n, .costs thead th:nth-child(n+3) { text-align: right; }
.costs th:last-child, .costs td:last-child { padding-right: 0; }
.files { list-style: none; padding: 0; display: grid; gap: 0.5rem; }
.files li { display: flex; flex-wrap: wrap; gap: 0 1rem; padding-bottom: 0.5rem; border-bottom: 1px solid var(--line); }
.files .path { flex: 1 1 18rem; min-width: 0; } .touches { color: var(--soft); font-size: 1rem; }
.touches a { display: inline-block; min-width: 1.6rem; text-align: center; }

.conversation { margin-top: 3.5rem; border-top: 1px solid var(--line); }
#toolbar { display: flex; flex-wrap: wrap; gap: 0.6rem 1rem; align-items: center; padding-top: 1.25rem; font-size: 1rem; color: var(--soft); }
#toolbar[hidden] { display: none; }
#toolbar input, #toolbar button { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 0.4rem 0.8rem; min-height: 2.75rem; max-width: 100%; }
#toolbar input { margin-left: 0.4rem; width: 14rem; } #toolbar button { cursor: pointer; } #toolbar button:hover { border-color: var(--thread); }
.unfound { display: none; }
.turn { position: relative; padding: 2.25rem 0 0.5rem; }
.turn > h2 { margin-bottom: 0.15rem; } .turn > .meta { margin-bottom: 1.25rem; }
.message { margin: 1.25rem 0; }
.message h3 { font-size: 1rem; font-weight: 620; color: var(--soft); margin-bottom: 0.3rem; display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: baseline; }
.message h3 time { font-weight: 400; }
.message.user { background: var(--wash); border-radius: 14px; padding: 1rem 1.2rem; }
.message.user h3 { color: var(--thread); }
.message.question { background: var(--card); border: 1px solid var(--people); border-radius: 14px; padding: 1rem 1.2rem; }
.answer { margin-top: 0.5rem; font-weight: 560; }
.prose > * + *, .prose li > * + ul, .prose li > * + p { margin-top: 0.8rem; }
.prose h4, .prose h5, .prose h6 { font-size: 1.1rem; line-height: 1.35; font-weight: 650; margin-top: 1.3rem; }
.prose > :first-child { margin-top: 0; }
.prose ul, .prose ol { padding-left: 1.5rem; } .prose li + li { margin-top: 0.25rem; } .prose li > ul, .prose li > ol { margin-top: 0.25rem; }
.prose blockquote { border-left: 3px solid var(--line); padding-left: 1rem; color: var(--soft); }
.prose :not(pre) > code, dd code, .files code, .file code { background: var(--fill); border-radius: 5px; padding: 0.08em 0.34em; font-size: 1rem; }
.prose hr { border: 0; border-top: 1px solid var(--line); }
.prose.plain { white-space: pre-wrap; }
.dead-link { color: var(--soft); }
.wide { overflow-x: auto; } .wide table { border-collapse: collapse; font-size: 1rem; }
.wide th, .wide td { text-align: left; padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid var(--line); overflow-wrap: normal; min-width: 5rem; }
pre { margin: 0; padding: 0.85rem 1rem; background: var(--fill); border-radius: 10px; overflow: auto; max-height: 32rem; line-height: 1.5; tab-size: 4; overflow-wrap: normal; }
.left-out { display: inline-block; color: var(--warn); font-family: var(--sans); padding: 0.4rem 0; }
figure img { max-width: 100%; height: auto; border-radius: 10px; display: block; margin-top: 0.8rem; } figcaption, .file { color: var(--soft); font-size: 1rem; margin-top: 0.4rem; }

details > summary { cursor: pointer; }
.call { margin: 0.55rem 0; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.call > summary { display: flex; gap: 0.1rem 0.7rem; align-items: baseline; padding: 0.6rem 0.95rem; list-style: none; min-height: 2.75rem; border-radius: 12px; }
.call > summary::-webkit-details-marker { display: none; }
.call > summary:hover { background: var(--fill); }
.call .tool { font-weight: 600; flex: none; max-width: 60%; }
.call .gist { flex: 1 1 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--soft); font-family: var(--mono); font-size: 1rem; }
.call .state { flex: none; color: var(--soft); font-size: 1rem; }
.mark { flex: none; font-weight: 700; } .mark.good { color: var(--good); } .mark.bad, .mark.bad ~ .state { color: var(--bad); }
.call .inside { padding: 0.1rem 0.95rem 0.95rem; }
.call h4 { font-size: 1rem; font-weight: 600; color: var(--soft); margin: 0.85rem 0 0.35rem; display: flex; gap: 0.8rem; }
.counts { font-variant-numeric: tabular-nums; } .counts .added { color: var(--good); } .counts .removed { color: var(--bad); }
.call:target, .message:target { outline: 2px solid var(--thread); outline-offset: 2px; }
.diff { padding: 0.5rem 0; } .diff code { display: inline-block; min-width: 100%; }
.diff .line { display: block; padding: 0 1rem; text-decoration: none; } .diff i { font-style: normal; display: inline-block; width: 1.4ch; user-select: none; }
ins.line { background: var(--added); color: var(--added-ink); } del.line { background: var(--removed); color: var(--removed-ink); }
.diff .skip { color: var(--soft); font-family: var(--sans); padding-block: 0.3rem; }
.thinking, .rewound, details.event { margin: 0.55rem 0; }
.thinking > summary, .rewound > summary { color: var(--soft); font-size: 1rem; padding: 0.45rem 0; }
.thinking > .prose, details.event > .prose { border-left: 2px solid var(--line); padding-left: 1rem; color: var(--soft); margin: 0.3rem 0 0.8rem; }
.rewound { border: 1px dashed var(--soft); border-radius: 14px; padding: 0.2rem 1rem; }
.rewound[open] { padding-bottom: 0.8rem; }
.event { color: var(--soft); font-size: 1rem; margin: 0.9rem 0; padding-left: 1rem; border-left: 3px solid var(--line); }
.event.warning { border-color: var(--warn); color: var(--warn); } .event.error, .bad-event { border-color: var(--bad); color: var(--bad); }
@media (min-width: 66rem) {
  .turn::before { content: ""; position: absolute; left: -2.25rem; top: 2.95rem; bottom: -2.6rem; width: 2px; border-radius: 1px; background: var(--line); }
  .turn:last-child::before { bottom: 0.5rem; }
  .turn > h2::before { content: ""; position: absolute; left: calc(-2.25rem - 5px); top: 2.68rem; width: 12px; height: 12px; border-radius: 50%; background: var(--paper); border: 3px solid var(--thread); z-index: 1; }
}
footer { margin-top: 4rem; padding-top: 1.25rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 1rem; }

@media (max-width: 44rem) {
  .costs, .costs tbody, .costs tr, .costs th, .costs td { display: block; }
  .costs thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .costs tr { padding: 0.8rem 0; border-bottom: 1px solid var(--line); }
  .costs th, .costs td, .costs .n { border: 0; padding: 0.1rem 0; text-align: left; }
  .costs td { display: flex; justify-content: space-between; gap: 1rem; }
  .costs td::before { content: attr(data-label); color: var(--soft); }
  .call > summary { flex-wrap: wrap; } .call .state { margin-left: auto; } .call .gist { order: 1; flex: 1 0 100%; }
  #toolbar label, #toolbar input { width: 100%; } #toolbar input { margin: 0.3rem 0 0; }
  .tiles { grid-template-columns: 1fr 1fr; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --fill: #f4f4f4; --wash: #f4f4f4; --thread: #0c5a52; --good: #1d6b3a; --bad: #8c1d14; --added: #e8f5e9; --added-ink: #0b3d1d; --removed: #fbe9e7; --removed-ink: #6d150e; }
  html { font-size: 11pt; } body { font-size: 1rem; } .page { max-width: none; padding: 0; } #toolbar, .skip-link { display: none; }
  pre { max-height: none; white-space: pre-wrap; overflow-wrap: anywhere; }
  .tile, .timeline li, .message.user, h2, h3, summary { break-inside: avoid; } h2, h3, summary { break-after: avoid; }
  details:not([open])::details-content { display: block; content-visibility: visible; height: auto; }
  rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; } ins.line, del.line { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

import { count, dollars, duration, plural } from "../figures.ts";
import type { Report } from "../report/report.ts";
import type { TimeShares } from "../report/time-shares.ts";
import { dayAndTimeOf, type ReportFormat } from "./html-format.ts";
import { markup, type Markup, type Shown } from "./markup.ts";

/** What the page says before the conversation: facts and totals. */
export function frontMatter(told: Report, look: ReportFormat): Markup {
  const { session, summary, spent, recipe, schedule, mode } = told;
  const { name, cwd, parent, provider, model, startedAt, state, firstText } = summary;
  const { inherited } = spent;
  const facts: readonly (readonly [string, Shown])[] = [
    ["Folder", cwd === undefined ? undefined : markup`<code>${cwd}</code>`],
    ["Model", model === undefined ? undefined : `${provider} / ${model}`],
    ["Mode", mode],
    ["Started", startedAt === undefined ? undefined : dayAndTimeOf(startedAt, look)],
    ["Session", markup`<code>${session}</code>`],
    ["Forked from", parent && markup`<code>${parent.session}</code> at entry ${parent.seq}`],
    ["Spent before the fork", inherited.requests === 0 ? undefined : dollars(inherited)],
    ["Recipe", recipe],
    ["Schedule", schedule],
  ];
  const title = name ?? firstLine(firstText) ?? "A session without a name";
  return markup`<header class="masthead">
<p class="eyebrow">Skein session${state === undefined ? undefined : badge(state)}</p>
<h1>${title}</h1>
<dl class="facts">${facts.map(fact)}</dl>
</header>
${totals(told)}
`;
}

function badge(state: string): Markup {
  return state === "done"
    ? markup` <span class="badge good">${state}</span>`
    : markup` <span class="badge bad">${state}</span>`;
}

function fact([what, value]: readonly [string, Shown]): Shown {
  return value === undefined ? undefined : markup`<div><dt>${what}</dt><dd>${value}</dd></div>`;
}

function totals({ spent, turns, time, files }: Report): Markup {
  const calls = turns.flatMap(({ items }) => items).filter(({ type }) => type === "call").length;
  const written = files.filter(({ writes }) => writes.length > 0).length;
  const { input, output, cacheRead, cacheWrite } = spent.usage;
  const sent = [input, cacheRead, cacheWrite].filter((some) => some !== undefined);
  const all = time.model + time.tools + time.people + time.other;
  const tiles: readonly (readonly [string, string, string])[] = [
    ["Cost", dollars(spent), plural(spent.requests, "model request")],
    [
      "Tokens",
      sent.length === 0 ? "–" : count(sent.reduce((sum, some) => sum + some, 0)),
      `in, and ${count(output)} out`,
    ],
    [
      "Work",
      plural(turns.length, "turn"),
      `${plural(calls, "tool call")}, ${plural(written, "file")} changed`,
    ],
    ["Time", duration(all), "from question to outcome"],
  ];
  return markup`<section class="totals" aria-labelledby="totals">
<h2 id="totals" class="quiet">Totals</h2>
<div class="tiles">${tiles.map(
    ([what, figure, more]) =>
      markup`<div class="tile"><p class="what">${what}</p><p class="figure">${figure}</p><p class="more">${more}</p></div>`,
  )}</div>
${all > 0 ? [timeBar(time, all), legend(time, all)] : undefined}
</section>`;
}

const shares: readonly (readonly [keyof TimeShares, string])[] = [
  ["model", "model"],
  ["tools", "tools"],
  ["people", "waiting for a person"],
  ["other", "everything else"],
];

/** @param longest - milliseconds that fill the whole width. */
export function timeBar(time: TimeShares, longest: number): Markup {
  let from = 0;
  const pieces = shares.map(([share]) => {
    const width = longest <= 0 ? 0 : (time[share] / longest) * 100;
    const piece = markup`<rect class="${share}" x="${from.toFixed(2)}%" y="0" width="${width.toFixed(2)}%" height="100%"/>`;
    from += width;
    return width < 0.01 ? undefined : piece;
  });
  return markup`<svg class="bar" role="img" aria-label="${timeText(time)}" width="100%" height="10">${pieces}</svg>`;
}

function timeText(time: TimeShares): string {
  return shares
    .filter(([share]) => time[share] > 0)
    .map(([share, what]) => `${what} ${duration(time[share])}`)
    .join(", ");
}

function legend(time: TimeShares, all: number): Markup {
  const items = shares
    .filter(([share]) => time[share] > 0)
    .map(
      ([share, what]) =>
        markup`<li><svg class="dot" aria-hidden="true" width="12" height="12"><rect class="${share}" width="12" height="12" rx="3"/></svg>${what} <b>${duration(time[share])}</b> <span>${Math.round((time[share] / all) * 100)} %</span></li>`,
    );
  return markup`<ul class="legend">${items}</ul>`;
}

function firstLine(text: string | undefined): string | undefined {
  const line = text?.trim().split("\n", 1)[0] ?? "";
  if (line === "") return undefined;
  return line.length > 90 ? `${line.slice(0, 90)}…` : line;
}

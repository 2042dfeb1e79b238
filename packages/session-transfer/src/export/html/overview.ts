import type { EntryOf } from "@skein/protocol";
import { count, dollars, duration, plural } from "../figures.ts";
import { textParts } from "../report/describe.ts";
import type { PurposeCost } from "../report/purpose-costs.ts";
import type { Report } from "../report/report.ts";
import type { ReportTurn } from "../report/report-turns.ts";
import type { ReportFile } from "../report/report-files.ts";
import { timeBar } from "./front-matter.ts";
import { timeOf, type ReportFormat } from "./html-format.ts";
import { markup, type Markup, type Shown } from "./markup.ts";

/** The ways into the conversation: by time, by cost, by file, by subagent. */
export function overview({ turns, purposes, files, children }: Report, look: ReportFormat): Markup {
  const longest = Math.max(0, ...turns.map(({ durationMs }) => durationMs));
  return markup`${section(
    "timeline",
    "Timeline",
    turns.length > 0 &&
      markup`<ol class="timeline">${turns.map((turn) => timelineRow(turn, longest, look))}</ol>`,
  )}
<div class="columns">
${section("costs", "Costs", purposes.length > 0 && costTable(purposes))}
${section("files", "Files", files.length > 0 && markup`<ul class="files">${files.map(fileRow)}</ul>`)}
${section("subagents", "Subagents", children.length > 0 && markup`<ul class="files">${children.map(childRow)}</ul>`)}
</div>
`;
}

function section(id: string, title: string, content: Markup | false): Shown {
  if (!content) return undefined;
  return markup`<section class="overview" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}</section>
`;
}

function timelineRow(turn: ReportTurn, longest: number, look: ReportFormat): Markup {
  const { number, at, durationMs, spent, time, outcome } = turn;
  const { input, cacheRead, cacheWrite, output } = spent.usage;
  const known = [input, cacheRead, cacheWrite, output].filter((some) => some !== undefined);
  const sum = known.length === 0 ? undefined : known.reduce((total, some) => total + some, 0);
  const ended = outcome?.outcome ?? "no outcome";
  return markup`<li><a href="#turn-${number}"><span class="number">${number}</span> <span class="gist">${turnTitle(turn)}</span></a>
${timeBar(time, longest)}
<p class="meta">${timeOf(at, look)} <span>${duration(durationMs)}</span> <span>${plural(spent.requests, "model call")}</span> <span>${count(sum)} tokens</span> <span>${dollars(spent)}</span>${ended === "done" ? undefined : markup` <span class="bad-word">${ended}</span>`}</p></li>
`;
}

export function turnTitle({ items, number }: ReportTurn): string {
  const message = items.find((item) => item.type === "user");
  const line = message ? (textParts(message.content).trim().split("\n", 1)[0] ?? "") : "";
  if (line === "") return `Turn ${number}`;
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}

const columns = ["Purpose", "Model", "Requests", "Input", "Cache read", "Cache write", "Output", "Cost"];

function costTable(purposes: readonly PurposeCost[]): Markup {
  const row = (cost: PurposeCost) => {
    const { purpose, provider, model, requests, usage } = cost;
    return markup`<tr role="row"><th role="rowheader" scope="row">${purpose}</th>
<td role="cell" data-label="Model">${provider} / ${model}</td>
<td role="cell" data-label="Requests" class="n">${requests}</td>
<td role="cell" data-label="Input" class="n">${count(usage.input)}</td>
<td role="cell" data-label="Cache read" class="n">${count(usage.cacheRead)}</td>
<td role="cell" data-label="Cache write" class="n">${count(usage.cacheWrite)}</td>
<td role="cell" data-label="Output" class="n">${count(usage.output)}</td>
<td role="cell" data-label="Cost" class="n">${dollars(cost)}</td></tr>
`;
  };
  const head = columns.map((name) => markup`<th role="columnheader" scope="col">${name}</th>`);
  return markup`<table class="costs" role="table"><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">
${purposes.map(row)}</tbody></table>`;
}

/** Links shown for one file; more are counted. */
const mostLinks = 12;

function fileRow({ path, reads, writes }: ReportFile): Markup {
  const links = (what: string, calls: ReportFile["reads"]): Shown =>
    calls.length === 0
      ? undefined
      : markup`<span class="touches">${what} ${calls
          .slice(0, mostLinks)
          .map(
            ({ seq, id }, index) =>
              markup` <a href="#${anchorOf(seq, id)}" aria-label="${what} ${path}, call ${index + 1}">${index + 1}</a>`,
          )}${calls.length > mostLinks ? ` and ${calls.length - mostLinks} more` : undefined}</span>`;
  return markup`<li><span class="path"><code>${path}</code></span> ${links("changed", writes)} ${links("read", reads)}</li>
`;
}

/** Calls of one reply come from one entry: their ids tell them apart. */
export function anchorOf(seq: number, callId: string): string {
  return `call-${seq}-${callId.replaceAll(/[^A-Za-z0-9_-]/g, "")}`;
}

function childRow({ session, seq }: EntryOf<"child">): Markup {
  return markup`<li><a href="#entry-${seq}"><code>${session}</code></a></li>
`;
}

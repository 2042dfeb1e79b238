import {
  callInput,
  callState,
  decisionText,
  gistOf,
  isShownAsChange,
  textParts,
} from "../report/describe.ts";
import { fileChange, type FileChange } from "../report/file-change.ts";
import { diffHunks, type DiffLine } from "../report/line-diff.ts";
import type { ReportCall } from "../report/report-items.ts";
import { plural } from "../figures.ts";
import { codeBlock, timeOf, type ReportFormat } from "./html-format.ts";
import { markup, type Markup, type Shown } from "./markup.ts";
import { anchorOf } from "./overview.ts";
import { picture } from "./picture.ts";

/** Lines of a diff that are shown; a page with a generated file in it must stay readable. */
const mostLines = 600;

/** A tool call, folded: what it is about in one line, then its input, change and result. */
export function callCard(call: ReportCall, look: ReportFormat): Markup {
  const { word, isFailure } = callState(call);
  const change = fileChange(call);
  const opened = isFailure || (change && !call.isRewound);
  const id = anchorOf(call.seq, call.id);
  const inside = markup`<summary><span class="${isFailure ? "mark bad" : "mark good"}" aria-hidden="true">${isFailure ? "✕" : "✓"}</span> <span class="tool">${call.name}</span> <span class="gist">${gistOf(call)}</span> <span class="state">${word}</span></summary>
<div class="inside">
<p class="meta">${timeOf(call.at, look)}${extensionOf(call)} ${sentence(decisionText(call))}</p>
${isShownAsChange(call) ? undefined : inputOf(call, look)}
${change && changeBlock(change, isFailure)}
${resultOf(call, look)}
</div>`;
  return opened
    ? markup`<details class="call" id="${id}" open>${inside}</details>
`
    : markup`<details class="call" id="${id}">${inside}</details>
`;
}

function extensionOf({ intent }: ReportCall): Shown {
  return intent && markup` <span>${intent.extension}, ${intent.effect}</span>`;
}

function sentence(text: string | undefined): Shown {
  return text === undefined ? undefined : markup`<span>${text}</span>`;
}

function inputOf(call: ReportCall, look: ReportFormat): Markup {
  return markup`<h4>Input</h4>
${codeBlock(callInput(call).text, look)}`;
}

function resultOf({ result }: ReportCall, look: ReportFormat): Shown {
  if (!result) return undefined;
  const text = textParts(result.content);
  const others = result.content.filter((part) => part.type !== "text").map((part) => picture(part));
  const recovered = result.recovered ? ` (${result.recovered} after a crash)` : "";
  const artifacts = (result.artifacts ?? []).map(
    ({ path, bytes }) =>
      markup`<p class="file">The whole of it: <code>${path}</code>, ${plural(bytes, "byte")}</p>`,
  );
  if (text === "" && others.length === 0)
    return markup`<h4>Result${recovered}</h4><p class="file">nothing</p>`;
  return markup`<h4>${result.failure ? "Failure" : "Result"}${recovered}</h4>
${text === "" ? undefined : codeBlock(text, look)}${others}${artifacts}`;
}

function changeBlock({ path, before, after }: FileChange, isFailure: boolean): Markup {
  const hunks = diffHunks(before ?? "", after);
  const lines = hunks.flatMap(({ skipped, lines: some }) => [
    ...(skipped > 0 ? [skippedLine(skipped)] : []),
    ...some.map(diffLine),
  ]);
  const changes = hunks.flatMap(({ lines: some }) => some);
  const added = changes.filter(({ mark }) => mark === "+").length;
  const removed = changes.filter(({ mark }) => mark === "-").length;
  const what = isFailure ? "Change that was not made" : before === undefined ? "Written" : "Change";
  const more = lines.length - mostLines;
  return markup`<h4>${what} <span class="counts"><span class="added">+${added}</span> <span class="removed">−${removed}</span></span></h4>
<pre class="diff" tabindex="0" aria-label="Change of ${path}"><code>${lines.slice(0, mostLines)}${more > 0 ? markup`<span class="line skip">… ${plural(more, "more line")} …</span>` : undefined}</code></pre>`;
}

function diffLine({ mark, text }: DiffLine): Markup {
  if (mark === "+") return markup`<ins class="line"><i>+</i>${text}\n</ins>`;
  if (mark === "-") return markup`<del class="line"><i>−</i>${text}\n</del>`;
  return markup`<span class="line"><i> </i>${text}\n</span>`;
}

function skippedLine(skipped: number): Markup {
  return markup`<span class="line skip">⋯ ${plural(skipped, "line")} unchanged\n</span>`;
}

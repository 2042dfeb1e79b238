import { questionText, sectionsText } from "@skein/protocol";
import { dollars, duration, plural } from "../figures.ts";
import { answerText, contextTitle, eventText, sourceName, textParts, tokens } from "../report/describe.ts";
import type { ReportItem } from "../report/report-items.ts";
import type { ReportTurn } from "../report/report-turns.ts";
import { callCard } from "./call-card.ts";
import { timeOf, type ReportFormat } from "./html-format.ts";
import { markup, type Markup, type Shown } from "./markup.ts";
import { turnTitle } from "./overview.ts";
import { picture } from "./picture.ts";

/** One turn of the conversation, in pieces: its head, then a piece for each item. */
export function* turnMarkup(turn: ReportTurn, look: ReportFormat): Generator<Markup> {
  const { number, at, durationMs, spent, outcome } = turn;
  yield markup`<section class="turn" id="turn-${number}" aria-label="Turn ${number}: ${turnTitle(turn)}">
<h2><span>Turn ${number}</span></h2>
<p class="meta">${timeOf(at, look)} <span>${duration(durationMs)}</span> <span>${plural(spent.requests, "model call")}</span> <span>${tokens(spent.usage)}</span> <span>${dollars(spent)}</span></p>
`;
  for (const group of grouped(turn.items)) {
    const [first] = group;
    if (!first?.isRewound) {
      for (const item of group) yield itemMarkup(item, look);
      continue;
    }
    yield markup`<details class="rewound"><summary>${plural(group.length, "step")} that ${group.length === 1 ? "was" : "were"} undone later</summary>
`;
    for (const item of group) yield itemMarkup(item, look);
    yield markup`</details>
`;
  }
  if (!outcome) {
    yield markup`<p class="event" role="note">No outcome: it was still running, or its process ended first.</p>
`;
  }
  yield markup`</section>
`;
}

/** Consecutive steps that were undone together. */
function grouped(items: readonly ReportItem[]): readonly (readonly ReportItem[])[] {
  const groups: ReportItem[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last?.[0]?.isRewound === item.isRewound) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

function itemMarkup(item: ReportItem, look: ReportFormat): Markup {
  switch (item.type) {
    case "user": {
      const others = item.content.filter((part) => part.type !== "text").map((part) => picture(part));
      return markup`<article class="message user" id="entry-${item.seq}"><h3>${sourceName(item.from)} ${timeOf(item.at, look)}</h3>
${look.markdown(textParts(item.content))}${others}</article>
`;
    }
    case "text":
      return markup`<article class="message assistant"><h3>Assistant ${timeOf(item.at, look)}${partial(item.partial)}</h3>
${look.markdown(item.text)}</article>
`;
    case "thinking":
      return markup`<details class="thinking"><summary>Thinking${partial(item.partial)}</summary>${look.markdown(item.text)}</details>
`;
    case "call":
      return callCard(item, look);
    case "question":
      return questionMarkup(item);
    case "notice":
      return markup`<p class="event${levelClasses.get(item.level)}" role="note">${item.text}${item.audience === "model" ? " (told to the model)" : undefined}</p>
`;
    case "context":
      return markup`<details class="event" id="entry-${item.seq}"><summary>${contextTitle(item.sections)}</summary><div class="prose plain">${sectionsText(item.sections)}</div></details>
`;
    case "failed-request":
      return markup`<p class="event bad-event" role="note"><b>Request failed: ${item.error.code}.</b> ${item.error.message} ${item.attempts > 1 ? `${item.attempts} attempts.` : undefined}</p>
`;
    case "outcome": {
      const { outcome, error } = item.entry;
      return markup`<p class="event bad-event" role="note"><b>Ended: ${outcome}.</b> ${error?.message} ${error?.hint}</p>
`;
    }
    case "event":
      return eventMarkup(item);
  }
}

const levelClasses: ReadonlyMap<string, string> = new Map([
  ["warning", " warning"],
  ["error", " error"],
]);

function partial(how: "cut-off" | "restarted" | "draft" | undefined): Shown {
  if (how === undefined) return undefined;
  const word = { "cut-off": "cut off", restarted: "made again", draft: "not finished" }[how];
  return markup` <span class="badge bad">${word}</span>`;
}

function questionMarkup({ seq, asked, answer }: Extract<ReportItem, { type: "question" }>): Markup {
  const { question } = asked;
  const text = questionText(question);
  return markup`<article class="message question" id="entry-${seq}"><h3>Question from ${question.extension}</h3>
<div class="prose plain">${text}</div><p class="answer">${answerText(answer)}</p></article>
`;
}

function eventMarkup({ entry, seq }: Extract<ReportItem, { type: "event" }>): Markup {
  if (entry.kind !== "compaction")
    return markup`<p class="event" role="note" id="entry-${seq}">${eventText(entry)}</p>
`;
  return markup`<details class="event" id="entry-${seq}"><summary>${eventText(entry)}</summary><div class="prose plain">${entry.summary}</div></details>
`;
}

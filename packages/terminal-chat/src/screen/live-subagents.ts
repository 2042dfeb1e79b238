import { extractText, type AgentEvent, counted } from "@skein/protocol";
import { displayText, truncate, wrap } from "@skein/terminal/width";
import {
  describeEvent,
  type ShownSubagent,
  subagentSummary,
  tokensText,
  watchSubagents,
} from "@skein/session-view/text";
import { shortTitle } from "../calls/call-card.ts";
import type { ScreenSink } from "./screen-sink.ts";
import { seconds } from "../chat/spinner.ts";

/** Lines that are kept of one subagent, for whoever wants to see what it did. */
const linesKept = 400;
/** Of one result. */
const resultLines = 6;

/** The subagents of a run: a status line each while they work, one line for each that has ended. */
export interface LiveSubagents {
  /** @returns whether the event is of a subagent; it is shown then. */
  event(event: AgentEvent): boolean;
  /** Status lines of those that a call waits for. */
  ofCall(callId: string, now: number): readonly string[];
  /** Of all others. @param callIds - of the calls that are shown themselves. */
  behindNone(callIds: readonly string[], now: number): readonly string[];
  end(): void;
}

export function createLiveSubagents(sink: ScreenSink): LiveSubagents {
  const { paint, spinner } = sink;
  const watch = watchSubagents();
  /** What each has done, by session. */
  const done = new Map<string, string[]>();
  /** The call of the run's own agent that each stems from, by session. */
  const roots = new Map<string, string>();

  function keep(child: ShownSubagent, lines: readonly string[]): void {
    const kept = done.get(child.session) ?? [];
    done.set(child.session, [...kept, ...lines].slice(-linesKept));
  }

  function note(child: ShownSubagent, event: AgentEvent): void {
    const width = sink.width();
    if (event.type === "tool-start") {
      keep(child, [paint("accent", `  ● ${shortTitle(event.tool, event.input, width - 4)}`)]);
    } else if (event.type === "tool-end") {
      const all = displayText(extractText(event.content)).trim().split("\n");
      const style = event.failure === undefined ? "dim" : "error";
      const more = all.length > resultLines ? [`… ${all.length - resultLines} more lines`] : [];
      const lines = [...all.slice(0, resultLines), ...more].filter((line) => line !== "");
      keep(
        child,
        lines.flatMap((line) => wrap(line, width - 4)).map((line) => paint(style, `    ${line}`)),
      );
    } else if (event.type === "outcome") {
      ended(child, event);
    } else {
      const said = describeEvent(event);
      if (said === undefined) return;
      const lines = wrap(displayText(said), width - 2).map((line) => paint("warning", `  ${line}`));
      keep(child, lines);
    }
  }

  function ended(child: ShownSubagent, event: Extract<AgentEvent, { readonly type: "outcome" }>): void {
    const width = sink.width();
    const isDone = event.outcome === "done";
    const mark = isDone ? paint("success", "✓") : paint("error", "✗");
    const words = displayText(`${child.label}: ${subagentSummary(child, event)}`);
    const why = event.error ? wrap(displayText(event.error.message), width - 4) : [];
    const head = [
      `${indent(child)}${mark} ${paint("dim", truncate(words, width - 2 - 2 * (child.depth - 1)))}`,
      ...why.map((line) => paint("error", `    ${line}`)),
    ];
    const lines = done.get(child.session) ?? [];
    done.delete(child.session);
    const hint = lines.length === 0 ? [] : [paint("dim", `${indent(child)}  … what it did: Ctrl+O`)];
    sink.block([...head, ...hint]);
    if (lines.length > 0) sink.clipped([...head, ...lines]);
  }

  function statusLine(child: ShownSubagent, now: number): string {
    const { label, turns, usage, running, startedAt, isBackground } = child;
    const last = running.at(-1);
    const others = running.length > 1 ? ` and ${running.length - 1} more` : "";
    const tool = last ? `${shortTitle(last.tool, last.input, 40)}${others}` : "thinks";
    const words = [
      `${displayText(label)}${isBackground ? " (background)" : ""}`,
      seconds(now - startedAt),
      counted(turns, "turn"),
      tokensText(usage),
      tool,
    ].join(" · ");
    const before = `  ${indent(child)}`;
    return `${before}${paint("accent", spinner(now))} ${paint("dim", truncate(words, sink.width() - before.length - 2))}`;
  }

  function linesOf(isWanted: (child: ShownSubagent) => boolean, now: number): readonly string[] {
    return watch
      .working()
      .filter(isWanted)
      .map((child) => statusLine(child, now));
  }

  const rootOf = ({ session }: ShownSubagent): string => roots.get(session) ?? "";

  return {
    event(event) {
      const child = watch.take(event, Date.now());
      const [root] = event.path;
      if (!child || root === undefined) return false;
      roots.set(event.session, root);
      note(child, event);
      return true;
    },
    ofCall: (callId, now) => linesOf((child) => rootOf(child) === callId, now),
    behindNone: (callIds, now) => linesOf((child) => !callIds.includes(rootOf(child)), now),
    end() {
      watch.clear();
      done.clear();
      roots.clear();
    },
  };
}

function indent({ depth }: ShownSubagent): string {
  return "  ".repeat(depth - 1);
}

import { addUsage, oneLine, type AgentEvent, type JsonValue, type Usage } from "@skein/protocol";
import { subagentCall } from "./subagent-call.ts";

/** A subagent, as far as the events of a run tell of it. */
export interface ShownSubagent {
  readonly session: string;
  /** The call that has started it. */
  readonly callId: string;
  /** 1 for one that the run itself has started. */
  readonly depth: number;
  /** A few words unlike those of any other of the run. Foreign text, not yet clean. */
  readonly label: string;
  /** Its call does not wait for it. */
  readonly isBackground: boolean;
  /** When it was first heard of, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly isOver: boolean;
  readonly turns: number;
  /** Calls that have begun. */
  readonly calls: number;
  /** Of its own replies; when it is over, with all that its own subagents have used. */
  readonly usage: Usage;
  /** Calls that run now, the latest last. */
  readonly running: readonly { readonly callId: string; readonly tool: string; readonly input: JsonValue }[];
}

/** The subagents of a run, whichever of them speaks. */
export interface SubagentWatch {
  /**
   * To be told every event, in order.
   *
   * @returns the subagent that the event is of, as it is after it; `undefined` for the run's own.
   */
  take(event: AgentEvent, now: number): ShownSubagent | undefined;
  /** Those that are not over, in the order of their calls, each before its own. */
  working(): readonly ShownSubagent[];
  /** Another run begins. */
  clear(): void;
}

const labelLength = 24;
const nothing: Usage = { input: 0, output: 0 };

export function watchSubagents(): SubagentWatch {
  /** By session. */
  const known = new Map<string, ShownSubagent>();
  const paths = new Map<string, readonly string[]>();
  /** Of calls that may start one, by the path it then has. */
  const calls = new Map<string, { readonly label: string; readonly isBackground: boolean }>();

  function labelFor(wanted: string): string {
    const taken = new Set([...known.values()].map(({ label }) => label));
    for (let count = 1; ; count += 1) {
      const label = count === 1 ? wanted : `${wanted} ${count}`;
      if (!taken.has(label)) return label;
    }
  }

  function heardOf({ session, path }: AgentEvent, now: number): ShownSubagent {
    const { label = "subagent", isBackground = false } = calls.get(keyOf(path)) ?? {};
    return {
      session,
      callId: path.at(-1) ?? "",
      depth: path.length,
      label: labelFor(label),
      isBackground,
      startedAt: now,
      isOver: false,
      turns: 0,
      calls: 0,
      usage: nothing,
      running: [],
    };
  }

  return {
    take(event, now) {
      if (event.type === "tool-start") {
        const call = subagentCall(event.input);
        const { name, task = "", isBackground = false } = call ?? {};
        const label = short(name ?? task);
        if (call) calls.set(keyOf([...event.path, event.callId]), { label, isBackground });
      }
      if (event.path.length === 0) return undefined;
      const after = next(known.get(event.session) ?? heardOf(event, now), event);
      known.set(event.session, after);
      paths.set(event.session, event.path);
      return after;
    },
    working() {
      const order = [...calls.keys()];
      const placeOf = ({ session }: ShownSubagent) =>
        (paths.get(session) ?? []).map((_, at, path) => order.indexOf(keyOf(path.slice(0, at + 1))));
      return [...known.values()]
        .filter(({ isOver }) => !isOver)
        .map((child) => ({ child, place: placeOf(child) }))
        .toSorted((one, other) => comparePlaces(one.place, other.place))
        .map(({ child }) => child);
    },
    clear() {
      known.clear();
      paths.clear();
      calls.clear();
    },
  };
}

function next(child: ShownSubagent, event: AgentEvent): ShownSubagent {
  switch (event.type) {
    case "run-start":
      return { ...child, isOver: false };
    case "turn-end":
      return { ...child, turns: child.turns + 1, usage: addUsage(child.usage, event.usage) };
    case "tool-start": {
      const { callId, tool, input } = event;
      return { ...child, calls: child.calls + 1, running: [...child.running, { callId, tool, input }] };
    }
    case "tool-end":
      return { ...child, running: child.running.filter(({ callId }) => callId !== event.callId) };
    case "outcome":
      return { ...child, isOver: true, running: [], usage: event.usage };
    default:
      return child;
  }
}

function comparePlaces(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((place, index) => place !== other[index]);
  return at === -1 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1);
}

function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

function short(words: string): string {
  const characters = Array.from(oneLine(words));
  if (characters.length === 0) return "subagent";
  return characters.length <= labelLength
    ? characters.join("")
    : `${characters
        .slice(0, labelLength - 1)
        .join("")
        .trimEnd()}…`;
}

import type { AgentEvent, Entry, EntryOf } from "@skein/protocol";
import { withEntry } from "./entry-step.ts";
import { withEvent } from "./event-step.ts";
import { append } from "./item-groups.ts";
import { dropReply } from "./reply.ts";
import { rewound } from "./rewind.ts";
import { factsAfterEntry, factsAfterEvent } from "./session-facts.ts";
import {
  emptyView,
  type ChildView,
  type History,
  type KeptStep,
  type SessionStep,
  type SessionView,
} from "./session-view.ts";

/**
 * The view after a step. Steps may be events, entries, or both, in their order: what stands at or before the cursor
 * `seq` changes nothing, so nothing is shown twice.
 *
 * Law: the entries of a session's journal and the events of its runs lead to the same view, but for what only one of
 * them says: fields and items that say so themselves.
 */
export function viewReducer(view: SessionView, step: SessionStep): SessionView {
  if ("kind" in step) return takeEntry(view, step);
  return inSession(view, step, 0);
}

/** The view that a journal's entries lead to. */
export function viewOfEntries(entries: Iterable<Entry>): SessionView {
  let view = emptyView();
  for (const entry of entries) view = takeEntry(view, entry);
  return view;
}

/**
 * The view without the replies that stream in: for a reader whose connection broke. When it connects again, it gets the
 * entries behind `seq`, and such a reply from its beginning.
 */
export function disconnected(view: SessionView): SessionView {
  const conversation = dropReply(view.conversation);
  const children = view.children.map((child) => ({ ...child, view: disconnected(child.view) }));
  return { ...view, conversation, children };
}

type RoutedStep = Exclude<SessionStep, Entry>;

/** @param depth - how much of the path has been gone. */
function inSession(view: SessionView, step: RoutedStep, depth: number): SessionView {
  const callId = step.path[depth];
  if (callId === undefined) return "entry" in step ? takeEntry(view, step.entry) : takeEvent(view, step);
  const isLast = depth === step.path.length - 1;
  const known = isLast ? withChild(view, { session: step.session, callId }) : view;
  const at = isLast
    ? known.children.findIndex(({ session }) => session === step.session)
    : childOfCall(known, step, depth);
  const child = known.children[at];
  if (!child) return known;
  const next = inSession(child.view, step, depth + 1);
  if (next === child.view) return known;
  return { ...known, children: known.children.with(at, { ...child, view: next }) };
}

/** A call may have started several: the one that has the next call of the path. */
function childOfCall({ children }: SessionView, { path, session }: RoutedStep, depth: number): number {
  const [callId, below] = [path[depth], path[depth + 1]];
  const ofCall = (child: ChildView): boolean => child.callId === callId;
  const started = children.findIndex(
    (child) =>
      ofCall(child) && child.view.children.some((one) => one.session === session || one.callId === below),
  );
  return started >= 0 ? started : children.findLastIndex(ofCall);
}

function withChild(
  view: SessionView,
  {
    session,
    callId,
    isBackground = false,
  }: { readonly session: string; readonly callId: string | undefined; readonly isBackground?: boolean },
): SessionView {
  if (view.children.some((child) => child.session === session)) return view;
  const child = { session, callId, isBackground, view: emptyView(session) };
  return { ...view, children: [...view.children, child] };
}

function takeEntry(before: SessionView, entry: Entry): SessionView {
  if (entry.seq <= before.seq) return before;
  const view = { ...before, seq: entry.seq, facts: factsAfterEntry(before.facts, entry) };
  if (entry.kind === "rewind") return rewind(view, entry);
  if (entry.kind === "child") {
    const { session, callId, background } = entry;
    return withChild(view, { session, callId, isBackground: background === true });
  }
  const conversation = withEntry(view.conversation, entry);
  return keep(view, conversation, entry);
}

function takeEvent(before: SessionView, event: AgentEvent): SessionView {
  const { seq } = event;
  if (seq === undefined) return takeLive(before, event);
  // Names an entry that another event may have told before it.
  if (event.type === "cache-break" && seq >= before.seq) return takeLive(before, event);
  if (seq <= before.seq) return before;
  const view = { ...before, seq, facts: factsAfterEvent(before.facts, event) };
  if (event.type === "rewound")
    return rewind(view, { v: 1, at: 0, run: null, seq, kind: "rewind", to: event.to });
  if (event.type === "child") {
    const { child: session, callId, background } = event;
    return withChild(view, { session, callId, isBackground: background === true });
  }
  return keep(view, withEvent(view.conversation, event), { ...event, seq });
}

function takeLive(view: SessionView, event: AgentEvent): SessionView {
  const facts = factsAfterEvent(view.facts, event);
  const conversation = withEvent(view.conversation, event);
  if (facts === view.facts && conversation === view.conversation) return view;
  return { ...view, facts, conversation };
}

/** Keeps what made the conversation what it is. */
function keep(view: SessionView, conversation: SessionView["conversation"], step: KeptStep): SessionView {
  if (conversation === view.conversation) return view;
  const { steps, rewinds } = view.history;
  return { ...view, conversation, history: { steps: append(steps, step), rewinds } };
}

function rewind(view: SessionView, entry: EntryOf<"rewind">): SessionView {
  const { steps, rewinds } = view.history;
  const history: History = { steps, rewinds: [...rewinds, entry] };
  return { ...view, history, conversation: rewound(history) };
}

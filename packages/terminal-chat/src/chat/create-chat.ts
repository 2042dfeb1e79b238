import type { LiveSession } from "@skein/host";
import { openEnd } from "@skein/host/sessions";
import type { SandboxTierInForce } from "@skein/runtime";
import { itemsOf, runningJobs, viewOfSubagent, type Item } from "@skein/session-view";
import { waitingMessages } from "./chat-progress.ts";
import { createChatSession, type ChatSession } from "./chat-session.ts";
import type { Chat, ChatState } from "./chat.ts";
import type { ChatView } from "./chat-view.ts";
import type { WindowOf } from "./context-use.ts";
import { createExclusiveWork, type ExclusiveWork } from "./exclusive-work.ts";
import { createProgressShown, type ProgressShown } from "./progress-shown.ts";
import { sendWhileBusy, startRun } from "./send-message.ts";
import { spendingOf, type KeptSessions } from "./session-spending.ts";
import { loadSessionsView } from "../later.ts";

export interface ChatOptions {
  readonly session: LiveSession;
  readonly sessions: KeptSessions;
  readonly view: ChatView;
  readonly windowOf: WindowOf;
}

export function createChat({ session: first, sessions, view, windowOf }: ChatOptions): Chat {
  let sandbox: SandboxTierInForce | undefined;
  const session: ChatSession = createChatSession(first, sessions, () => progress);
  const live = () => session.live();
  const exclusive = createExclusiveWork(() => view.changed());
  const progress: ProgressShown = createProgressShown({
    view,
    windowOf,
    live,
    onWorkDone: () => void offerChanges({ session, sessions, view, progress, exclusive }),
  });
  const sending = { session, progress, view };

  const changed = async (change: Promise<void>): Promise<void> => {
    await change;
    view.changed();
  };

  async function begin(): Promise<void> {
    const entries = await session.read();
    // Another process may be at work on it.
    const isRunning = live().isRunning();
    progress.apply({ type: "session-joined", isRunning });
    const items = itemsOf(progress.now().shown);
    if (items.length > 0) await view.earlier(isRunning ? items.filter((item) => !isUnderWay(item)) : items);
    session.follow();
    const end = progress.now().isRunning ? undefined : openEnd(entries);
    if (!end) return;
    progress.apply({ type: "resume-offered" });
    view.say(`${end.why} Enter or /continue resumes it.`, "warning");
  }

  return {
    state: () => stateOf(live(), { progress, exclusive, sandbox }),
    subagent: (id) => viewOfSubagent(progress.now().shown, id),
    settings: () => live().settings(),
    isRunning: () => progress.now().isRunning,
    waiting: () => waitingMessages(progress.now()),
    async prepare() {
      const ready = await live().prepare();
      ({ sandbox } = ready);
      view.changed();
      return ready;
    },
    prompts: () => live().prompts(),
    completeMention: (word) => live().completeMention(word),
    completePrompt: (wanted) => live().completePrompt(wanted),
    compact: (options) => live().compact(options),
    jobs: () => live().jobs(),
    endJob: (id) => live().endJob(id),
    setOutputStyle: (style) => live().setOutputStyle(style),
    prepareNextRun: (beginning) => live().prepareNextRun(beginning),
    note: (text) => live().note(text),
    rename: (name) => changed(live().rename(name)),
    setMode: (mode) => changed(live().setMode(mode)),
    setEffort: (effort) => changed(live().setEffort(effort)),
    async setModel(provider, model) {
      await live().setModel(provider, model);
      progress.apply({ type: "model-chosen", provider, model });
      view.changed();
    },
    alone: (work, stopper) => exclusive.run(live(), work, stopper),
    begin,
    goOn: () => void startRun(sending, undefined),
    async refresh() {
      progress.apply({ type: "session-rewound" });
      await session.read();
      view.changed();
      return itemsOf(progress.now().shown);
    },
    send(message, when) {
      const isBusy = progress.now().isRunning || exclusive.isOn();
      void (isBusy ? sendWhileBusy(sending, message, when) : startRun(sending, message));
    },
    interrupt: () => exclusive.interrupt() || live().interrupt(),
    async goTo(next, isShown = false) {
      await session.switchTo(next);
      if (isShown) {
        await session.read();
        session.follow();
      } else await begin();
      view.changed();
    },
    async close() {
      exclusive.interrupt();
      await session.close();
    },
  };
}

/** Whether a call is shown when its result is there. */
function isUnderWay(item: Item): boolean {
  return item.type === "call" && !item.result && item.state !== "asking";
}

interface ChatUnits {
  readonly progress: ProgressShown;
  readonly exclusive: ExclusiveWork;
}

function stateOf(
  live: LiveSession,
  { progress, exclusive, sandbox }: ChatUnits & { readonly sandbox: SandboxTierInForce | undefined },
): ChatState {
  const { shown, isRunning, offersToGoOn, spentBefore } = progress.now();
  return {
    settings: live.settings(),
    answering: progress.answering(),
    hasBegun: shown.seq > 0,
    offersToGoOn,
    spent: spendingOf(shown, spentBefore),
    isRunning,
    isAside: exclusive.isInterruptible(),
    sandbox,
    context: progress.context(),
    subagents: progress.subagents(),
    backgroundJobs: runningJobs(shown.facts),
  };
}

/** Shows which files the run has changed. Never rejects, and shows nothing once the chat has gone on. */
async function offerChanges({
  session,
  sessions,
  view,
  progress,
  exclusive,
}: ChatUnits & {
  readonly session: ChatSession;
  readonly sessions: KeptSessions;
  readonly view: ChatView;
}): Promise<void> {
  const { id } = session.live();
  const { seq } = progress.now().shown;
  const diff = await sessions.diff(id, { lastRun: true }).catch(() => undefined);
  const { changesText } = await loadSessionsView();
  const { isRunning, shown } = progress.now();
  if (!diff || isRunning || exclusive.isOn() || session.live().id !== id || shown.seq !== seq) return;
  view.changes(`${changesText(diff)} · /diff · /undo`);
}

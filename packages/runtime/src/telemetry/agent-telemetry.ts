import type { TraceOf } from "@skein/extensions";
import { messageOf, type AgentEvent, type Entry, type JournalStore } from "@skein/protocol";
import type { OtlpSettings, Telemetry, TracedSession } from "@skein/telemetry";
import { closingMs, namesReceiver } from "./names-receiver.ts";
import { loadTelemetry, loadTelemetryOtlp } from "../later.ts";

/** The telemetry of all agents of a runtime. */
export interface AgentTelemetry {
  /** Reads the settings; rejects with `ConfigError`. What sends is loaded behind, and nothing waits for it. */
  begin(warn: (sentence: string) => void): Promise<void>;
  /** The journal, from which spans are made while it is written. */
  journal(journal: JournalStore): Promise<JournalStore>;
  /** Takes what an agent tells people, where its journal does not have it. */
  readonly hear: (event: AgentEvent) => void;
  introduce(session: TracedSession): void;
  forget(session: string): void;
  readonly traceOf: TraceOf;
  /** Sends what is left. */
  close(): Promise<void>;
}

type Env = Readonly<Record<string, string | undefined>>;

/** @returns `undefined` where the environment names no receiver: nothing is loaded then. */
export function openTelemetry(env: Env): AgentTelemetry | undefined {
  return namesReceiver(env) ? lazyTelemetry(env) : undefined;
}

function lazyTelemetry(env: Env): AgentTelemetry {
  let opening: ReturnType<typeof openSender> | undefined;
  /** What happened before there was anything that sends; `undefined`: nothing will ever send. */
  let early: ((telemetry: Telemetry) => void)[] | undefined = [];
  let open: Telemetry | undefined;

  function when(step: (telemetry: Telemetry) => void): void {
    if (open) step(open);
    else early?.push(step);
  }

  async function begin(warn: (sentence: string) => void): Promise<void> {
    const { otlpSettings } = await loadTelemetry();
    const settings = otlpSettings(env);
    if (!settings || opening) return;
    opening = openSender(settings, env);
    void tellWhenOpen(opening, warn);
  }

  async function tellWhenOpen(
    sender: ReturnType<typeof openSender>,
    warn: (sentence: string) => void,
  ): Promise<void> {
    try {
      const { telemetry } = await sender;
      open = telemetry;
      for (const step of early ?? []) step(telemetry);
    } catch (error) {
      warn(`No telemetry is sent: ${messageOf(error)}`);
    }
    early = undefined;
  }

  return {
    begin,
    async journal(journal) {
      const { observedJournal } = await loadTelemetry();
      return observedJournal(journal, (session, entries: readonly Entry[]) =>
        when((telemetry) => telemetry.observe(session, entries)),
      );
    },
    hear(event) {
      // A subagent's is heard from its own agent, and one with a number comes with its entry.
      if (event.type !== "notice" || event.seq !== undefined || event.path.length > 0) return;
      const { session, level, text } = event;
      const notice = { at: Date.now(), level, text };
      when((telemetry) => telemetry.tell(session, notice));
    },
    introduce: (session) => when((telemetry) => telemetry.introduce(session)),
    forget: (session) => when((telemetry) => telemetry.forget(session)),
    async traceOf({ session, callId }, protocolVersion) {
      const opened = await opening?.catch(() => undefined);
      return opened?.telemetry.mcpCall(session, callId, protocolVersion);
    },
    async close() {
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}

async function openSender(settings: OtlpSettings, env: Env) {
  const [{ openOtlp }, { createTelemetry, parseTraceContext }] = await Promise.all([
    loadTelemetryOtlp(),
    loadTelemetry(),
  ]);
  const sink = await openOtlp(settings);
  const parent = parseTraceContext(env);
  return {
    telemetry: createTelemetry({ sink, content: settings.content, ...(parent ? { parent } : {}) }),
    close: () => sink.close(closingMs),
  };
}

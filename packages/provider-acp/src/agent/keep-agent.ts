import type { AcpSettings } from "../settings.ts";
import type { AgentName } from "../errors.ts";
import { startAgent, type Agent } from "./start-agent.ts";

/** Starts the agent when it is needed, again after it has gone, and ends it when it was not needed for long. */
export interface AgentKeeper {
  /** Throws `ProviderError`. */
  agent(): Promise<Agent>;
  /** Runs work during which the agent is needed. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  begin(): void;
  /** @param isWaiting - the agent waits for an answer, which people may take long for. */
  finish(isWaiting?: boolean): void;
  end(): Promise<void>;
}

/** For the answer of a person. Then the turn is lost: the agent is told of the answer when it comes. */
const waitingMs = 43_200_000;

/** @param index - variables with which git sees the index of a commit under way. */
export function keepAgent(
  settings: AcpSettings,
  name: AgentName,
  index: Readonly<Record<string, string>> = {},
): AgentKeeper {
  const { keepMs = 300_000 } = settings;
  let started: Promise<Agent> | undefined;
  let users = 0;
  let timer: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(timer);
    const agent = started;
    started = undefined;
    await agent?.then((one) => one.end()).catch(() => undefined);
  };
  const begin = (): void => {
    users++;
    clearTimeout(timer);
    started?.then((agent) => agent.setBusy(true)).catch(() => undefined);
  };
  const finish = (isWaiting = false): void => {
    users--;
    if (users > 0) return;
    started?.then((agent) => agent.setBusy(users > 0)).catch(() => undefined);
    timer = setTimeout(() => void end(), isWaiting ? Math.max(keepMs, waitingMs) : keepMs).unref();
  };
  return {
    async agent() {
      const running = await started?.catch(() => undefined);
      if (running && !running.gone.aborted) return running;
      const next = startAgent(settings, name, index);
      started = next;
      next.catch(() => {
        if (started === next) started = undefined;
      });
      return next;
    },
    async during(work) {
      begin();
      try {
        return await work();
      } finally {
        finish();
      }
    },
    begin,
    finish,
    end,
  };
}

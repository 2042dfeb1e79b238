import { ConfigError } from "@skein/protocol";
import type { RunQueue } from "@skein/queue-postgres";
import type { Host, OpenWishes, Machine, LiveSession } from "@skein/host";
import { openMachineQueue } from "./machine-queue.ts";
import { queuedSession } from "./queued-session.ts";

/**
 * A host whose runs are done by the workers of the database: messages are submitted, what happens is read from the journals.
 * All else is done here, between runs. Closing it closes the host, and leaves the runs. Rejects with `ConfigError`.
 */
export async function queuedHost(host: Host, machine: Machine): Promise<Host> {
  const queue: RunQueue = await openMachineQueue(machine);
  const live = new Map<string, Promise<LiveSession>>();

  async function opened(given: OpenWishes): Promise<LiveSession> {
    refuseUnsubmitted(given);
    // Workers resume a parent, too.
    const wishes = { ...given, resumesParent: undefined };
    // It says the settings, and is refused here when they are wrong; it starts nothing.
    await using first = await host.open(wishes);
    const { id } = first;
    const onClose = (): void => void live.delete(id);
    const session = await queuedSession({ host, machine, queue, wishes, first, onClose });
    live.set(id, Promise.resolve(session));
    return session;
  }

  async function close(): Promise<void> {
    await queue.close();
    await host.close();
  }

  return {
    ...host,
    open(wishes) {
      const { session: id } = wishes;
      if (id === undefined) return opened(wishes);
      const opening = live.get(id) ?? opened(wishes);
      live.set(id, opening);
      opening.catch(() => live.delete(id));
      return opening;
    },
    live: () => [...live.keys()],
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A worker is told the folder, provider, model and permission mode. */
function refuseUnsubmitted({ recipe, agent, name, overrides = {} }: OpenWishes): void {
  const other = Object.entries({ ...overrides, recipe, agent, name }).flatMap(([key, value]) =>
    value === undefined || submitted.has(key) ? [] : [key],
  );
  if (other.length === 0) return;
  throw new ConfigError("usage", `Runs for workers cannot be given: ${other.join(", ")}.`, {
    hint: "Leave it out, or set it in the config files of the workers.",
  });
}

const submitted: ReadonlySet<string> = new Set(["provider", "model", "mode"]);

import { SessionError, type RunResult } from "@skein/protocol";
import type { TakenMessage } from "@skein/host";
import type { OwnerConnection } from "./connect-to-owner.ts";
import { receivedError } from "./errors.ts";
import type { Reply, RequestBody } from "./messages.ts";
import { lostRun } from "@skein/host/sessions";

/** What is asked of the owner of a session, over one connection. */
export interface OwnerCalls {
  /** Rejects with the owner's error, and with `SessionError` `gone` when it has ended. */
  call(body: RequestBody): Promise<unknown>;
  /** The same for a message; how its run ends is told by the owner, or by its end. */
  send(body: RequestBody): Promise<TakenMessage>;
  close(): void;
  /** Resolves when the connection is gone. */
  readonly ended: Promise<void>;
}

interface Waiting {
  readonly resolve: (ok: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export function ownerCalls(connection: OwnerConnection): OwnerCalls {
  const { session, pid } = connection.greeting;
  const calls = new Map<number, Waiting>();
  const results = new Map<number, (result: RunResult) => void>();
  let last = 0;
  let isOver = false;
  const gone = (): SessionError => ownerGone(session, pid);

  function take(reply: Reply): void {
    if (reply.id === null) return;
    if ("result" in reply) {
      results.get(reply.id)?.(reply.result);
      results.delete(reply.id);
      return;
    }
    const waiting = calls.get(reply.id);
    calls.delete(reply.id);
    if ("error" in reply) {
      results.delete(reply.id);
      waiting?.reject(receivedError(reply.error));
    } else if ("ok" in reply) waiting?.resolve(reply.ok);
  }

  async function readAll(): Promise<void> {
    for await (const reply of connection.replies) take(reply);
    isOver = true;
    for (const { reject } of calls.values()) reject(gone());
    for (const resolve of results.values()) resolve(lostRun(session, gone()));
  }

  function call(body: RequestBody, id = ++last): Promise<unknown> {
    if (isOver) return Promise.reject(gone());
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    calls.set(id, { resolve, reject });
    void connection.request(id, body);
    return promise;
  }

  return {
    ended: readAll(),
    call: (body) => call(body),
    async send(body) {
      const id = ++last;
      const { promise: result, resolve } = Promise.withResolvers<RunResult>();
      results.set(id, resolve);
      const { run, isQueued } = (await call(body, id)) as Pick<TakenMessage, "run" | "isQueued">;
      return { run, isQueued, result };
    },
    close: () => connection[Symbol.dispose](),
  };
}

export function ownerGone(session: string, pid: number): SessionError {
  return new SessionError(
    "gone",
    `Process ${pid}, which ran session ${session}, has ended or cut the connection.`,
    {
      nextStep: { do: "resume-session", session },
    },
  );
}

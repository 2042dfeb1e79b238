// Rounds of input. Clients of 2026-07-28 are not sent requests: a call that
// needs input returns early with its questions, and the client makes the same
// call again with the answers. The work itself must not start again, since it
// may have changed something, so it waits in this process between the rounds.

import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ClientCapabilities,
  type InputRequest,
  type InputResponseView,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ExtensionRequests, JsonObject } from "@skein/protocol";
import { jsonSchema } from "../../json-schema.ts";
import { logTo, progressTo, type CallScope, type RunForClient } from "./call-scope.ts";
import { elicitationParams, rootPaths, samplingParams, samplingReply } from "./wire-requests.ts";
import { noModel, noModelTools } from "./unavailable.ts";

/**
 * Milliseconds after which a call that waits for its client ends: ten minutes.
 */
const waitMs = 600_000;
/** Calls that wait at a time. The oldest ends first. */
const mostWaiting = 100;

/** Answers in a request. */
type InputResponses = NonNullable<ServerContext["mcpReq"]["inputResponses"]>;
/** Answer of one kind. */
type Answer<Kind extends InputResponseView["kind"]> = Extract<InputResponseView, { readonly kind: Kind }>;

/** Question that waits for its answer. */
interface Asked {
  readonly request: InputRequest;
  /** Accepts an answer. Returns false for an answer of another kind. */
  readonly answer: (view: InputResponseView) => boolean;
}

/** Work that waits for its client between requests. */
export interface WaitingCall {
  /** Method and name of the request. */
  readonly what: string;
  /** Ends the work. */
  readonly abort: AbortController;
  /** Open questions, by their keys. */
  readonly asked: Map<string, Asked>;
  /** Answers that came before their questions. */
  readonly early: Map<string, InputResponseView>;
  /** Result of the work. */
  result: Promise<unknown>;
  /** Resolves when something is asked. */
  wake: PromiseWithResolvers<void>;
  /** Request that waits for this round. `undefined` between rounds. */
  context: ServerContext | undefined;
  /** Capability that the client would need. */
  missing: ClientCapabilities | undefined;
}

/** Rounds of all calls of a server. */
export interface InputRounds {
  /**
   * Runs work that may ask the client. A question ends the round: the client
   * answers, and makes the same request again with the answers, which resumes
   * the same work.
   */
  readonly run: RunForClient;
  /** Ends all work that waits. */
  readonly close: () => void;
}

/**
 * Creates the rounds for clients of 2026-07-28. Work that waits is stored in
 * this process under a name that cannot be guessed, so the client has no state
 * in its hands that it could change.
 *
 * The name changes with each round, and works once. Work ends with an error if
 * its client does not return within ten minutes, if too many calls wait, or
 * when the server closes.
 *
 * @param logger - name in log messages.
 */
export function inputRounds(logger: string): InputRounds {
  const waiting = new Map<string, { readonly call: WaitingCall; readonly timer: NodeJS.Timeout }>();

  // Takes work out of the waiting list. Each name works once, so that one
  // answer cannot be replayed.
  function release(name: string): WaitingCall | undefined {
    const held = waiting.get(name);
    clearTimeout(held?.timer);
    waiting.delete(name);
    return held?.call;
  }

  // The work gets an error, as it would from a client that has disconnected.
  function end(name: string): void {
    release(name)?.abort.abort(new Error("The client has not answered."));
  }

  // Stores work until the client comes back, under a new name each time.
  function hold(call: WaitingCall): string {
    // The client sends this name back. It says nothing about the work.
    const name = crypto.randomUUID();
    const timer = setTimeout(end, waitMs, name).unref();
    waiting.set(name, { call, timer });
    const [oldest] = waiting.keys();
    // Bounded: a client could open calls and never answer.
    if (waiting.size > mostWaiting && oldest !== undefined) end(oldest);
    return name;
  }

  // Finds the work that a request continues. The state must belong to the same
  // method and name: a client cannot use the state of one call for another.
  function resumed(context: ServerContext, what: string): WaitingCall | undefined {
    const state = context.mcpReq.requestState<string>();
    if (state === undefined) return undefined;
    const call = waiting.get(state)?.call.what === what ? release(state) : undefined;
    if (!call)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        "The request state is unknown or has expired.",
        {
          reason: "invalid_request_state",
        },
      );
    return call;
  }

  return {
    async run(context, what, work) {
      // A request with a state resumes its work, any other starts new work.
      const call = resumed(context, what) ?? begin(context, what, logger, work);
      call.context = context;
      takeAnswers(call, context.mcpReq.inputResponses);
      const { signal } = context.mcpReq;
      const cancel = () => call.abort.abort(signal.reason);
      signal.addEventListener("abort", cancel, { once: true });
      try {
        // The work has ended, or it asks something: whichever comes first.
        const done = call.result.then((result) => ({ result }));
        const ended = await Promise.race([done, questions(call)]);
        if (ended) {
          if (call.missing && isFailed(ended.result))
            throw new MissingRequiredClientCapabilityError({ requiredCapabilities: call.missing });
          return ended.result as Awaited<ReturnType<typeof work>>;
        }
        const requests = [...call.asked].map(([key, { request }]) => [key, request] as const);
        return inputRequired({ inputRequests: Object.fromEntries(requests), requestState: hold(call) });
      } finally {
        signal.removeEventListener("abort", cancel);
        call.context = undefined;
      }
    },
    close() {
      for (const name of waiting.keys()) end(name);
    },
  };
}

/** Returns true for the result of a failed call. */
function isFailed(result: unknown): boolean {
  return typeof result === "object" && result !== null && "isError" in result && result.isError === true;
}

/**
 * Starts work that may ask its client between requests.
 *
 * @param work - runs once, however many rounds it needs.
 */
export function begin(
  context: ServerContext,
  what: string,
  logger: string,
  work: (scope: CallScope) => Promise<unknown>,
): WaitingCall {
  const call: WaitingCall = {
    what,
    abort: new AbortController(),
    asked: new Map(),
    early: new Map(),
    result: Promise.resolve(),
    wake: Promise.withResolvers(),
    context,
    missing: undefined,
  };
  const responses = context.mcpReq.inputResponses ?? {};
  for (const key of Object.keys(responses)) call.early.set(key, inputResponse(responses, key));
  const current = () => call.context;
  call.result = work({
    signal: call.abort.signal,
    progress: progressTo(current),
    log: logTo(current, logger),
    requests: requestsOf(call, offeredBy(context)),
  });
  call.result.catch(() => {}); // it may end between rounds
  return call;
}

/** Returns the capabilities of a client. Each request states them. */
export function offeredBy({ mcpReq }: ServerContext): ClientCapabilities {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  return envelope[CLIENT_CAPABILITIES_META_KEY] ?? {};
}

/**
 * Passes answers to their questions. Answers of another kind are ignored, and
 * the question is sent again.
 *
 * @param responses - answers by the keys of their questions. Default: none.
 */
export function takeAnswers(call: WaitingCall, responses: InputResponses = {}): void {
  for (const key of Object.keys(responses)) {
    if (call.asked.get(key)?.answer(inputResponse(responses, key))) call.asked.delete(key);
  }
}

/**
 * Resolves once something is asked, after everything that is asked at the same
 * time.
 */
async function questions(call: WaitingCall): Promise<undefined> {
  while (call.asked.size === 0) {
    call.wake = Promise.withResolvers();
    await call.wake.promise;
    // Questions that are asked at the same time go into one round.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return undefined;
}

/** Creates the services of one call. */
function requestsOf(call: WaitingCall, offered: ClientCapabilities): ExtensionRequests {
  let count = 0;

  // Adds a question to the round and waits for its answer. The promise is
  // rejected when the work ends.
  function ask<Kind extends InputResponseView["kind"]>(
    kind: Kind,
    id: string | undefined,
    request: InputRequest,
  ): Promise<Answer<Kind>> {
    // The same key in each round, so that answers find their questions.
    const key = id ?? `request-${++count}`;
    const isWanted = (view: InputResponseView | undefined): view is Answer<Kind> => view?.kind === kind;
    const given = call.early.get(key);
    call.early.delete(key);
    // The client had the answer ready, for example after a restart.
    if (isWanted(given)) return Promise.resolve(given);
    const { promise, resolve, reject } = Promise.withResolvers<Answer<Kind>>();
    const { signal } = call.abort;
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    const answer = (view: InputResponseView) => {
      if (!isWanted(view)) return false;
      resolve(view);
      return true;
    };
    call.asked.set(key, { request, answer });
    call.wake.resolve();
    return promise;
  }

  return {
    // A user may decline or dismiss a form; both end the question.
    async elicit(request) {
      if (!offered.elicitation) return "cancelled";
      for (;;) {
        const { action, content = {} } = await ask(
          "elicit",
          request.id,
          inputRequired.elicit(elicitationParams(request)),
        );
        if (action === "cancel") return "cancelled";
        if (action === "decline") return null;
        const { issues } = await jsonSchema(request.schema)["~standard"].validate(content);
        // Values that do not fit are asked for again.
        if (!issues) return content as JsonObject;
      }
    },
    // Missing capabilities are stored, so that the error of the call can name
    // them.
    async sample(request) {
      if (!offered.sampling) {
        call.missing = { ...call.missing, sampling: {} };
        throw noModel();
      }
      if (request.tools && !offered.sampling.tools) {
        call.missing = { ...call.missing, sampling: { tools: {} } };
        throw noModelTools();
      }
      const { result } = await ask(
        "sampling",
        request.id,
        inputRequired.createMessage(samplingParams(request)),
      );
      return samplingReply(result);
    },
    async roots() {
      if (!offered.roots) return [];
      return rootPaths((await ask("roots", undefined, inputRequired.listRoots())).roots);
    },
  };
}

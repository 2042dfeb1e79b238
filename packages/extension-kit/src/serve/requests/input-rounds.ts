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

/** Milliseconds after which a call that waits for its client ends. */
const waitMs = 600_000;
/** Calls that wait at a time; the oldest ends first. */
const mostWaiting = 100;

type InputResponses = NonNullable<ServerContext["mcpReq"]["inputResponses"]>;
type Answer<Kind extends InputResponseView["kind"]> = Extract<InputResponseView, { readonly kind: Kind }>;

interface Asked {
  readonly request: InputRequest;
  /** @returns false for an answer of another kind. */
  readonly answer: (view: InputResponseView) => boolean;
}

export interface WaitingCall {
  /** Method and name. */
  readonly what: string;
  readonly abort: AbortController;
  readonly asked: Map<string, Asked>;
  /** Answers that came before their requests. */
  readonly early: Map<string, InputResponseView>;
  result: Promise<unknown>;
  /** Resolves when something is asked. */
  wake: PromiseWithResolvers<void>;
  /** The request that waits for this round; `undefined` between rounds. */
  context: ServerContext | undefined;
  /** A capability that the client would need. */
  missing: ClientCapabilities | undefined;
}

export interface InputRounds {
  /**
   * Runs work that may ask the client. A request ends the round: the client answers, and makes the same request again
   * with the answers, which resumes the same work.
   */
  readonly run: RunForClient;
  /** Ends what waits. */
  readonly close: () => void;
}

/**
 * For clients of 2026-07-28, which are not sent requests. What waits is held in this process under a name that cannot be
 * guessed, so there is no state in the client's hands that it could change.
 */
export function inputRounds(logger: string): InputRounds {
  const waiting = new Map<string, { readonly call: WaitingCall; readonly timer: NodeJS.Timeout }>();

  function release(name: string): WaitingCall | undefined {
    const held = waiting.get(name);
    clearTimeout(held?.timer);
    waiting.delete(name);
    return held?.call;
  }

  function end(name: string): void {
    release(name)?.abort.abort(new Error("The client has not answered."));
  }

  function hold(call: WaitingCall): string {
    const name = crypto.randomUUID();
    const timer = setTimeout(end, waitMs, name).unref();
    waiting.set(name, { call, timer });
    const [oldest] = waiting.keys();
    if (waiting.size > mostWaiting && oldest !== undefined) end(oldest);
    return name;
  }

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
      const call = resumed(context, what) ?? begin(context, what, logger, work);
      call.context = context;
      takeAnswers(call, context.mcpReq.inputResponses);
      const { signal } = context.mcpReq;
      const cancel = () => call.abort.abort(signal.reason);
      signal.addEventListener("abort", cancel, { once: true });
      try {
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

function isFailed(result: unknown): boolean {
  return typeof result === "object" && result !== null && "isError" in result && result.isError === true;
}

/** Starts work that may ask its client between requests. */
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

/** Each request says it of itself. */
export function offeredBy({ mcpReq }: ServerContext): ClientCapabilities {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  return envelope[CLIENT_CAPABILITIES_META_KEY] ?? {};
}

export function takeAnswers(call: WaitingCall, responses: InputResponses = {}): void {
  for (const key of Object.keys(responses)) {
    if (call.asked.get(key)?.answer(inputResponse(responses, key))) call.asked.delete(key);
  }
}

/** Resolves once something is asked, after what else is asked at the same time. */
async function questions(call: WaitingCall): Promise<undefined> {
  while (call.asked.size === 0) {
    call.wake = Promise.withResolvers();
    await call.wake.promise;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return undefined;
}

function requestsOf(call: WaitingCall, offered: ClientCapabilities): ExtensionRequests {
  let count = 0;

  function ask<Kind extends InputResponseView["kind"]>(
    kind: Kind,
    id: string | undefined,
    request: InputRequest,
  ): Promise<Answer<Kind>> {
    const key = id ?? `request-${++count}`;
    const isWanted = (view: InputResponseView | undefined): view is Answer<Kind> => view?.kind === kind;
    const given = call.early.get(key);
    call.early.delete(key);
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
        if (!issues) return content as JsonObject;
      }
    },
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

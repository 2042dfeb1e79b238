import { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { inheritedVariables } from "@skein/platform/variables";
import {
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type ClientContext,
  type InitializeResponse,
} from "@agentclientprotocol/sdk";
import { startProgram } from "@skein/extension-kit/program";
import { messageOf, ProviderError } from "@skein/protocol";
import { agentError, refusalError, type AgentName } from "../errors.ts";
import type { AcpSettings } from "../settings.ts";
import { jsonLines } from "./json-lines.ts";
import { lastLines } from "./last-lines.ts";
import type { SessionClient } from "./session-client.ts";

/** An agent's process, after `initialize`. */
export interface Agent {
  readonly context: ClientContext;
  readonly facts: InitializeResponse;
  /** Whoever serves what the agent asks for in a session. */
  readonly clients: Map<string, SessionClient>;
  /** Aborted when the process has gone. Its reason is a `ProviderError` that says how. */
  readonly gone: AbortSignal;
  /** What a request that failed comes to, as one of our errors: how the process has ended, or what the agent refused. */
  failureOf(error: unknown): Promise<ProviderError>;
  /** Keeps this process running while the agent works. */
  setBusy(isBusy: boolean): void;
  end(): Promise<void>;
}

const markVariable = "SKEIN_AGENT";
/** For `initialize`: some agents load for long. */
const initializeMs = 60_000;
const [untilTermMs, untilKillMs, lastOutputMs] = [500, 2000, 300];

/**
 * Starts the program and introduces us. Throws `ProviderError`.
 *
 * @param index - variables with which git sees the index of a commit under way.
 */
export async function startAgent(
  settings: AcpSettings,
  name: AgentName,
  index: Readonly<Record<string, string>> = {},
): Promise<Agent> {
  const { command, args = [], variables = {}, env = process.env, authMethod } = settings;
  const program = await startProgram({
    argv: [command, ...args],
    env: { ...inheritedVariables("agent", env), ...index, ...variables },
    mark: { name: markVariable, value: crypto.randomUUID() },
    untilTermMs,
    untilKillMs,
    lastOutputMs,
  }).catch((cause: unknown) => {
    const message = `${command} could not be started: ${messageOf(cause)}`;
    throw agentError("bad-request", name, message, { cause, hint: settings.install });
  });
  const { child } = program;
  const words = lastLines();
  child.stderr.on("data", (chunk: Buffer) => words.add(chunk.toString("utf8")));
  const clients: Agent["clients"] = new Map();
  const output = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
  const connection = served(clients).connect(
    ndJsonStream(
      Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
      output.pipeThrough(jsonLines((line) => words.add(line))),
    ),
  );
  const gone = new AbortController();
  const ended = program.gone.then(() => {
    const how = child.signalCode === null ? `exit code ${child.exitCode ?? "unknown"}` : child.signalCode;
    const said = words.text();
    const message = `${command} has ended (${how})${said === "" ? "" : `: ${said}`}`;
    gone.abort(agentError("bad-stream", name, message, { hint: `Start ${command} by itself to see why.` }));
    connection.close();
    return undefined;
  });
  const failureOf = async (error: unknown, facts?: InitializeResponse): Promise<ProviderError> => {
    // An agent that has closed its output is not left running.
    if (connection.signal.aborted) {
      await program.end();
      await ended;
    }
    const { reason } = gone.signal as { readonly reason: unknown };
    return ProviderError.is(reason) ? reason : refusalError(error, name, facts?.authMethods);
  };
  const setBusy = (isBusy: boolean): void => {
    for (const one of [child, child.stdin, child.stdout, child.stderr]) keepRunning(one, isBusy);
  };
  const patience = new AbortController();
  try {
    const facts = await Promise.race([
      connection.agent.request(methods.agent.initialize, {
        protocolVersion: PROTOCOL_VERSION,
        clientInfo: { name: "skein", version: "0.1.0" },
        clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
      }),
      ended.then(() => Promise.reject(gone.signal.reason as Error)),
      sleep(initializeMs, undefined, { signal: patience.signal, ref: false }).then(() => {
        const said = words.text();
        const message = `${command} did not answer for ${initializeMs / 1000} s${said === "" ? "." : `: ${said}`}`;
        throw agentError("stalled", name, message, {
          hint: "Does this program speak ACP on its standard output?",
        });
      }),
    ]);
    if (facts.protocolVersion !== PROTOCOL_VERSION) {
      const message = `${command} speaks version ${facts.protocolVersion} of ACP, and Skein version ${PROTOCOL_VERSION}.`;
      throw agentError("bad-request", name, message, {
        hint: "Install a version of the agent that speaks it too.",
      });
    }
    if (authMethod !== undefined)
      await connection.agent
        .request(methods.agent.authenticate, { methodId: authMethod })
        .catch((error: unknown) => {
          const { message, hint } = refusalError(error, name, facts.authMethods);
          throw agentError("auth", name, message, { cause: error, hint });
        });
    return {
      context: connection.agent,
      facts,
      clients,
      gone: gone.signal,
      failureOf: (error) => failureOf(error, facts),
      setBusy,
      end: () => program.end(),
    };
  } catch (error) {
    const failure = ProviderError.is(error) ? error : await failureOf(error);
    await program.end();
    throw failure;
  } finally {
    patience.abort();
  }
}

/** What any agent may ask for, handed to whoever serves its session. */
function served(clients: ReadonlyMap<string, SessionClient>) {
  const of = ({ sessionId }: { readonly sessionId: string }): SessionClient => {
    const found = clients.get(sessionId);
    if (!found) throw RequestError.resourceNotFound(sessionId);
    return found;
  };
  const { fs, session, terminal } = methods.client;
  return client({ name: "skein" })
    .onNotification(session.update, ({ params }) => clients.get(params.sessionId)?.update(params.update))
    .onRequest(session.requestPermission, ({ params }) => of(params).requestPermission(params))
    .onRequest(fs.readTextFile, ({ params }) => of(params).readTextFile(params))
    .onRequest(fs.writeTextFile, ({ params }) => of(params).writeTextFile(params))
    .onRequest(terminal.create, ({ params }) => of(params).createTerminal(params))
    .onRequest(terminal.output, ({ params }) => of(params).terminalOutput(params))
    .onRequest(terminal.waitForExit, ({ params }) => of(params).waitForExit(params))
    .onRequest(terminal.kill, ({ params }) => of(params).killTerminal(params))
    .onRequest(terminal.release, ({ params }) => of(params).releaseTerminal(params));
}

/** Pipes of a child can be left out of what keeps a process running; their type does not say so. */
function keepRunning(one: object, isKept: boolean): void {
  const call = one as { readonly ref?: () => void; readonly unref?: () => void };
  if (isKept) call.ref?.();
  else call.unref?.();
}

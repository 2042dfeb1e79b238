import { readFile } from "node:fs/promises";
import {
  RequestError,
  type CreateTerminalRequest,
  type CreateTerminalResponse,
  type ReadTextFileRequest,
  type ReadTextFileResponse,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
  type TerminalOutputResponse,
  type WaitForTerminalExitResponse,
  type WriteTextFileRequest,
  type WriteTextFileResponse,
} from "@agentclientprotocol/sdk";
import { messageOf, extractText, type JsonValue, type ToolResultPart } from "@skein/protocol";
import { readText } from "@skein/platform/text";
import { commandTool } from "../names.ts";
import { actionTool, readTool, writeTool } from "../tools/agent-tools.ts";
import { actionInput } from "../tools/action-input.ts";
import { commandLine } from "../tools/command-line.ts";

/** A tool call that an agent wants to be made in our session. */
export interface AgentCall {
  readonly name: string;
  readonly input: JsonValue;
}

/** Makes a call in the session's loop: permitted, journaled and executed there. `undefined`: it never will be. */
export type MakeCall = (call: AgentCall) => Promise<ToolResultPart | undefined>;

/** Serves what an agent asks for in one of its sessions. Each request becomes a tool call of ours. */
export type SessionClient = ReturnType<typeof sessionClient>;

export interface SessionClientParts {
  readonly cwd: string;
  readonly makeCall: MakeCall;
  readonly update: (update: SessionUpdate) => void;
  /** Whether the session has this tool. */
  readonly hasTool: (name: string) => boolean;
}

export function sessionClient({ cwd, makeCall, update, hasTool }: SessionClientParts) {
  /** Commands run to their end before the agent is told of their terminal. */
  const terminals = new Map<string, string>();

  /** Throws what the agent reads, when the call was not made. */
  async function made(call: AgentCall): Promise<ToolResultPart> {
    const result = await makeCall(call);
    if (!result) throw RequestError.requestCancelled();
    if (result.failure === undefined) return result;
    throw RequestError.internalError(undefined, extractText(result.content));
  }

  const ended = (terminalId: string): string => {
    const output = terminals.get(terminalId);
    if (output === undefined) throw RequestError.resourceNotFound(terminalId);
    return output;
  };

  return {
    update,
    async requestPermission({
      toolCall,
      options,
    }: RequestPermissionRequest): Promise<RequestPermissionResponse> {
      const result = await makeCall({ name: actionTool(toolCall.kind), input: actionInput(toolCall) });
      if (!result) return { outcome: { outcome: "cancelled" } };
      // Once: our own rules remember what holds for later calls.
      const wanted =
        result.failure === undefined ? ["allow_once", "allow_always"] : ["reject_once", "reject_always"];
      const chosen = wanted.map((kind) => options.find((option) => option.kind === kind)).find(Boolean);
      return chosen
        ? { outcome: { outcome: "selected", optionId: chosen.optionId } }
        : { outcome: { outcome: "cancelled" } };
    },
    async readTextFile({ path, line, limit }: ReadTextFileRequest): Promise<ReadTextFileResponse> {
      await made({ name: readTool, input: { title: "Read file", path } });
      // Whole: what a result shows may be shortened, and the agent writes back what it has read.
      const bytes = await readFile(path).catch((error: unknown) => {
        throw RequestError.internalError(undefined, messageOf(error));
      });
      const { text } = await readText(bytes);
      if (typeof line !== "number" && typeof limit !== "number") return { content: text };
      const from = Math.max(0, (line ?? 1) - 1);
      return {
        content: text
          .split("\n")
          .slice(from, from + (limit ?? Infinity))
          .join("\n"),
      };
    },
    async writeTextFile({ path, content }: WriteTextFileRequest): Promise<WriteTextFileResponse> {
      await made({ name: writeTool, input: { path, content } });
      return {};
    },
    async createTerminal(request: CreateTerminalRequest): Promise<CreateTerminalResponse> {
      if (!hasTool(commandTool))
        throw RequestError.internalError(undefined, "No commands are run in this session.");
      const result = await made({ name: commandTool, input: { command: commandLine(request, cwd) } });
      const terminalId = crypto.randomUUID();
      const text = extractText(result.content);
      const most = request.outputByteLimit ?? Infinity;
      terminals.set(terminalId, Number.isFinite(most) ? lastBytes(text, most) : text);
      return { terminalId };
    },
    terminalOutput({ terminalId }: { readonly terminalId: string }): TerminalOutputResponse {
      const output = ended(terminalId);
      return { output, truncated: false, exitStatus: { exitCode: exitCodeIn(output) } };
    },
    waitForExit: ({ terminalId }: { readonly terminalId: string }): WaitForTerminalExitResponse => ({
      exitCode: exitCodeIn(ended(terminalId)),
    }),
    /** It has ended already. */
    killTerminal({ terminalId }: { readonly terminalId: string }): Record<string, never> {
      ended(terminalId);
      return {};
    },
    releaseTerminal({ terminalId }: { readonly terminalId: string }): Record<string, never> {
      ended(terminalId);
      terminals.delete(terminalId);
      return {};
    },
  };
}

/** The result of our command tool says it in its last line, unless it is 0. */
function exitCodeIn(output: string): number {
  const said = /\[exit code (\d+)[^\n]*\]\s*$/.exec(output)?.[1];
  return said === undefined ? 0 : Number(said);
}

function lastBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  return bytes.length <= most
    ? text
    : bytes
        .subarray(bytes.length - most)
        .toString("utf8")
        .replace(/^\uFFFD+/, "");
}

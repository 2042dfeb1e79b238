import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Extension, JsonObject, ToolContext, ToolFailure, ToolOutcome } from "@skein/protocol";
import { describeFailure, isFailure, extractText } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { developer, type DeveloperSettings } from "../../src/developer/index.ts";

export type OpenWorkbench = (settings?: DeveloperSettings) => Promise<Workbench>;

export interface Workbench extends AsyncDisposable {
  /** The program that commands are started from; `""`: none. */
  readonly launcher: string;
  readonly extension: Extension;
  /** The working folder. */
  readonly cwd: string;
  /** Of the call `callId`. */
  callFolder(callId: string): string;
  call(tool: string, input: JsonObject, context?: Partial<ToolContext>): Promise<ToolOutcome>;
  /** What the model reads. */
  says(tool: string, input: JsonObject, context?: Partial<ToolContext>): Promise<string>;
}

/** A developer extension in a folder of its own; each call has its own folder unless the context names one. */
export async function workbench(settings: DeveloperSettings = {}): Promise<Workbench> {
  const folder = await temporaryFolder();
  const cwd = join(folder.path, "work");
  await mkdir(cwd);
  const extension = developer(settings);
  let calls = 0;
  const callFolder = (callId: string) => join(folder.path, "calls", callId);
  const call = (tool: string, input: JsonObject, context: Partial<ToolContext> = {}) => {
    const callId = context.callId ?? `call-${calls++}`;
    return extension.callTool(tool, input, {
      session: "s",
      callId,
      cwd,
      signal: new AbortController().signal,
      progress: () => {},
      callFolder: callFolder(callId),
      ...context,
    });
  };
  return {
    launcher: settings.launcher || "",
    extension,
    cwd,
    callFolder,
    call,
    says: async (tool, input, context) => wordsOf(tool, await call(tool, input, context)),
    async [Symbol.asyncDispose]() {
      await extension.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export function wordsOf(tool: string, outcome: ToolOutcome): string {
  return isFailure(outcome) ? describeFailure(tool, outcome) : extractText(outcome.content);
}

export function failureOf(outcome: ToolOutcome | undefined): ToolFailure {
  if (outcome && isFailure(outcome)) return outcome;
  throw new Error(`not a failure: ${JSON.stringify(outcome)}`);
}

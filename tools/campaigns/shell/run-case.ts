import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { developer } from "../../../packages/extensions-builtin/src/developer/index.ts";
import { describeFailure, isFailure, extractText } from "../../../packages/protocol/src/index.ts";
import { processesWith, temporaryFolder } from "../../../packages/test-kit/src/index.ts";
import type { TortureCase } from "./cases.ts";

export interface CaseResult {
  readonly said: string;
  readonly ms: number;
  /** The most that this process grew by, in bytes. */
  readonly grownBy: number;
  /** Processes that were left when the session had been closed. */
  readonly left: number;
}

/** Makes the calls of a case in a session of its own. @param mark - among the arguments or variables of all it starts. */
export async function runCase({ calls }: TortureCase, mark: string): Promise<CaseResult> {
  await using folder = await temporaryFolder();
  const cwd = join(folder.path, "work");
  await mkdir(cwd);
  const environment = { ...process.env, SKEIN_TORTURE: mark };
  const extension = developer({ environment });
  const before = process.memoryUsage().rss;
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  const started = performance.now();
  const said: string[] = [];
  for (const [index, { tool, input }] of calls.entries()) {
    const callId = `call-${index}`;
    const outcome = await extension.callTool(tool, input, {
      session: "torture",
      callId,
      cwd,
      signal: new AbortController().signal,
      progress: () => {},
      callFolder: join(folder.path, "calls", callId),
    });
    said.push(isFailure(outcome) ? describeFailure(tool, outcome) : extractText(outcome.content));
  }
  const ms = performance.now() - started;
  clearInterval(sampling);
  await extension.close();
  return { said: said.join("\n"), ms, grownBy: most - before, left: await remaining(mark) };
}

/** Whatever has been told to end may take a moment. */
export async function remaining(mark: string): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const { length } = await processesWith(mark);
    if (length === 0) return 0;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return (await processesWith(mark)).length;
}

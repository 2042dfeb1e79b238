import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Extension, JsonObject, ToolOutcome } from "../../../packages/protocol/src/index.ts";
import { describeFailure, isFailure, extractText } from "../../../packages/protocol/src/index.ts";
import type { Case } from "./cases.ts";
import { secondInput } from "./second-input.ts";

export type Result =
  | "at once"
  | "one turn later"
  /** It did not succeed with what the failure said. */
  | "not recovered"
  /** A byte is another than was asked for. */
  | "wrong bytes";

export interface Ended {
  readonly result: Result;
  /** What the tool said, call by call. */
  readonly said: readonly string[];
}

/** Makes the calls of a case in a folder; a second call is made of nothing but the input and what the first has said. */
export async function runCase(extension: Extension, folder: string, one: Case): Promise<Ended> {
  const path = join(folder, "file.ts");
  const session = crypto.randomUUID();
  const call = (tool: string, input: JsonObject): Promise<ToolOutcome> =>
    extension.callTool(
      tool,
      { path, ...input },
      {
        session,
        callId: crypto.randomUUID(),
        cwd: folder,
        signal: new AbortController().signal,
        progress: () => {},
        callFolder: undefined,
      },
    );
  await writeFile(path, one.before);
  if (one.isUnread !== true) await call("read", {});
  if (one.meanwhile) await writeFile(path, one.meanwhile);
  const first = await call(one.tool, one.input);
  const afterFirst = await readFile(path);
  if (!isFailure(first))
    return { result: verdict(afterFirst, one, "at once"), said: [extractText(first.content)] };
  const said = [describeFailure(one.tool, first)];
  if (!afterFirst.equals(one.meanwhile ?? one.before)) return { result: "wrong bytes", said };
  const second = await call(one.tool, secondInput(one, said[0] ?? ""));
  if (isFailure(second)) {
    return { result: "not recovered", said: [...said, describeFailure(one.tool, second)] };
  }
  return {
    result: verdict(await readFile(path), one, "one turn later"),
    said: [...said, extractText(second.content)],
  };
}

function verdict(now: Buffer, { expected }: Case, result: Result): Result {
  return now.equals(expected) ? result : "wrong bytes";
}

import { spawnSync } from "node:child_process";
import { open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  describeFailure,
  isFailure,
  type Extension,
  type JsonObject,
} from "../../../packages/protocol/src/index.ts";
import type { Ended } from "./run-case.ts";

const lineBytes = 500_000_000;
const needle = "MARK";

/** A line of 500 MB with a mark at its end: the edit is refused, and the way that the refusal names does it. */
export async function runLongLine(extension: Extension, folder: string): Promise<Ended> {
  const path = join(folder, "long.txt");
  const file = await open(path, "w");
  const chunk = Buffer.alloc(1_000_000, "a");
  for (let written = 0; written < lineBytes; written += chunk.length) await file.write(chunk);
  await file.write(`${needle}\n`);
  await file.close();
  const before = await stat(path);
  const call = (tool: string, input: JsonObject) =>
    extension.callTool(tool, input, {
      session: "long",
      callId: crypto.randomUUID(),
      cwd: folder,
      signal: new AbortController().signal,
      progress: () => {},
      callFolder: undefined,
    });
  const refused = await call("edit", { path, old_text: needle, new_text: "DONE" });
  if (!isFailure(refused)) return { result: "wrong bytes", said: ["It was edited."] };
  const said = [describeFailure("edit", refused)];
  if ((await stat(path)).mtimeMs !== before.mtimeMs) return { result: "wrong bytes", said };
  if (!said[0]?.includes("sed in the shell")) return { result: "not recovered", said };
  const { status } = spawnSync("sed", ["-i", `s/${needle}/DONE/`, path]);
  const now = await readFile(path);
  const isRight = now.length === lineBytes + 5 && now.subarray(lineBytes).toString() === "DONE\n";
  return { result: status === 0 && isRight ? "one turn later" : "wrong bytes", said };
}

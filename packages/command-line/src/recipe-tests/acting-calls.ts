import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { defaultBuiltins, type JsonObject, objectsIn } from "@skein/protocol";
import { builtinTools } from "@skein/runtime";
import type { TestCase } from "@skein/recipes/tests";
import type { RecipeTrust } from "@skein/settings";

/** What a test file has tools do that can change something: it is done for real. */
export interface ActingCalls {
  /** Absolute. */
  readonly file: string;
  /** Each once: the tool and its input, or the file that has the calls. */
  readonly lines: readonly string[];
  /** SHA-256, hex, of those. What is expected of them does not count. */
  readonly hash: string;
}

/** For each file of the cases, when there is anything. */
export async function actingCalls(cases: readonly TestCase[]): Promise<readonly ActingCalls[]> {
  const harmless = await harmlessTools();
  const byFile = [...Map.groupBy(cases, ({ file }) => file)];
  const found = byFile.map(async ([file, own]): Promise<ActingCalls> => {
    const all = await Promise.all(own.map(({ model }) => linesOf(model, harmless)));
    const lines = [...new Set(all.flat())].toSorted();
    const hash = createHash("sha256")
      .update(`skein-recipe-tests 1\n${JSON.stringify(lines)}`)
      .digest("hex");
    return { file, lines, hash };
  });
  return (await Promise.all(found)).filter(({ lines }) => lines.length > 0);
}

/** From now on they are agreed to, until they change. */
export async function agreeToCalls(store: RecipeTrust, { file, hash }: ActingCalls): Promise<void> {
  await store.add({ hash, title: `Calls of ${basename(file)}`, path: file });
}

/** Those that only read, and the one that hands over the result. What a recipe's own servers do is unknown. */
async function harmlessTools(): Promise<ReadonlySet<string>> {
  const tools = await builtinTools(defaultBuiltins);
  const reading = tools.filter(({ effect }) => effect === "reads").map(({ name }) => name);
  return new Set([...reading, "todo", "final_output"]);
}

async function linesOf(model: TestCase["model"], harmless: ReadonlySet<string>): Promise<readonly string[]> {
  if ("turns" in model) return model.turns.flatMap((turn) => callLines(turn, harmless));
  const path = "script" in model ? model.script : model.tape;
  const bytes = await readFile(path).catch(() => undefined);
  return bytes ? [`what ${path} says, SHA-256 ${createHash("sha256").update(bytes).digest("hex")}`] : [];
}

function callLines(turn: JsonObject, harmless: ReadonlySet<string>): readonly string[] {
  return objectsIn(turn["calls"]).flatMap((call) => {
    const { input = {} } = call;
    const name = typeof call["name"] === "string" ? call["name"] : "";
    const below = objectsIn(call["child"]).flatMap((inner) => callLines(inner, harmless));
    return harmless.has(name) ? below : [`${name}: ${JSON.stringify(input)}`, ...below];
  });
}

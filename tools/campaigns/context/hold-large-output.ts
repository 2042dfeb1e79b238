import { join } from "node:path";
import { createAgent } from "../../../packages/agent/src/index.ts";
import { createCompaction, recallExtension } from "../../../packages/compaction/src/index.ts";
import { developer } from "../../../packages/extensions-builtin/src/developer/index.ts";
import {
  memoryJournal,
  extractText,
  type AssistantPart,
  type JsonObject,
  type ModelRequest,
} from "../../../packages/protocol/src/index.ts";
import { scriptedModel, type ScriptedTurn } from "../../../packages/provider-replay/src/index.ts";
import { temporaryFolder } from "../../../packages/test-kit/src/index.ts";
import { seeded } from "../runner/seeded.ts";

export interface LargeOutput {
  /** Bytes of the output, and of all requests together. */
  readonly outputBytes: number;
  readonly sentBytes: number;
  /** Lines that the model asked for, before and after a compaction, and those that it got. */
  readonly asked: readonly number[];
  readonly got: readonly number[];
  /** Milliseconds of the call that printed it, and of the run. */
  readonly callMs: number;
  readonly runMs: number;
}

const lineText = (line: number) => `line ${line} of the output of a long build, and nothing is wrong with it`;

/**
 * A command prints megabytes; the model goes by what its result says to lines anywhere in it. Then the conversation is
 * compacted, and the model finds its way again through `recall`.
 */
export async function holdLargeOutput(lines: number, window: number): Promise<LargeOutput> {
  await using folder = await temporaryFolder();
  const random = seeded(lines);
  const asked = Array.from({ length: 4 }, () => 1 + Math.floor(random() * lines));
  const got: number[] = [];
  let sentBytes = 0;
  let path = "";
  const seen =
    (turn: (last: string) => readonly AssistantPart[]): ScriptedTurn =>
    (request) => {
      sentBytes += Buffer.byteLength(JSON.stringify(request));
      const last = lastText(request);
      got.push(...asked.filter((line) => !got.includes(line) && last.includes(`${line}\t${lineText(line)}`)));
      return turn(last);
    };
  const call = (name: string, input: JsonObject): readonly AssistantPart[] => [
    { type: "tool-call", id: `call_${name}_${JSON.stringify(input).length}_${got.length}`, name, input },
  ];
  const readLine = (line = 0) => call("read", { path, from: line, lines: 1 });
  const command = `seq -f '${lineText(0).replace("0", "%.0f")}' 1 ${lines}`;
  const done: readonly AssistantPart[] = [{ type: "text", text: "Done." }];
  const [shell] = call("shell", { command });
  const model = scriptedModel(
    [
      seen(() => [shell!]),
      seen((last) => {
        path = pathIn(last);
        return readLine(asked[0]);
      }),
      seen(() => readLine(asked[1])),
      seen(() => readLine(asked[2])),
      seen(() => done),
      seen(() => [
        { type: "text", text: "### Done\nThe build was run and a few lines of its output were read." },
      ]),
      seen(() => call("recall", { id: shell!.type === "tool-call" ? shell!.id : "" })),
      seen((last) => {
        path = pathIn(last);
        return readLine(asked[3]);
      }),
      seen(() => done),
    ],
    { limits: { contextTokens: window } },
  );
  const journal = memoryJournal();
  await using agent = createAgent({
    model,
    journal,
    session: "large",
    compaction: createCompaction({ keep: { turns: 0 } }),
    extensions: [developer(), recallExtension((session, from, kinds) => journal.read(session, from, kinds))],
    gate: { decide: () => Promise.resolve({ verdict: "allow", by: "proof" }) },
    cwd: folder.path,
    callFolder: (session, callId) => join(folder.path, session, callId),
    dynamicContext: () => [],
  });
  const startedAt = performance.now();
  await agent.run("Run the build.").result;
  await agent.compact();
  await agent.run("Look at one more line.").result;
  const runMs = performance.now() - startedAt;
  let callMs = 0;
  for await (const entry of journal.read("large", 1, ["tool-result"]))
    if (entry.kind === "tool-result" && entry.name === "shell") callMs = entry.durationMs;
  const outputBytes = Array.from({ length: lines }, (_, at) => lineText(at + 1).length + 1).reduce(
    (a, b) => a + b,
  );
  return { outputBytes, sentBytes, asked, got, callMs, runMs };
}

function lastText({ messages }: ModelRequest): string {
  const last = messages.at(-1);
  if (last?.role === "tool") return last.content.map(({ content }) => extractText(content)).join("\n");
  return last ? extractText(last.content) : "";
}

/** What a result says is the file of the whole. */
function pathIn(text: string): string {
  const said = /Continue with read (\{.*?\}),/.exec(text)?.[1] ?? /File: (.*)/.exec(text)?.[1] ?? "";
  return said.startsWith("{") ? (JSON.parse(said) as { path: string }).path : said;
}

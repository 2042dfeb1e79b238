import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createRuntime } from "../../../packages/runtime/src/index.ts";
import type { AssistantPart, JsonValue } from "../../../packages/protocol/src/index.ts";
import type { ScriptedServer } from "../../../packages/provider-conformance/src/servers/index.ts";
import { modelId, type Wire, type WireReply } from "./wires.ts";

export interface RecordedSession {
  /** Still listening: whoever can reach the network reaches it. */
  readonly server: ScriptedServer;
  readonly session: string;
  /** Where the session is kept. */
  readonly data: string;
  readonly cwd: string;
  readonly outcomes: readonly string[];
  /** What the server received, in order. */
  readonly bodies: readonly string[];
}

/**
 * Two runs of a real session: a provider that speaks over a socket, tools that touch files and start processes, a
 * stream that breaks in the middle and is begun again. Kept on disk below the folder.
 */
export async function recordSession(wire: Wire, folder: string): Promise<RecordedSession> {
  const [data, cwd] = [join(folder, "data"), join(folder, "work")];
  await mkdir(cwd, { recursive: true });
  const server = await wire.serve(script(wire));
  const provider = wire.provider({
    apiKey: "key-of-the-recording",
    baseUrl: server.url + wire.path,
    retry: { clock: { sleep: () => Promise.resolve() } },
  });
  await using runtime = createRuntime({ providers: { any: async () => provider }, dataFolder: data });
  const { agent } = await runtime.open({
    provider: "any",
    model: modelId,
    mode: "auto",
    cwd,
    interaction: "chat",
    builtins: ["developer"],
    system: "Answer in one sentence.",
  });
  const first = agent.run("Make a note and read it.");
  for await (const event of first) {
    if (event.type === "tool-start" && event.tool === "write") await first.steer("Be quick.");
  }
  const ends = [await first.result, await agent.run("Put it in capitals.").result];
  return {
    server,
    data,
    cwd,
    session: agent.session,
    outcomes: ends.map(({ outcome }) => outcome),
    bodies: postsTo(server).map(({ bytes }) => bytes.toString("utf8")),
  };
}

/** How often the model was asked, and with what. */
export function postsTo({ requests }: ScriptedServer): ScriptedServer["requests"] {
  return requests.filter(({ method }) => method === "POST");
}

function script({ thought }: Wire): WireReply[] {
  const broken = "This sentence is going to be cut in two by a line that breaks.";
  return [
    {
      parts: [
        thought,
        text("I look, and I make the note. Ä → 🪿"),
        call("c1", "shell", { command: "ls -a; exit 3" }),
        call("c2", "write", { path: "note.txt", content: "first line\nsecond line\n" }),
      ],
    },
    { parts: [text(broken)], deltaSize: 5, cutAfterEvents: 7 },
    {
      parts: [
        text("Now I read it."),
        call("c3", "read", { path: "note.txt" }),
        call("c4", "read", { path: "none" }),
      ],
    },
    { parts: [text("The note has two lines.")] },
    { parts: [call("c5", "shell", { command: "tr a-z A-Z < note.txt > loud.txt && cat loud.txt" })] },
    { parts: [text("It is in capitals now.")] },
  ];
}

function text(words: string): AssistantPart {
  return { type: "text", text: words };
}

function call(id: string, name: string, input: JsonValue): AssistantPart {
  return { type: "tool-call", id, name, input };
}

import { readFile } from "node:fs/promises";
import { extractText, toolExtension, type Tool, type ToolMessage } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { createRuntime } from "../src/index.ts";
import { done, scriptedProvider, setUp, use } from "./set-up.ts";

const text = Array.from({ length: 200_000 }, (_, at) => `row ${at + 1}\n`).join("");

/** As an app may write it, with nothing of the kit. */
const report: Tool = {
  name: "report",
  description: "",
  inputSchema: { type: "object" },
  effect: "reads",
  repeat: "safe",
  check: (value) => ({ ok: true, value }),
  call: async () => ({ content: [{ type: "text", text }] }),
};

it.each([
  [50_000, 10_000],
  [1_000, 4_096],
  [2_000_000, 51_200],
])(
  "in a window of %i tokens any tool's result takes %i bytes, and is read on from its file",
  async (window, most) => {
    await using folder = await temporaryFolder();
    const { settings } = setUp(folder.path, []);
    const { provider, model } = scriptedProvider([use("report", {}), done, done]);
    await using runtime = createRuntime({
      providers: { scripted: async () => provider },
      dataFolder: folder.path,
      facts: async () => ({ m: { limits: { contextTokens: window } } }),
    });
    const extensions = [toolExtension(report)];
    const { agent } = await runtime.open({ ...settings, extensions, compaction: false });
    await agent.run("go").result;
    const results = model.requests[1]?.messages.find(
      (message): message is ToolMessage => message.role === "tool",
    );
    const shown = extractText(results?.content[0]?.content ?? []);
    expect(Buffer.byteLength(shown)).toBeGreaterThan(most * 0.9);
    expect(Buffer.byteLength(shown)).toBeLessThan(most + 600);
    const call = JSON.parse(/Continue with read (\{.*?\}),/.exec(shown)?.[1] ?? "") as {
      path: string;
      from: number;
    };
    const whole = await readFile(call.path, "utf8");
    expect(whole).toBe(text);
    expect(
      shown.startsWith(
        whole
          .split("\n")
          .slice(0, call.from - 1)
          .join("\n"),
      ),
    ).toBe(true);
  },
);

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { complete } from "@skein/provider-kit";
import { collect, temporaryFolder } from "@skein/test-kit";
import { scriptedProvider } from "../src/index.ts";
import { never, requestOf } from "./requests.ts";

async function modelOf(folder: string, script: unknown) {
  const path = join(folder, "script.json");
  await writeFile(path, typeof script === "string" ? script : JSON.stringify(script));
  const sleep = (): Promise<void> => Promise.resolve();
  return scriptedProvider({ retry: { clock: { sleep } } }).model(path);
}

describe("a script in a file", () => {
  it("is what the model says", async () => {
    await using folder = await temporaryFolder();
    const model = await modelOf(folder.path, {
      deltaSize: 3,
      turns: [
        {
          thinking: "hm",
          text: "I look.",
          calls: [
            { name: "shell", input: { command: "ls" } },
            { id: "mine", name: "done" },
          ],
        },
        { text: "Done", stop: "length", usage: { input: 5, output: 2 } },
      ],
    });
    expect(await complete(model, requestOf("a"), never)).toMatchObject({
      stop: "tool-calls",
      content: [
        { type: "thinking", text: "hm" },
        { type: "text", text: "I look." },
        { type: "tool-call", id: "call_1_1", name: "shell", input: { command: "ls" } },
        { type: "tool-call", id: "mine", name: "done", input: {} },
      ],
    });
    expect(await complete(model, requestOf("b"), never)).toMatchObject({
      stop: "length",
      usage: { input: 5, output: 2 },
    });
    await expect(complete(model, requestOf("c"), never)).rejects.toMatchObject({ code: "bad-request" });
    expect(model).toMatchObject({ provider: "replay", id: join(folder.path, "script.json") });
  });

  it("can fail as a vendor does, and is tried again when that helps", async () => {
    await using folder = await temporaryFolder();
    const turns = [
      { error: { code: "overloaded", retryable: true, retryAfterMs: 7 } },
      { text: "ok" },
      { error: { code: "auth", message: "no" } },
    ];
    const model = await modelOf(folder.path, { turns });
    const events = await collect(model.stream(requestOf("a"), never));
    expect(events[0]).toEqual({
      type: "retry-wait",
      ms: 7,
      reason: "The script says: overloaded.",
      attempt: 1,
      asked: { code: "overloaded", message: "The script says: overloaded.", ms: 7 },
    });
    await expect(complete(model, requestOf("b"), never)).rejects.toMatchObject({
      code: "auth",
      message: "no",
      retryable: false,
    });
  });

  it.each([
    ["{", "it is not JSON"],
    [[], "it must be an object"],
    [{}, "turns must be a list"],
    [{ turns: [], speed: 1 }, 'it has a field "speed"; known are turns, deltaSize, delayMs'],
    [{ turns: ["hi"] }, "turns[0] must be an object"],
    [{ turns: [{ text: 1 }] }, "turns[0].text must be a text"],
    [{ turns: [{}, { calls: [{ input: {} }] }] }, "turns[1].calls[0].name must be a text"],
    [{ turns: [{ call: [] }] }, 'turns[0] has a field "call"'],
    [{ turns: [{ stop: "end" }] }, "turns[0].stop must be one of answered, tool-calls"],
    [{ turns: [{ usage: { input: -1 } }] }, "turns[0].usage.input must be a number, 0 or more"],
    [{ turns: [{ error: { code: "oops" } }] }, "turns[0].error.code must be one of auth"],
    [{ turns: [], deltaSize: "x" }, "deltaSize must be a number"],
  ])("that is wrong is refused with the place and an example (%j)", async (script, words) => {
    await using folder = await temporaryFolder();
    const model = await modelOf(folder.path, script);
    await expect(complete(model, requestOf("a"), never)).rejects.toMatchObject({
      name: "ConfigError",
      code: "usage",
      message: expect.stringContaining(words) as string,
      hint: expect.stringContaining('{ "turns": [ {') as string,
    });
  });

  it("that is not there is named", async () => {
    const provider = scriptedProvider();
    await expect(
      complete(provider.model("/no/such/script.json"), requestOf("a"), never),
    ).rejects.toMatchObject({
      name: "ConfigError",
      code: "unreadable",
      message: expect.stringContaining("/no/such/script.json") as string,
    });
    await expect(scriptedProvider({ script: "/no/such" }).prepare()).rejects.toMatchObject({
      code: "unreadable",
    });
    await expect(scriptedProvider({ script: "/no/such" }).check()).rejects.toMatchObject({
      code: "unreadable",
    });
    expect([provider.id, await provider.models()]).toEqual(["replay", []]);
  });
});

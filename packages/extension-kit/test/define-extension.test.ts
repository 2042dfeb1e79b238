import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ConfigError } from "@skein/protocol";
import { defineExtension, defineTool } from "../src/index.ts";
import { contextWith } from "./context.ts";

const hello = defineTool({
  name: "hello",
  description: "",
  effect: "reads",
  input: z.object({}),
  run: () => "hello",
});

describe("an extension", () => {
  it("without a start is ready at once", () => {
    expect(defineExtension({ name: "e", tools: [hello] }).status()).toEqual({ state: "ready" });
  });

  it("starts once, however many ask, also when a call comes first", async () => {
    let starts = 0;
    const extension = defineExtension({ name: "e", tools: [hello], start: () => void starts++ });
    expect(extension.status()).toEqual({ state: "configured" });
    const [outcome] = await Promise.all([
      extension.callTool("hello", {}, contextWith()),
      extension.tools(),
      extension.tools(),
    ]);
    expect(outcome).toEqual({ content: [{ type: "text", text: "hello" }] });
    expect([starts, extension.status()]).toEqual([1, { state: "ready" }]);
  });

  it("reports a start that fails, and tries again when asked again", async () => {
    let broken = true;
    const extension = defineExtension({
      name: "e",
      tools: [hello],
      start: () => {
        if (broken) throw new Error("no server");
      },
    });
    await expect(extension.tools()).rejects.toMatchObject({ name: "ExtensionError", code: "start-failed" });
    expect(extension.status()).toEqual({ state: "degraded", message: "no server" });
    expect(await extension.callTool("hello", {}, contextWith())).toMatchObject({ kind: "failed" });
    broken = false;
    expect(await extension.tools()).toHaveLength(1);
  });

  it("has other tools when it says that they have changed; those before stay when the new ones cannot be used", async () => {
    const named = (name: string) => ({ ...hello, name });
    let offered = [hello];
    const listeners = new Set<() => void>();
    const extension = defineExtension({
      name: "e",
      tools: () => offered,
      watchTools: (changed) => (listeners.add(changed), () => listeners.delete(changed)),
    });
    let told = 0;
    const stop = extension.onChange?.(() => told++);
    const names = async () => (await extension.tools()).map(({ name }) => name);
    expect(await names()).toEqual(["hello"]);
    offered = [hello, named("bye")];
    for (const changed of listeners) changed();
    expect([told, await names()]).toEqual([1, ["hello", "bye"]]);
    expect(await extension.callTool("bye", {}, contextWith())).toMatchObject({
      content: [{ text: "hello" }],
    });
    offered = [named("twice"), named("twice")];
    expect(await names()).toEqual(["hello", "bye"]);
    expect(extension.status()).toMatchObject({
      state: "degraded",
      message: expect.stringContaining('two tools named "twice"'),
    });
    stop?.();
    expect(listeners.size).toBe(0);
  });

  it("closes once and stays closed", async () => {
    let closes = 0;
    const extension = defineExtension({ name: "e", tools: [hello], close: () => void closes++ });
    await Promise.all([extension.close(), extension.close()]);
    expect([closes, extension.status()]).toEqual([1, { state: "stopped" }]);
    await expect(extension.tools()).rejects.toMatchObject({ code: "closed" });
    expect(await extension.callTool("hello", {}, contextWith())).toMatchObject({ kind: "failed" });
  });

  it("stays closed when its start ends after the close", async () => {
    const gate = Promise.withResolvers<void>();
    const extension = defineExtension({ name: "e", tools: [hello], start: () => gate.promise });
    const tools = extension.tools();
    await extension.close();
    gate.resolve();
    await expect(tools).rejects.toMatchObject({ code: "closed" });
    expect(extension.status()).toEqual({ state: "stopped" });
  });

  it("answers a call of a tool it does not have", async () => {
    const extension = defineExtension({ name: "e", tools: [hello] });
    expect(await extension.callTool("bye", {}, contextWith())).toEqual({
      kind: "unknown-tool",
      available: ["hello"],
    });
  });

  it("has no two tools of one name, and a name that can be part of a tool's", () => {
    expect(() => defineExtension({ name: "e", tools: [hello, hello] })).toThrow(ConfigError);
    expect(() => defineExtension({ name: "my ext", tools: [] })).toThrow(ConfigError);
  });
});

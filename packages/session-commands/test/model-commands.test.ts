import { permissionModes } from "@skein/permissions";
import type { Effort } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { commandsOf } from "../src/index.ts";
import { chatWith } from "./chat-with.ts";

interface Wishes {
  readonly models?: readonly string[];
  readonly defaultModel?: string;
  readonly keyVariables?: readonly string[];
}

function provider(id: string, { models = [], keyVariables = [], defaultModel }: Wishes = {}) {
  const model = (name: string) => ({
    ...scriptedModel([], { provider: id, id: name }),
    price: undefined,
  });
  return {
    load: async () => ({
      id,
      model,
      models: async () => models.map((name) => ({ id: name, limits: {} })),
      prepare: async () => undefined,
      check: async () => undefined,
    }),
    description: "",
    keyVariables,
    ...(defaultModel === undefined ? {} : { defaultModel }),
  };
}

const providers = {
  scripted: provider("scripted", { defaultModel: "m", models: ["m", "large"] }),
  other: provider("other", { defaultModel: "o" }),
  bare: provider("bare", { models: ["b"] }),
  keyed: provider("keyed", { keyVariables: ["KEYED_KEY"] }),
};

describe("/model", () => {
  it.each([
    ["large", { provider: "scripted", model: "large" }],
    ["other", { provider: "other", model: "o" }],
    ["other  some model", { provider: "other", model: "some model" }],
    ["bare b", { provider: "bare", model: "b" }],
  ])("changes the model: %s", async (argument, changed) => {
    const { run, session } = await chatWith({ providers });
    expect(await run("model", argument)).toEqual({ kind: "model", ...changed });
    expect(session.settings()).toMatchObject(changed);
  });

  it.each([
    ["", "scripted", ["m", "large"]],
    ["bare", "bare", ["b"]],
  ])("lists models where it is open which: %j", async (argument, id, models) => {
    const { run, session } = await chatWith({ providers });
    const listed = await run("model", argument);
    expect(listed).toMatchObject({
      kind: "models",
      current: { provider: "scripted", model: "m" },
      provider: id,
      models: models.map((model) => ({ id: model })),
    });
    expect(session.settings().provider).toBe("scripted");
  });

  it("offers other providers that have a key or an address", async () => {
    const config = "providers:\n  other:\n    baseUrl: http://127.0.0.1:1\n";
    const { run, host } = await chatWith({ providers, files: { "home/config/config.yaml": config } });
    expect(await run("model")).toMatchObject({ others: ["other"] });
    Object.assign(host.machine.env, { KEYED_KEY: "k" });
    expect(await run("model")).toMatchObject({ others: ["other", "keyed"] });
    expect(await run("model", "keyed")).toMatchObject({ others: ["other"], models: [] });
  });

  it("refuses one that the provider does not have", async () => {
    const { run, session } = await chatWith({ providers });
    await expect(run("model", "lrge")).rejects.toMatchObject({
      code: "usage",
      message: 'scripted has no model "lrge".',
      hint: expect.stringContaining("Did you mean large?\nIt has: m, large.") as string,
    });
    expect(session.settings().model).toBe("m");
  });
});

describe("/effort", () => {
  /** The command where the model has these levels. */
  async function effortOf(levels: readonly Effort[]) {
    const { host, session, path } = await chatWith();
    const model = { ...scriptedModel([], { id: "m" }), effort: { levels } };
    const { machine, sessions } = host;
    const parts = {
      machine,
      sessions,
      providersIn: (cwd: string) => host.providersIn(cwd),
      interrupt: (...of: Parameters<typeof host.interrupt>) => host.interrupt(...of),
      model: async () => model,
    };
    const commands = await commandsOf(parts, path);
    return { session, run: (argument: string) => commands.run({ name: "effort", argument }, session) };
  }

  it("says which the model takes, and changes it", async () => {
    const { run, session } = await effortOf(["low", "high"]);
    const efforts = ["low", "high", "default"];
    expect(await run("")).toEqual({ kind: "efforts", model: "m", current: "default", efforts });
    expect(await run("high")).toEqual({ kind: "effort", effort: "high" });
    expect(session.settings().options?.effort).toBe("high");
    expect(await run("")).toEqual({ kind: "efforts", model: "m", current: "high", efforts });
    expect(await run("default")).toEqual({ kind: "effort", effort: "default" });
    expect(await run("")).toMatchObject({ current: "default" });
  });

  it.each([[[]], [["none"] as const]])("has none where the model does not reason: %j", async (levels) => {
    const { run } = await effortOf(levels);
    expect(await run("")).toEqual({ kind: "efforts", model: "m", current: "default", efforts: [] });
  });

  it("refuses words that are no effort", async () => {
    const { run } = await chatWith();
    await expect(run("effort", "huge")).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining('has no effort "huge".') as string,
    });
  });
});

describe("/mode and /permissions", () => {
  it("show what decides about calls, and where the mode comes from", async () => {
    const { run } = await chatWith({
      mode: "smart_approve",
      files: { "home/config/config.yaml": "permissions:\n  deny: [Write]\n" },
    });
    expect(await run("mode")).toEqual({ kind: "modes", current: "smart_approve", modes: permissionModes });
    expect(await run("permissions")).toMatchObject({
      kind: "permissions",
      current: "smart_approve",
      listed: {
        mode: "smart_approve",
        modeFrom: "default",
        rules: [{ decision: "deny", rule: "Write" }],
        remembered: [],
      },
      modes: permissionModes,
    });
    expect(await run("mode", "plan")).toEqual({ kind: "mode", mode: "plan" });
    expect(await run("permissions")).toMatchObject({
      current: "plan",
      listed: { mode: "plan", modeFrom: "this session" },
    });
  });
});

describe("/queue", () => {
  it("sends a message later, but not an empty one", async () => {
    const { run } = await chatWith();
    expect(await run("queue", "And then\nthis")).toEqual({
      kind: "send",
      text: "And then\nthis",
      when: "next",
    });
    await expect(run("queue")).rejects.toMatchObject({
      code: "usage",
      message: "There is no message to send.",
    });
  });
});

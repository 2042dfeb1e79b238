import { join } from "node:path";
import { openHost } from "@skein/host";
import { createProviderRegistry } from "@skein/host/providers";
import { keptSecrets, namingRedactor } from "@skein/host/secrets";
import { scriptedModel } from "@skein/provider-replay";
import { machineOf } from "@skein/test-host";
import { collect, temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { collectInfo, effectivePrompts, sessionDiagnostics } from "../../src/doctor/info.ts";

const key = "one-2f7d0c9be4a1-canary";

const one = {
  load: () => {
    const model = scriptedModel([[{ type: "text", text: `It is ${key}.` }]], { id: "m" });
    return Promise.resolve({
      id: "one",
      model: () => model,
      models: async () => [],
      prepare: async () => undefined,
      check: async () => undefined,
    });
  },
  description: "",
  keyVariables: ["ONE_KEY"],
  defaultModel: "m",
};
const versions = { skein: "1.2.3", node: "24.0.0" };

describe("what is in force on a machine", () => {
  it("tells each value with its origin, who would answer, and what does not count", async () => {
    await using folder = await temporaryFolder();
    const cwd = join(folder.path, "project");
    const machine = machineOf(
      folder.path,
      { SKEIN_MODE: "plan", ONE_KEY: key },
      {
        "home/config/config.yaml": "maxTurns: 7\n",
        "project/.skein/providers/theirs.yaml": "name: theirs\n",
      },
    );
    const providers = createProviderRegistry({ one });
    const info = await collectInfo(machine, { cwd, providers, versions });
    expect(info).toMatchObject({
      version: "1.2.3",
      folders: machine.directories,
      project: { folder: cwd, trust: "untrusted" },
      answers: { provider: "one", model: "m", role: null },
      settings: {
        mode: { value: "plan", origin: "SKEIN_MODE" },
        maxTurns: { value: 7, origin: `${join(machine.directories.config, "config.yaml")}:1:1` },
      },
      warnings: [],
      untrusted: join(cwd, ".skein/providers"),
    });
    expect(JSON.stringify(info)).not.toContain("canary");
  });

  it("tells which files take the place of what the model is told", async () => {
    await using folder = await temporaryFolder();
    const machine = machineOf(folder.path, {}, { "home/config/prompts/final-output.md": "Be brief.\n" });
    const { folder: prompts, parts, warnings } = await effectivePrompts(machine);
    const own = parts.filter(({ origin }) => origin !== "default");
    const file = join(machine.directories.config, "prompts", "final-output.md");
    expect(own).toMatchObject([{ name: "final-output", origin: file }]);
    expect({ prompts, warnings }).toEqual({ prompts: join(file, ".."), warnings: [] });
  });
});

describe("a report of a session", () => {
  it("holds the session and what the face tells, without keys, and names what it hides", async () => {
    await using folder = await temporaryFolder();
    const machine = machineOf(folder.path, { SKEIN_PROVIDER: "one" });
    await keptSecrets(machine).set("ONE_KEY", key);
    await using host = await openHost({ ...machine, providers: { one } });
    const session = await host.open({ cwd: folder.path, attended: false });
    await (
      await session.send("What is the key?")
    ).result;
    const { id } = session;
    const { pieces, hidden, damage } = await sessionDiagnostics(
      { machine, providers: host.providersIn(folder.path), sessions: host.sessions, cwd: folder.path },
      id,
      {
        environment: { face: "a test" },
        findings: [{ area: "machine", text: `Found ${key}.` }],
        settings: {},
        at: new Date("2026-11-23T12:00:00Z"),
      },
    );
    const text = (await collect(pieces)).join("");
    expect(text).not.toContain(key);
    expect(JSON.parse(text)).toMatchObject({
      diagnostics: 1,
      at: "2026-11-23T12:00:00.000Z",
      environment: { face: "a test" },
      findings: [{ area: "machine", text: expect.stringContaining("__SECRET_ONE_KEY_") }],
      session: expect.objectContaining({ environment: { face: "a test" } }),
    });
    expect(hidden()).toEqual(["ONE_KEY"]);
    expect(damage()).toBeUndefined();
  });
});

describe("the names of what is hidden", () => {
  it("are those in the placeholders of texts that have come out", () => {
    const plain = {
      redact: (text: string) => text.replaceAll("old", "new"),
      restore: (text: string) => text,
      stream: () => ({ push: (text: string) => text, end: () => "" }),
    };
    const { redactor, names } = namingRedactor(plain);
    expect(names()).toEqual([]);
    const hash = "0123456789";
    expect(redactor.redact(`old__SECRET_URL_PASSWORD_${hash}_BASE64__ __SECRET_X__`)).toMatch(/^new__/);
    redactor.redact(`a__SECRET_MY_TOKEN_${hash}__b`);
    expect(names()).toEqual(["MY_TOKEN", "URL_PASSWORD"]);
  });
});

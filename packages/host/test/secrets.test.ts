import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ListedSession } from "@skein/sessions";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { createProviderRegistry, firstWithKey, type KnownProvider } from "../src/providers.ts";
import {
  describeKey,
  findKey,
  keptKeys,
  keptSecrets,
  machineRedactor,
  namingRedactor,
  scrubTargets,
  usedSecrets,
} from "../src/secrets.ts";
import { lookUpSecret } from "../src/secrets/look-up-secret.ts";
import { notSecret } from "../src/settings.ts";
import { lookUpReference } from "../src/settings/look-up-reference.ts";
import { commandVariables } from "../src/settings/secret-settings.ts";

const known = (keyVariables: readonly string[], defaultModel?: string): KnownProvider => ({
  load: () => Promise.reject(new Error("is not loaded here")),
  description: "",
  keyVariables,
  ...(defaultModel === undefined ? {} : { defaultModel }),
});
const one = { one: known(["ONE_KEY", "ONE_TOKEN"], "m") };

async function kept(secrets: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  const machine = machineOf(folder.path, env);
  for (const [name, value] of Object.entries(secrets)) await keptSecrets(machine).set(name, value);
  return { machine, path: folder.path, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

describe("where a key is", () => {
  it("is the environment before anywhere else, then the first variable that is kept", async () => {
    await using at = await kept({ ONE_KEY: "kept", ONE_TOKEN: "kept too" });
    const find = (env: Readonly<Record<string, string>>) =>
      findKey({ env }, ["ONE_KEY", "ONE_TOKEN"], keptSecrets(at.machine));
    expect(await find({ ONE_TOKEN: "given" })).toEqual({
      variable: "ONE_TOKEN",
      place: { kind: "environment" },
    });
    expect(await find({ ONE_TOKEN: "  " })).toMatchObject({ variable: "ONE_KEY", place: { kind: "file" } });
    expect(await findKey({ env: {} }, ["NONE"], keptSecrets(at.machine))).toBeUndefined();
  });

  it("is described without the key", () => {
    expect(describeKey(undefined)).toBe("no key");
    expect(describeKey({ variable: "A", place: { kind: "environment" } })).toBe("A in the environment");
    expect(describeKey({ variable: "A", place: { kind: "keyring" } })).toBe("A in the keyring");
    expect(describeKey({ variable: "A", place: { kind: "file", path: "/x" } })).toBe("A in /x");
  });

  it("chooses the first provider that needs no model to be named", async () => {
    await using at = await kept({ BARE_KEY: "k", OTHER_KEY: "k" });
    const bare = { bare: known(["BARE_KEY"]) };
    expect(await firstWithKey(at.machine, { ...bare, ...one })).toBeUndefined();
    expect(await firstWithKey(at.machine, { ...bare, ...one, other: known(["OTHER_KEY"], "m") })).toBe(
      "other",
    );
  });
});

describe("a secret that a file refers to", () => {
  it("is the environment's, else the kept one, of which the redactor is told", async () => {
    await using at = await kept({ TOKEN: "kept" }, { GIVEN: "given", TOKEN: "" });
    const used = usedSecrets();
    expect(await lookUpSecret(at.machine, "GIVEN", used)).toBe("given");
    expect(used.all()).toEqual([]);
    expect(await lookUpSecret(at.machine, "TOKEN", used)).toBe("kept");
    expect(used.all()).toEqual([{ name: "TOKEN", value: "kept" }]);
    expect(await lookUpSecret(at.machine, "NONE", used)).toBeUndefined();
    expect(used.all()).toHaveLength(1);
  });

  it("is never a kept one nor a provider's key where a project's file refers to it", async () => {
    await using at = await kept({ TOKEN: "kept" }, { GIVEN: "given", EMPTY: "", ONE_TOKEN: "key" });
    const look = (name: string, isOfProject: boolean) =>
      lookUpReference({ machine: at.machine, providers: one }, name, {
        what: "the server s",
        place: "/p/config.yaml:1:2",
        isOfProject,
      });
    expect(await look("TOKEN", false)).toBe("kept");
    expect(await look("TOKEN", true)).toBeUndefined();
    expect(await look("GIVEN", true)).toBe("given");
    expect(await look("EMPTY", true)).toBeUndefined();
    expect(await look("ONE_TOKEN", false)).toBe("key");
    await expect(look("ONE_TOKEN", true)).rejects.toMatchObject({
      code: "usage",
      message: "/p/config.yaml:1:2: the server s wants ONE_TOKEN.",
    });
  });
});

describe("secrets that were used", () => {
  it("are known once each, also when a name has had two values", () => {
    const used = usedSecrets();
    for (const value of ["a", "b", "a"]) used.add({ name: "TOKEN", value });
    expect(used.all()).toEqual([
      { name: "TOKEN", value: "a" },
      { name: "TOKEN", value: "b" },
    ]);
  });
});

describe("names in config files of what is no secret, and of what commands get", () => {
  const settingsOf = async (text: string) => {
    const folder = await temporaryFolder();
    const machine = machineOf(folder.path, {}, { "home/config/config.yaml": text });
    return { machine, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
  };

  it("are taken as they are written, each list by its own section", async () => {
    await using at = await settingsOf("redaction: { allow: [BUILD_KEY] }\nshell: { env: [DEPLOY_TOKEN] }\n");
    expect(await notSecret(at.machine, one)).toEqual(["BUILD_KEY"]);
    expect(await commandVariables(at.machine, one)).toEqual(["DEPLOY_TOKEN"]);
    await using none = await settingsOf("model: m\n");
    expect(await notSecret(none.machine, one)).toEqual([]);
  });

  it("are never a provider's key", async () => {
    await using allowed = await settingsOf("redaction: { allow: [BUILD_KEY, ONE_TOKEN] }\n");
    await expect(notSecret(allowed.machine, one)).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining(
        "redaction.allow names ONE_TOKEN, a provider's key, which is hidden always.",
      ),
    });
    await using given = await settingsOf("shell: { env: [ONE_KEY] }\n");
    await expect(commandVariables(given.machine, one)).rejects.toThrow(
      "shell.env names ONE_KEY, a provider's key, which is never given to commands.",
    );
  });
});

describe("the redactor of a machine", () => {
  it("hides kept keys, what the environment holds and what the folder's .env has, and names what it hid", async () => {
    await using at = await kept({ ONE_KEY: "q7XzKp29vLm4Wt83Rd" }, { BUILD_TOKEN: "m3Vn8Qx5Lc2Hj9Ty6W" });
    writeFileSync(join(at.path, ".env"), "DOT_SECRET=z5Rb7Gk1Pf4Sd8Nw3Q\n");
    const sources = { machine: at.machine, providers: createProviderRegistry(one) };
    const keys = await keptKeys(sources, at.path);
    expect(keys).toEqual([{ name: "ONE_KEY", value: "q7XzKp29vLm4Wt83Rd" }]);
    const { redactor, names } = namingRedactor(await machineRedactor(sources, at.path, keys));
    expect(names()).toEqual([]);
    const hidden = redactor.redact("q7XzKp29vLm4Wt83Rd m3Vn8Qx5Lc2Hj9Ty6W z5Rb7Gk1Pf4Sd8Nw3Q plain");
    expect(hidden).not.toMatch(/q7XzKp29vLm4Wt83Rd|m3Vn8Qx5Lc2Hj9Ty6W|z5Rb7Gk1Pf4Sd8Nw3Q/);
    expect(hidden).toContain(" plain");
    expect(names()).toEqual(["BUILD_TOKEN", "DOT_SECRET", "ONE_KEY"]);
    // What was hidden before is named, too.
    expect(namingRedactor(redactor).names()).toEqual([]);
    const again = namingRedactor(redactor);
    again.redactor.redact(hidden);
    expect(again.names()).toEqual(["BUILD_TOKEN", "DOT_SECRET", "ONE_KEY"]);
  });

  it("is that of each session's folder when sessions are scrubbed", async () => {
    await using at = await kept({ ONE_KEY: "q7XzKp29vLm4Wt83Rd" });
    machineOf(
      at.path,
      {},
      { "a/.env": "SECRET=h8Jt4Yc6Mz2Xv9Lk5F\n", "b/.env": "SECRET=w2Df6Bq9Rn3Gp7Vs4X\n" },
    );
    const line = (session: string, folder: string) =>
      ({ session, summary: { cwd: join(at.path, folder) } }) as unknown as ListedSession;
    const targets = await scrubTargets(
      { machine: at.machine, providers: createProviderRegistry(one) },
      [line("s1", "a"), line("s2", "a"), { session: "s3", damaged: "torn" }],
      join(at.path, "b"),
    );
    expect(targets.map(({ session }) => session)).toEqual(["s1", "s2", "s3"]);
    expect(targets[0]!.redactor).toBe(targets[1]!.redactor);
    const texts = targets.map(({ redactor }) =>
      redactor.redact("h8Jt4Yc6Mz2Xv9Lk5F w2Df6Bq9Rn3Gp7Vs4X q7XzKp29vLm4Wt83Rd"),
    );
    expect(texts[0]).toMatch(/^__SECRET_\S+ w2Df6Bq9Rn3Gp7Vs4X __SECRET_ONE_KEY/);
    expect(texts[2]).toMatch(/^h8Jt4Yc6Mz2Xv9Lk5F __SECRET_\S+ __SECRET_ONE_KEY/);
  });
});

import { describe, expect, it } from "vitest";
import type { EngineSettings } from "../src/engine.ts";
import { defineProvider, readDefinition } from "../src/index.ts";
import { engines } from "./engines.ts";

/** The idle timeouts that an engine is given. */
async function limitsOf(fields: object, watchdog?: EngineSettings["watchdog"]) {
  const base = { name: "corp", engine: "openai", base_url: "https://corp.example/v1" };
  const { definition } = await readDefinition(JSON.stringify({ ...base, ...fields }), "corp.json");
  let given: EngineSettings["watchdog"] | undefined;
  const load = (settings: EngineSettings) => {
    given = settings.watchdog;
    return engines["openai"]!.load(settings);
  };
  const provider = defineProvider(definition, { openai: { load, keyVariables: [] } }, { env: {}, watchdog });
  await provider.prepare();
  return given;
}

describe("the idle timeout of a definition", () => {
  it("is raised by timeout_seconds before a reply and inside of it, and lowered too", async () => {
    expect(await limitsOf({ timeout_seconds: 600 })).toEqual({ firstByteMs: 600_000, idleMs: 600_000 });
    expect(await limitsOf({ timeout_seconds: 30 })).toEqual({ firstByteMs: 30_000, idleMs: 30_000 });
  });

  it("leaves a server on this machine time to load a model", async () => {
    expect(await limitsOf({})).toEqual({ firstByteMs: 120_000, idleMs: 90_000 });
    for (const host of ["localhost:8000", "127.0.0.1:1234", "[::1]:80"])
      expect(await limitsOf({ base_url: `http://${host}/v1` })).toEqual({
        firstByteMs: 600_000,
        idleMs: 90_000,
      });
  });

  it("gives way to what the user sets", async () => {
    const own = { firstByteMs: 5000, idleMs: 6000 };
    expect(await limitsOf({ timeout_seconds: 600 }, own)).toEqual(own);
  });
});

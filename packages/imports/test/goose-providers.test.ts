import { createProviderRegistry } from "@skein/host/providers";
import type { KnownProvider } from "@skein/host/providers";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { findPrograms } from "../src/index.ts";
import { gooseProviders } from "../src/reading/goose-providers.ts";

const ofPackage: KnownProvider = {
  load: () => Promise.reject(new Error("is not loaded here")),
  description: "",
  keyVariables: [],
};
const packages = [
  "anthropic",
  "openai",
  "google",
  "ollama",
  "bedrock",
  "vertex",
  "local",
  "acp:claude",
  "acp:codex",
] as const;
const engines = Object.fromEntries(packages.map((id) => [id, ofPackage]));
const { known } = createProviderRegistry(engines);

/** What is taken of a Goose config with that provider, and what is left, with the reason. */
async function importOf(provider: string) {
  await using folder = await temporaryFolder();
  const machine = machineOf(
    folder.path,
    { HOME: folder.path },
    { ".config/goose/config.yaml": `GOOSE_PROVIDER: ${provider}\nGOOSE_MODEL: m-1\n` },
  );
  const [goose] = await findPrograms(machine, { cwd: folder.path, providers: known });
  return {
    taken: goose?.found.settings.map(({ name, value }) => [name, value]),
    left: goose?.found.leftAlone.map(({ subject, why }) => `${subject}: ${why}`),
  };
}

it.each(Object.entries(gooseProviders))("Goose's %s is taken, or left with a reason", async (id, goose) => {
  const { taken, left } = await importOf(id);
  const isTaken = "provider" in goose;
  const model = isTaken && !goose.hasOwnModels ? [["model", "m-1"]] : [];
  expect({ taken, left }).toEqual({
    taken: isTaken ? [["provider", goose.provider], ...model] : [],
    left: [
      ...(isTaken ? [] : [`GOOSE_PROVIDER ${id}: ${goose.reason}`]),
      ...(model.length === 0 ? [`GOOSE_MODEL m-1: it belongs to ${id}`] : []),
    ],
  });
});

it("a provider that Goose does not bring either is left", async () => {
  const { taken, left } = await importOf("custom_lab");
  expect(taken).toEqual([]);
  expect(left?.[0]).toContain("GOOSE_PROVIDER custom_lab");
});

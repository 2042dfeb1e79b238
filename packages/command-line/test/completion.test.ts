import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { knownWords, type KnownKind } from "../src/completion/index.ts";
import { createProviderRegistry } from "@skein/host/providers";

it("there are words for what is on the machine and in the folder", async () => {
  await using folder = await temporaryFolder();
  const machine = machineOf(join(folder.path, "home"));
  const cwd = join(folder.path, "work");
  await mkdir(join(cwd, ".skein", "recipes"), { recursive: true });
  const recipe = "version: 1.0.0\ntitle: Tidy up\ndescription: Tidies\nprompt: Tidy.\n";
  await writeFile(join(cwd, ".skein", "recipes", "tidy.yaml"), recipe);
  const providers = createProviderRegistry({});
  const of = (kind: KnownKind) => knownWords(kind, { machine, providers, cwd });
  expect(await of("recipes")).toEqual([{ word: "tidy", about: "Tidy up" }]);
  expect(await of("sessions")).toEqual([]);
  expect(await of("agents")).toEqual([]);
  expect((await of("modes")).map(({ word }) => word)).toContain("plan");
  expect((await of("builtins")).map(({ word }) => word)).toContain("developer");
});

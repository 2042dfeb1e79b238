import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../packages/test-kit/src/index.ts";
import { entryPoints } from "../entry-points.ts";
import { writeReference } from "../write-reference.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

it("the API reference has a page for each thing that a program may import", async () => {
  await using folder = await temporaryFolder();
  expect(await writeReference(root, folder.path)).toBe(true);
  const names = [...entryPoints(root).values()];
  expect(names).toContain("@skein/agent/replay");
  const modules = readdirSync(join(folder.path, "modules"));
  expect(modules.toSorted()).toEqual(
    names.map((name) => `${name.replace("@", "_").replaceAll("/", "_")}.html`).toSorted(),
  );
  expect(existsSync(join(folder.path, "functions", "_skein_agent.createAgent.html"))).toBe(true);
  const parts = readFileSync(join(folder.path, "interfaces", "_skein_agent.AgentParts.html"), "utf8");
  expect(parts).toContain("The conversation history that a new session starts with");
});

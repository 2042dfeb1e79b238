import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createProviderRegistry } from "@skein/host/providers";
import { entryProblem } from "@skein/host/settings";
import { isJsonObject, messageOf } from "@skein/protocol";
import { copyWritable, temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { readServersFile } from "../src/adding/read-servers-file.ts";
import { createCollector, type ImportFindings } from "../src/findings.ts";
import { JsonFault, parseJsonText } from "../src/reading/json-text.ts";
import { programs } from "../src/programs.ts";

const outside = process.env["SKEIN_FIXTURES"] ?? resolve(import.meta.dirname, "../../../../shared/fixtures");

function filesIn(folder: string, ending: string): readonly string[] {
  const path = join(outside, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path).filter((name) => name.endsWith(ending) && name !== "index.json");
}

async function readAs(program: string, folder: string): Promise<ImportFindings> {
  const into = createCollector();
  const { known } = createProviderRegistry({});
  await programs[program]!.read({
    folder,
    data: folder,
    cwd: folder,
    isDefault: false,
    providers: known,
    into,
  });
  return into.found;
}

function expectUsable({ extensions }: ImportFindings): void {
  for (const { entry } of extensions) expect(entryProblem(entry)).toBeUndefined();
}

const configs = filesIn("goose-config", ".yaml");

describe.skipIf(configs.length === 0)("files that Goose's own documentation shows", () => {
  it.each(configs)("%s is read, or is said to be broken", async (name) => {
    await using folder = await temporaryFolder();
    await cp(join(outside, "goose-config", name), join(folder.path, "config.yaml"));
    const found = await readAs("goose", folder.path);
    expectUsable(found);
    const lines = [found.settings, found.extensions, found.leftAlone, found.broken].flat();
    expect(lines.length).toBeGreaterThan(0);
    for (const sentence of found.broken) expect(sentence).toMatch(/config\.yaml:\d+:\d+: it is not YAML/);
  });

  it("are whole providers too, of which each is named", async () => {
    const providers = filesIn("goose-providers", ".json");
    await using folder = await temporaryFolder();
    await copyWritable(join(outside, "goose-providers"), join(folder.path, "custom_providers"));
    const { leftAlone, broken } = await readAs("goose", folder.path);
    expect(broken).toEqual([]);
    expect(leftAlone.length).toBeGreaterThanOrEqual(providers.length);
  });
});

const clients = filesIn("mcp-configs", ".json");

describe.skipIf(clients.length === 0)("MCP configurations that others published", () => {
  it.each(clients)(
    "%s: each server is taken or left with a reason, or the file is broken at a line",
    async (name) => {
      const text = readFileSync(join(outside, "mcp-configs", name), "utf8");
      await using folder = await temporaryFolder();
      await mkdir(folder.path, { recursive: true });
      await writeFile(join(folder.path, "settings.json"), text);
      await writeFile(join(folder.path, ".claude.json"), text);
      for (const program of ["gemini", "claude"]) {
        const found = await readAs(program, folder.path);
        expectUsable(found);
        const servers = serversIn(text);
        const named = [
          ...found.extensions.map((one) => one.name),
          ...found.leftAlone.filter(({ area }) => area === "extensions").map(({ subject }) => subject),
        ];
        const isSaidBroken = found.broken.some((sentence) => /\.json:\d+/.test(sentence));
        expect({ isSaidBroken, named: named.toSorted() }).toEqual({
          isSaidBroken: servers === undefined,
          named: (servers ?? []).toSorted(),
        });
        for (const { why } of found.leftAlone) expect(why).not.toBe("");
      }
    },
  );
});

function serversIn(text: string): readonly string[] | undefined {
  try {
    const value = parseJsonText(text);
    if (!isJsonObject(value)) return undefined;
    return isJsonObject(value["mcpServers"]) ? Object.keys(value["mcpServers"]) : [];
  } catch (error) {
    if (error instanceof JsonFault) return undefined;
    throw error;
  }
}

const servers = filesIn("mcp-configs", ".json");

describe.skipIf(servers.length === 0)("files with MCP servers that servers and clients publish", () => {
  it.each(servers)("%s is read, or refused with what is wrong", async (name) => {
    const file = join(outside, "mcp-configs", name);
    const found = await readServersFile(file, "/").catch((error: unknown) => messageOf(error));
    const refused = typeof found === "string" ? found : undefined;
    const taken = typeof found === "string" ? createCollector().found : found;
    expectUsable(taken);
    const said = [...taken.extensions, ...taken.leftAlone.map(({ why }) => why), refused].filter(Boolean);
    expect(said.length).toBeGreaterThan(0);
    // Only what is a fragment, or no JSON for another reason, is refused as a whole.
    expect(refused ?? "json:1:1: it is not JSON").toMatch(/json:\d+:\d+: it is not JSON/);
  });
});

import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { fileExtensionPins } from "../src/index.ts";
import type { McpSettings } from "../src/mcp/settings.ts";
import { listedTool } from "../src/mcp/listed-tool.ts";
import { pinnedOffer, sourceOf, withPinnedVersion } from "../src/pins/pinned-offer.ts";
import type { ServerOffer } from "../src/pins/review-offer.ts";

const settings = (change: Partial<McpSettings> = {}) =>
  ({ name: "calc", command: "npx", args: ["-y", "calc"], ...change }) as McpSettings;

describe("what stands for a server", () => {
  it.each<[string, Partial<McpSettings>]>([
    ["another command", { command: "bunx" }],
    ["other arguments", { args: ["-y", "calc", "--evil"] }],
    ["no arguments", { args: [] }],
    ["the same words in other arguments", { args: ["-y calc"] }],
    ["arguments in another order", { args: ["calc", "-y"] }],
  ])("is another one for %s", (_, change) => {
    expect(sourceOf(settings(change))).not.toBe(sourceOf(settings()));
  });

  it("is another one for another address or socket", () => {
    const at = (change: { readonly url?: string; readonly socket?: string }) =>
      sourceOf({ name: "calc", url: "http://localhost/mcp", ...change });
    const sources = [
      at({}),
      at({ url: "http://localhost/mcp2" }),
      at({ socket: "/run/a.sock" }),
      at({ socket: "/run/b.sock" }),
      at({ url: "http://localhost/mcp/run/a.sock" }),
    ];
    expect(new Set(sources).size).toBe(sources.length);
  });
});

const tool = listedTool({ name: "add", description: "Adds.", inputSchema: { type: "object" } });
const offer = (source: string): ServerOffer => ({
  source,
  server: "calc 1",
  instructions: "Add well.",
  tools: tool === undefined ? [] : [tool],
  package: { ecosystem: "npm", name: "calc", version: "1.0.0" },
});

describe("the version of a package that was accepted", () => {
  it("is started for the same command, and for no other", async () => {
    await using folder = await temporaryFolder();
    const pins = fileExtensionPins(join(folder.path, "pins"));
    const ours = settings({ pins, pinKey: "calc" });
    await pinnedOffer(ours, "calc", offer(sourceOf(ours)));
    expect(await withPinnedVersion(ours, "calc")).toMatchObject({ settings: { args: ["-y", "calc@1.0.0"] } });
    const other = settings({ pins, pinKey: "calc", args: ["-y", "calc", "--evil"] });
    expect(await withPinnedVersion(other, "calc")).toEqual({ settings: other });
  });
});

describe("a pin that cannot be read", () => {
  it.each(["broken", "a folder", "another file"])("offers nothing: %s", async (kind) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "pins");
    await mkdir(path);
    const file = join(path, "calc.json");
    if (kind === "a folder") await mkdir(file);
    else await writeFile(file, kind === "broken" ? "{" : '{"version":2}');
    const notices: string[] = [];
    const pins = fileExtensionPins(path);
    const ours = settings({ pins, pinKey: "calc", onNotice: (text: string) => void notices.push(text) });
    expect(await pinnedOffer(ours, "calc", offer(sourceOf(ours)))).toEqual({
      tools: [],
      instructions: "",
      asked: [],
    });
    expect(notices.join()).toMatch(/"calc" are not offered: .*cannot be read/);
    expect(await readdir(path)).toEqual(["calc.json"]);
  });
});

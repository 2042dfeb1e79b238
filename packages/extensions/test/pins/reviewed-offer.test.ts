import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "@skein/protocol";
import { fileExtensionPins, type ExtensionPinStore, type McpCommandSettings } from "../../src/index.ts";
import { listedTool } from "../../src/mcp/listed-tool.ts";
import { pinKeyOf, pinnedOffer, sourceOf, withPinnedVersion } from "../../src/pins/pinned-offer.ts";
import { acceptOffer, reviewOffer, type ServerOffer } from "../../src/pins/review-offer.ts";

const command = { command: "npx", args: ["some-server"] };
const add: JsonObject = { name: "add", description: "Adds.", inputSchema: { type: "object" } };
const sub: JsonObject = { name: "sub", description: "Subtracts.", inputSchema: { type: "object" } };

function offerOf(tools: readonly JsonObject[], more: Partial<ServerOffer> = {}): ServerOffer {
  const listed = tools.map((tool) => listedTool(tool)!);
  return { source: sourceOf(command), server: "calc 1", instructions: "Count well.", tools: listed, ...more };
}

async function shop() {
  const folder = await temporaryFolder();
  const notices: string[] = [];
  const pins = fileExtensionPins(join(folder.path, "pins"));
  const settings: McpCommandSettings = { ...command, pins, onNotice: (text) => notices.push(text) };
  return {
    folder: join(folder.path, "pins"),
    pins,
    notices,
    settings,
    async names(offer: ServerOffer) {
      const { tools, instructions } = await pinnedOffer(settings, "calc", offer);
      return { tools: tools.map(({ name }) => name), instructions };
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe("what a server offers", () => {
  it("is accepted at its first start, and kept with all that it said", async () => {
    await using at = await shop();
    expect(await at.names(offerOf([add]))).toEqual({ tools: ["add"], instructions: "Count well." });
    expect(await at.pins.read(pinKeyOf(at.settings, "calc"))).toEqual({
      version: 1,
      source: sourceOf(command),
      server: "calc 1",
      instructions: "Count well.",
      tools: {
        add: {
          hash: expect.stringMatching(/^[0-9a-f]{64}$/),
          description: "Adds.",
          inputSchema: { type: "object" },
        },
      },
    });
    expect(at.notices).toEqual([]);
    const [file = ""] = await readdir(at.folder);
    expect(file).toBe(`${pinKeyOf(at.settings, "calc")}.json`);
    expect((await stat(join(at.folder, file))).mode & 0o777).toBe(0o600);
    expect((await stat(at.folder)).mode & 0o777).toBe(0o700);
  });

  it.each<[name: string, later: ServerOffer, tools: readonly string[], notice: string]>([
    ["the same", offerOf([add, sub]), ["add", "sub"], ""],
    ["fewer tools", offerOf([sub]), ["sub"], ""],
    [
      "another description",
      offerOf([{ ...add, description: "Adds!" }, sub]),
      ["sub"],
      'The tool "add" has changed:\n  - Adds.\n  + Adds!',
    ],
    [
      "another title",
      offerOf([{ ...add, title: "A" }, sub]),
      ["sub"],
      'The tool "add" has changed beside description and inputs.',
    ],
    [
      "a new tool",
      offerOf([add, sub, { name: "mul" }]),
      ["add", "sub"],
      'The tool "mul" is new:\n  + \n  + {}',
    ],
    [
      "other instructions",
      offerOf([add, sub], { instructions: "Obey." }),
      ["add", "sub"],
      "Its instructions have changed:\n  - Count well.\n  + Obey.",
    ],
    [
      "a name of every object",
      offerOf([add, sub, { name: "toString" }]),
      ["add", "sub"],
      'The tool "toString" is new',
    ],
    [
      "another source",
      offerOf([add, sub], { source: "x" }),
      [],
      "Its command line or address is another one.",
    ],
  ])("is offered later as far as it was accepted: %s", async (_, later, tools, notice) => {
    await using at = await shop();
    await at.names(offerOf([add, sub]));
    expect(await at.names(later)).toEqual({
      tools,
      instructions: later.source === "x" ? "" : "Count well.",
    });
    expect(at.notices.map((text) => text.split("\n")[0])).toEqual(
      notice === ""
        ? []
        : [
            'The extension "calc" is not as it was accepted. What differs is not offered until it is accepted:',
          ],
    );
    expect(at.notices.join()).toContain(notice);
  });

  it("is shown in at most twelve lines", async () => {
    await using at = await shop();
    await at.names(offerOf([add]));
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`).join("\n");
    await at.names(offerOf([add], { instructions: `Count well.\n${lines}` }));
    const shown = at.notices[0]!.split("\n");
    expect(shown).toHaveLength(14);
    expect(shown.slice(1, 4)).toEqual(["Its instructions have changed:", "  + line 0", "  + line 1"]);
    expect(shown.slice(-2)).toEqual(["  + line 10", "  … and 9 more lines"]);
  });

  it("is not offered at all when what was accepted cannot be read", async () => {
    await using at = await shop();
    await mkdir(at.folder);
    await writeFile(join(at.folder, `${pinKeyOf(at.settings, "calc")}.json`), "{}");
    expect(await at.names(offerOf([add]))).toEqual({ tools: [], instructions: "" });
    expect(at.notices).toEqual([
      expect.stringMatching(
        /^The tools of the extension "calc" are not offered: .*not a list of accepted tools\.$/,
      ),
    ]);
  });

  it("is offered although it cannot be remembered, and says so", async () => {
    await using at = await shop();
    const pins: ExtensionPinStore = {
      read: () => Promise.resolve(undefined),
      write: () => Promise.reject(new Error("disk full")),
    };
    const { tools } = await pinnedOffer({ ...at.settings, pins }, "calc", offerOf([add]));
    expect(tools).toHaveLength(1);
    expect(at.notices).toEqual(['What the extension "calc" offers cannot be remembered: disk full']);
  });

  it("is never held against what was accepted without a store", async () => {
    const offer = offerOf([add]);
    expect(await pinnedOffer(command, "calc", offer)).toEqual({ ...offer, asked: [] });
  });
});

describe("an accepted offer", () => {
  const pin = acceptOffer(undefined, offerOf([add]));

  it("adds to what was accepted of the same source", () => {
    const both = acceptOffer(pin, offerOf([sub], { instructions: "New.", server: "calc 2" }));
    expect(Object.keys(both.tools)).toEqual(["add", "sub"]);
    expect(both).toMatchObject({ version: 1, server: "calc 2", instructions: "New." });
    expect(both).not.toHaveProperty("package");
  });

  it("replaces what was accepted of another source", () => {
    expect(Object.keys(acceptOffer(pin, offerOf([sub], { source: "x" })).tools)).toEqual(["sub"]);
  });

  it("keeps the version of its package, unless another one was started", () => {
    const one = { ecosystem: "npm", name: "some-server", version: "1.0.0" } as const;
    const two = { ...one, version: "2.0.0" };
    const withPackage = acceptOffer(undefined, offerOf([add], { package: one }));
    expect(withPackage.package).toEqual(one);
    expect(acceptOffer(withPackage, offerOf([add])).package).toEqual(one);
    expect(acceptOffer(withPackage, offerOf([add], { package: two })).package).toEqual(two);
    expect(acceptOffer(withPackage, offerOf([add], { source: "x" }))).not.toHaveProperty("package");
    const changes = (offer: ServerOffer) => reviewOffer(withPackage, offer).changes;
    expect(changes(offerOf([add], { package: one }))).toEqual([]);
    expect(changes(offerOf([add]))).toEqual([]);
    expect(changes(offerOf([add], { package: two }))).toEqual([
      { kind: "package", before: "some-server 1.0.0", after: "some-server 2.0.0" },
    ]);
    expect(reviewOffer(pin, offerOf([add], { package: two })).changes).toEqual([
      { kind: "package", before: "some-server any version", after: "some-server 2.0.0" },
    ]);
  });
});

describe("the key of a pin", () => {
  it("is that of the settings, or stands for name and command", () => {
    expect(pinKeyOf({ ...command, pinKey: "mine" }, "calc")).toBe("mine");
    expect(pinKeyOf(command, "calc")).toMatch(/^calc\.[0-9a-f]{12}$/);
  });

  it("is another one for each source", () => {
    const sources = [
      command,
      { command: "npx" },
      { ...command, args: ["other"] },
      { url: "http://127.0.0.1:1/" },
      { url: "http://127.0.0.1:1/", socket: "/s" },
    ].map(sourceOf);
    expect(new Set(sources).size).toBe(sources.length);
    expect(sourceOf({ command: "npx", args: [] })).toBe(sourceOf({ command: "npx" }));
    expect(sourceOf(command)).not.toContain("some-server");
  });
});

describe("the version of a package that is started", () => {
  const started = async (settings: McpCommandSettings) => {
    const { settings: versioned, chosen } = await withPinnedVersion(settings, "calc");
    return { args: "args" in versioned ? versioned.args : undefined, chosen: chosen?.version };
  };
  const newest = (version: string | undefined) => ({ newestVersion: () => Promise.resolve(version) });

  it("is the newest one at a first start, the accepted one later", async () => {
    await using at = await shop();
    const first = { ...at.settings, ...newest("1.2.0") };
    expect(await started(first)).toEqual({ args: ["some-server@1.2.0"], chosen: "1.2.0" });
    const { chosen } = await withPinnedVersion(first, "calc");
    await at.pins.write(pinKeyOf(first, "calc"), acceptOffer(undefined, offerOf([add], { package: chosen })));
    expect(await started({ ...at.settings, ...newest("2.0.0") })).toEqual({
      args: ["some-server@1.2.0"],
      chosen: undefined,
    });
  });

  it.each<[name: string, change: Partial<McpCommandSettings>]>([
    ["without a store", { pins: undefined }],
    ["for a command that starts no package", { command: "node", args: ["server.js"] }],
    ["where the newest one is unknown", newest(undefined)],
    ["where no one looks it up", { newestVersion: undefined }],
  ])("is that of the command %s", async (_, change) => {
    await using at = await shop();
    const settings = { ...at.settings, ...newest("1.2.0"), ...change };
    expect(await started(settings)).toEqual({ args: settings.args, chosen: undefined });
  });

  it("is that of the command where none was accepted, or of another source", async () => {
    await using at = await shop();
    const key = pinKeyOf(at.settings, "calc");
    await at.pins.write(key, acceptOffer(undefined, offerOf([add])));
    expect(await started({ ...at.settings, ...newest("2.0.0") })).toMatchObject({ args: ["some-server"] });
    const version = { ecosystem: "npm", name: "some-server", version: "1.2.0" } as const;
    const other = offerOf([add], { source: "x", package: version });
    await at.pins.write(key, acceptOffer(undefined, other));
    expect(await started({ ...at.settings, ...newest("2.0.0") })).toMatchObject({ args: ["some-server"] });
    await writeFile(join(at.folder, `${key}.json`), "{");
    expect(await started({ ...at.settings, ...newest("2.0.0") })).toMatchObject({ args: ["some-server"] });
  });
});

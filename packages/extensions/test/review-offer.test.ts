import type { JsonObject } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { listedTool } from "../src/mcp/listed-tool.ts";
import { acceptOffer, reviewOffer, type ServerOffer } from "../src/pins/review-offer.ts";

const add = { name: "add", description: "Adds.", inputSchema: { type: "object" } };
const wipe = { name: "wipe", description: "Removes all.", inputSchema: { type: "object" } };

function offerOf(tools: readonly JsonObject[], change: Partial<ServerOffer> = {}): ServerOffer {
  const listed = tools.map(listedTool).filter((tool) => tool !== undefined);
  return { source: "command-a", server: "calc 1", instructions: "Add well.", tools: listed, ...change };
}

const namesOf = ({ tools }: Pick<ServerOffer, "tools">) => tools.map(({ name }) => name);
const version = (text: string) => ({ ecosystem: "npm", name: "calc", version: text }) as const;

describe("a server accepted under another command", () => {
  it("keeps nothing that was accepted under the old one", () => {
    const before = acceptOffer(undefined, offerOf([add, wipe], { package: version("1.0.0") }));
    const pin = acceptOffer(before, offerOf([add], { source: "command-b" }));
    expect(pin.source).toBe("command-b");
    expect(Object.keys(pin.tools)).toEqual(["add"]);
    expect(pin).not.toHaveProperty("package");
    const later = reviewOffer(pin, offerOf([add, wipe], { source: "command-b" }));
    expect(namesOf(later)).toEqual(["add"]);
    expect(later.changes).toMatchObject([{ kind: "tool-added", tool: "wipe" }]);
  });

  it("offers nothing until then, and what differs is shown", () => {
    const pin = acceptOffer(undefined, offerOf([add]));
    expect(reviewOffer(pin, offerOf([add, wipe], { source: "command-b" }))).toMatchObject({
      tools: [],
      instructions: "",
      changes: [{ kind: "source" }, { kind: "tool-added", tool: "wipe" }],
    });
  });
});

describe("a server accepted again under the same command", () => {
  it("keeps the tools that it does not list now, and the package that was pinned", () => {
    const before = acceptOffer(undefined, offerOf([add, wipe], { package: version("1.0.0") }));
    const pin = acceptOffer(before, offerOf([add]));
    expect(Object.keys(pin.tools).toSorted()).toEqual(["add", "wipe"]);
    expect(pin.package).toEqual(version("1.0.0"));
    expect(acceptOffer(pin, offerOf([add], { package: version("2.0.0") })).package).toEqual(version("2.0.0"));
    const later = reviewOffer(pin, offerOf([wipe], { package: version("1.0.0") }));
    expect(namesOf(later)).toEqual(["wipe"]);
    expect(later.changes).toEqual([]);
  });

  it("has its new instructions once they are accepted, and the old ones until then", () => {
    const pin = acceptOffer(undefined, offerOf([add]));
    const next = offerOf([add], { instructions: "Obey the page." });
    expect(reviewOffer(pin, next)).toMatchObject({
      instructions: "Add well.",
      changes: [{ kind: "instructions", before: "Add well.", after: "Obey the page." }],
    });
    expect(reviewOffer(acceptOffer(pin, next), next)).toMatchObject({
      instructions: "Obey the page.",
      changes: [],
    });
  });
});

describe("a tool", () => {
  it.each<[string, JsonObject]>([
    ["description", { description: "Adds. Reads keys." }],
    ["inputs", { inputSchema: { type: "object", properties: { note: { type: "string" } } } }],
    ["annotations", { annotations: { readOnlyHint: true } }],
    ["title", { title: "Sum" }],
    ["output", { outputSchema: { type: "object" } }],
    ["meta data", { _meta: { "ui/resourceUri": "ui://page" } }],
  ])("is withheld when another %s is said of it", (_, change) => {
    const pin = acceptOffer(undefined, offerOf([add, wipe]));
    const reviewed = reviewOffer(pin, offerOf([{ ...add, ...change }, wipe]));
    expect(namesOf(reviewed)).toEqual(["wipe"]);
    expect(reviewed.changes).toMatchObject([{ kind: "tool-changed", tool: "add" }]);
  });

  it.each(["constructor", "toString", "__proto__", "ADD", "add "])("named %j was not accepted", (name) => {
    const pin = acceptOffer(undefined, offerOf([add]));
    const reviewed = reviewOffer(pin, offerOf([add, { ...wipe, name }]));
    expect(namesOf(reviewed)).toEqual(["add"]);
    expect(reviewed.changes.map(({ kind }) => kind)).toEqual(["tool-added"]);
  });

  it("of another version of the package is offered as it was accepted, and the version is told", () => {
    const pin = acceptOffer(undefined, offerOf([add], { package: version("1.0.0") }));
    const reviewed = reviewOffer(pin, offerOf([add], { package: version("2.0.0") }));
    expect(namesOf(reviewed)).toEqual(["add"]);
    expect(reviewed.changes).toEqual([{ kind: "package", before: "calc 1.0.0", after: "calc 2.0.0" }]);
  });
});

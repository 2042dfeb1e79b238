import { isFailure, extractText, type Extension, type JsonObject } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { extensionManager, switchableExtension } from "../src/index.ts";
import { context, standIn, tool } from "./stand-ins.ts";

/** Two resources, of which one can change, and a prompt. */
function shelf() {
  const listeners = new Map<string, () => void>();
  const extension: Extension = {
    ...standIn("shelf", []),
    resources: {
      list: async () => [
        { uri: "shelf://a", name: "a", description: "The first book" },
        { uri: "shelf://b", name: "b" },
      ],
      templates: async () => [{ uriTemplate: "shelf://{title}", name: "book" }],
      async read(uri) {
        if (uri === "shelf://none") throw new Error("There is no such book");
        return [{ uri, text: `text of ${uri}` }];
      },
      async subscribe(uri, listener) {
        listeners.set(uri, listener);
        return () => void listeners.delete(uri);
      },
    },
    prompts: {
      list: async () => [
        { name: "review", arguments: [{ name: "title", isRequired: true }, { name: "tone" }] },
      ],
      get: async (_, { title = "" }) => ({
        messages: [{ role: "user", content: [{ type: "text", text: `Review ${title}.` }] }],
      }),
    },
  };
  return { extension, change: (uri: string) => listeners.get(uri)?.() };
}

const namesOf = async (extension: Extension) => (await extension.tools()).map(({ name }) => name);

async function says(extension: Extension, name: string, input: JsonObject): Promise<string> {
  const outcome = await extension.callTool(name, input, context);
  return isFailure(outcome) ? JSON.stringify(outcome) : extractText(outcome.content);
}

describe("the model's tools for extensions", () => {
  it("are only there for what extensions have", async () => {
    const bare = standIn("bare", [tool("t")]);
    expect(await namesOf(extensionManager({ extensions: [bare], switches: [] }))).toEqual([]);
    const { prompts, ...readable } = shelf().extension;
    expect(prompts).toBeDefined();
    expect(await namesOf(extensionManager({ extensions: [bare, readable], switches: [] }))).toEqual([
      "list_resources",
      "read_resource",
    ]);
    const unstarted: Extension = { ...shelf().extension, status: () => ({ state: "configured" }) };
    expect(await namesOf(extensionManager({ extensions: [unstarted], switches: [] }))).toEqual([]);
  });

  it("are declared small, and only listing is known to read", async () => {
    const off = switchableExtension(standIn("off", []), { isOn: false, known: async () => [] });
    const manager = extensionManager({ extensions: [shelf().extension], switches: [off] });
    const tools = await manager.tools();
    expect(Object.fromEntries(tools.map(({ name, effect }) => [name, effect]))).toEqual({
      list_resources: "reads",
      read_resource: "unknown",
      get_prompt: "unknown",
      search_extensions: "reads",
      manage_extension: "runs",
    });
    const definitions = tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    expect(JSON.stringify(definitions).length).toBeLessThan(2_200);
    expect(definitions).toMatchSnapshot();
  });

  it("list, read and get what there is, and say why not", async () => {
    const manager = extensionManager({ extensions: [shelf().extension], switches: [] });
    expect(await says(manager, "list_resources", {})).toBe(
      [
        "shelf resource shelf://a: The first book",
        "shelf resource shelf://b",
        "shelf template shelf://{title}",
        "shelf prompt review(title, tone?)",
      ].join("\n"),
    );
    expect(await says(manager, "list_resources", { query: "FIRST book" })).toBe(
      "shelf resource shelf://a: The first book",
    );
    expect(await says(manager, "read_resource", { extension: "shelf", uri: "shelf://a" })).toBe(
      "text of shelf://a",
    );
    expect(await says(manager, "read_resource", { extension: "shelf", uri: "shelf://none" })).toContain(
      "There is no such book.",
    );
    expect(await says(manager, "read_resource", { extension: "elsewhere", uri: "x" })).toContain(
      "Those that have: shelf.",
    );
    const input = { extension: "shelf", name: "review", arguments: { title: "Dune" } };
    expect(await says(manager, "get_prompt", input)).toBe("user:\nReview Dune.");
    expect(await says(manager, "get_prompt", { ...input, arguments: { title: 5 } })).toContain(
      "invalid-input",
    );
  });

  it("tell when a resource that was read has changed, until it is read again", async () => {
    const { extension, change } = shelf();
    const manager = extensionManager({ extensions: [extension], switches: [] });
    const input = { extension: "shelf", uri: "shelf://a" };
    await says(manager, "read_resource", input);
    expect(manager.dynamicContext?.(undefined)).toBe("");
    change("shelf://a");
    expect(manager.dynamicContext?.(undefined)).toContain("\nshelf: shelf://a");
    await says(manager, "read_resource", input);
    expect(manager.dynamicContext?.(undefined)).toBe("");
  });

  it("search, enable and disable extensions that the user has configured, and no others", async () => {
    const inner = { ...standIn("github", [tool("create_issue")]), instructions: "Be polite." };
    const known = async () => [{ name: "create_issue", description: "Creates an issue" }];
    const off = switchableExtension(inner, { isOn: false, known });
    const manager = extensionManager({ extensions: [off], switches: [off] });
    expect(await namesOf(off)).toEqual([]);
    expect(await says(manager, "search_extensions", { query: "an issue" })).toBe(
      "github (off): create_issue",
    );
    expect(await says(manager, "search_extensions", { query: "weather" })).toContain("None matches.");
    let changes = 0;
    off.onChange?.(() => changes++);
    expect(await says(manager, "manage_extension", { name: "github", action: "enable" })).toBe(
      "github is enabled. Its tools: github__create_issue.\nHow to use it:\nBe polite.",
    );
    expect([await namesOf(off), off.instructions, changes]).toEqual([["create_issue"], "Be polite.", 1]);
    expect(await says(manager, "manage_extension", { name: "github", action: "disable" })).toBe(
      "github is disabled.",
    );
    expect([await namesOf(off), changes]).toEqual([[], 2]);
    expect(await says(manager, "manage_extension", { name: "gitlab", action: "enable" })).toContain(
      "There is no extension",
    );
  });

  it("leave an extension off that cannot start", async () => {
    const broken = standIn("broken", [], { start: () => Promise.reject(new Error("no token here")) });
    const off = switchableExtension(broken, { isOn: false, known: async () => [] });
    const manager = extensionManager({ extensions: [off], switches: [off] });
    expect(await says(manager, "manage_extension", { name: "broken", action: "enable" })).toContain(
      "no token here",
    );
    expect(off.isOn()).toBe(false);
  });
});

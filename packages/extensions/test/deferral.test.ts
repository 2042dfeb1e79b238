import { isFailure, extractText, type Extension } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { deferTools, mountExtensions, toolSearchNames, type ToolBudget } from "../src/index.ts";
import { context, standIn, tool } from "./stand-ins.ts";

const withTools = (extension: Extension, tools: Extension["tools"]): Extension => ({ ...extension, tools });
const many = (name: string, count: number) =>
  standIn(
    name,
    Array.from({ length: count }, (_, at) => tool(`${name}_${at}`, `part ${at} of ${name}`)),
  );
const room: ToolBudget = { tools: 5, tokens: 10_000 };

async function listed(extensions: readonly Extension[]): Promise<readonly string[]> {
  const tools = await Promise.all(extensions.map((extension) => extension.tools()));
  return tools.flatMap((some) => some.filter((one) => !one.isDeferred).map(({ name }) => name));
}

async function search(extensions: readonly Extension[], query: string, limit?: number): Promise<string> {
  const input = { query, ...(limit === undefined ? {} : { limit }) };
  const outcome = await extensions.at(-1)!.callTool("search_tools", input, context);
  return isFailure(outcome) ? outcome.kind : extractText(outcome.content);
}

describe("many tools", () => {
  it("are all listed while they fit, without a search", async () => {
    expect(await listed(deferTools([many("a", 2), many("b", 3)], room, withTools))).toEqual([
      "a_0",
      "a_1",
      "b_0",
      "b_1",
      "b_2",
    ]);
  });

  it("are deferred by extension, in order, when they do not fit", async () => {
    const extensions = deferTools([many("a", 2), many("b", 9), many("c", 3)], room, withTools);
    expect(await listed(extensions)).toEqual([
      "a_0",
      "a_1",
      "c_0",
      "c_1",
      "c_2",
      "search_tools",
      "call_tool",
    ]);
    const tokens = deferTools([many("a", 2), many("b", 2)], { tools: 9, tokens: 40 }, withTools);
    expect(await listed(tokens)).toEqual(["a_0", "a_1", "search_tools", "call_tool"]);
  });

  it("do not change at the front of the request when deferred ones come and go", async () => {
    const growing = many("b", 9);
    const extensions = deferTools([many("a", 2), growing], room, withTools);
    const before = await listed(extensions);
    const definitions = JSON.stringify(await extensions.at(-1)!.tools());
    growing.change([tool("new")]);
    expect(await listed(extensions)).toEqual(before);
    expect(JSON.stringify(await extensions.at(-1)!.tools())).toBe(definitions);
    expect(await search(extensions, "new")).toContain("## new (b)");
  });

  it("are found by words of name, extension and description, the best first, with their inputs", async () => {
    const files = standIn("files", [
      tool("readFile", "the content of a file"),
      tool("list", "names of files"),
    ]);
    const extensions = deferTools([files], { tools: 1, tokens: 9_999 }, withTools);
    const found = await search(extensions, "read a file", 1);
    expect(found).toMatch(/^## readFile \(files\)\nsays the content of a file\nInput: \{"type":"object"\}/);
    expect(found).toContain("1 of 2 deferred tools");
    expect(await search(extensions, "list")).toMatch(/^## list/);
    expect(await search(extensions, "weather")).toMatch(/^None of the 2 deferred tools matches/);
    expect(await search(extensions, "x", 99)).toBe("invalid-input");
  });

  it("are named as dynamic context, shorter the more there are", async () => {
    const named = async (count: number) => {
      const extensions = deferTools([many("server", count)], { tools: 1, tokens: 9_999 }, withTools);
      await listed(extensions);
      return extensions.at(-1)!.dynamicContext?.(undefined) ?? "";
    };
    expect(await named(2)).toBe(
      "2 more tools are there. Search for one before you call it.\nserver:\n- server_0: says part 0 of server\n- server_1: says part 1 of server",
    );
    expect(await named(300)).toMatch(/\nserver: server_0, server_1, /);
    expect(await named(3_000)).toMatch(/\nserver: 3000 tools$/);
  });

  it("are called through call_tool, which says which one it means", async () => {
    const [, callTool] = await deferTools([many("a", 9)], room, withTools)
      .at(-1)!
      .tools();
    expect(callTool?.forwards?.({ name: "a_1", input: { x: 1 } })).toEqual({ tool: "a_1", input: { x: 1 } });
    expect(callTool?.check({ name: "a_1", input: "x" })).toMatchObject({ ok: false });
  });

  it("of a server cannot take the names of the two", async () => {
    const greedy = standIn("greedy", [tool("call_tool"), tool("search_tools")]);
    await using mounted = await mountExtensions([greedy], { reservedNames: toolSearchNames });
    expect(mounted.tools).toEqual(["greedy__call_tool", "greedy__search_tools"]);
  });
});

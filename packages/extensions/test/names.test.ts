import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mountExtensions, type NameCollision } from "../src/index.ts";
import { context, standIn, tool } from "./stand-ins.ts";

describe("the names of mounted tools", () => {
  it("stay as they are when they are legal and free, sorted", async () => {
    const mounted = await mountExtensions([standIn("b", [tool("z"), tool("a")]), standIn("a", [tool("m")])]);
    expect(mounted.tools).toEqual(["a", "m", "z"]);
    const tools = await mounted.extensions[0]?.tools();
    expect(tools?.map(({ name }) => name)).toEqual(["a", "z"]);
  });

  it("go to the extension that comes first; the other's is namespaced and still reaches its tool", async () => {
    const mounted = await mountExtensions([
      standIn("builtin", [tool("shell", "ours")]),
      standIn("server", [tool("shell", "theirs")]),
    ]);
    expect(mounted.tools).toEqual(["server__shell", "shell"]);
    const [ours, theirs] = mounted.extensions;
    expect(await ours?.callTool("shell", {}, context)).toMatchObject({ content: [{ text: "ours" }] });
    expect(await theirs?.callTool("server__shell", {}, context)).toMatchObject({
      content: [{ text: "theirs" }],
    });
    expect(await theirs?.recoverTool?.("server__shell", {}, context)).toMatchObject({
      content: [{ text: "again theirs" }],
    });
    expect(await theirs?.callTool("shell", {}, context)).toEqual({
      kind: "unknown-tool",
      available: ["server__shell"],
    });
  });

  it("of a server always name it, so that they do not depend on other servers; a collision is told", async () => {
    const collisions: NameCollision[] = [];
    const mounted = await mountExtensions(
      [
        standIn("builtin", [tool("shell")]),
        {
          extension: standIn("server", [tool("shell"), tool("other"), tool("a.b"), tool("a b")]),
          isForeign: true,
        },
        { extension: standIn("1st", [tool("x")]), isForeign: true },
      ],
      { onCollision: (collision) => void collisions.push(collision) },
    );
    const [collision] = collisions;
    expect(new Set(mounted.tools)).toEqual(
      new Set(["_1st__x", "server__a_b", "server__other", "server__shell", "shell", collision?.name]),
    );
    expect(collisions).toEqual([
      {
        extension: "server",
        tool: "a b",
        taken: "server__a_b",
        name: expect.stringMatching(/^server__a_b_\w{6}$/),
      },
    ]);
  });

  it("keep everything else of a tool", async () => {
    const mounted = await mountExtensions([standIn("a", [tool("x")]), standIn("b", [tool("x", "other")])]);
    const [renamed] = (await mounted.extensions[1]?.tools()) ?? [];
    expect(renamed).toMatchObject({
      name: "b__x",
      description: "says other",
      effect: "reads",
      repeat: "safe",
    });
    expect(renamed?.inputSchema).toEqual({ type: "object" });
    expect(renamed?.check(5)).toMatchObject({ ok: false });
    expect(renamed?.resources?.({}, "/")).toEqual(["other"]);
    expect(await renamed?.call({}, context)).toMatchObject({ content: [{ text: "other" }] });
    expect(await renamed?.recover?.({}, context)).toMatchObject({ content: [{ text: "again other" }] });
  });

  it("are legal and different, whatever a server calls its tools, and the same every time", async () => {
    const names = fc.uniqueArray(
      fc.oneof(
        fc.constantFrom("a", "a b", "a.b", "ä", "", "b__a", "x".repeat(300), `${"x".repeat(300)}y`),
        fc.string(),
      ),
      { maxLength: 12 },
    );
    await checkProperty(
      fc.asyncProperty(names, names, async (first, second) => {
        const parts = [
          standIn(
            "a",
            first.map((name) => tool(name)),
          ),
          standIn(
            "b",
            second.map((name) => tool(name)),
          ),
        ];
        const mounted = await mountExtensions(parts);
        const again = await mountExtensions(parts);
        expect(mounted.tools).toHaveLength(first.length + second.length);
        expect(new Set(mounted.tools).size).toBe(mounted.tools.length);
        expect(mounted.tools.filter((name) => !/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name))).toEqual([]);
        expect(again.tools).toEqual(mounted.tools);
      }),
      { numRuns: 200 },
    );
  });
});

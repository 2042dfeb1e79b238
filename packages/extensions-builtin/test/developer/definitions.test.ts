import type { JsonObject } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { workbench } from "./workbench.ts";

describe("the developer extension", () => {
  it("has tools that say truthfully what they do", async () => {
    await using bench = await workbench();
    const tools = await bench.extension.tools();
    expect(tools.map(({ name, effect, repeat }) => [name, effect, repeat])).toEqual([
      ["edit", "writes", "once"],
      ["read", "reads", "safe"],
      ["search", "reads", "safe"],
      ["shell", "runs", "once"],
      ["job", "reads", "once"],
      ["job_input", "runs", "once"],
      ["tree", "reads", "safe"],
      ["write", "writes", "safe"],
    ]);
  });

  it("costs a request less than 4.5 kB", async () => {
    await using bench = await workbench();
    const tools = await bench.extension.tools();
    const definitions = tools
      .filter(({ isDeferred }) => !isDeferred)
      .map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    const request = JSON.stringify({ tools: definitions, instructions: bench.extension.instructions });
    expect(Buffer.byteLength(request)).toBeLessThan(4500);
  });

  it("names the file that calls must not share, the same for every way to write its path", async () => {
    await using bench = await workbench();
    const tools = await bench.extension.tools();
    const resources = (name: string, input: JsonObject) =>
      tools.find((tool) => tool.name === name)?.resources?.(input, "/w");
    expect(resources("write", { path: "a/../b", content: "" })).toEqual(["file:/w/b"]);
    expect(resources("edit", { path: "/w/b", old_text: "", new_text: "" })).toEqual(["file:/w/b"]);
    expect(resources("read", { path: "./b" })).toEqual(["file:/w/b"]);
    expect(resources("read", { file: "b" })).toEqual([]);
    expect(resources("shell", { command: "true" })).toBeUndefined();
  });

  it("refuses inputs with a line for each problem", async () => {
    await using bench = await workbench();
    expect(await bench.call("read", { file: "a", from: "1" })).toEqual({
      kind: "invalid-input",
      issues: [
        "/path: missing",
        "/from: expected integer, received string",
        "/file: unknown field; known fields: path, from, lines, skip_bytes, encoding",
      ],
    });
    expect(await bench.call("shell", { command: "true", timeout_ms: 5 })).toEqual({
      kind: "invalid-input",
      issues: ["/timeout_ms: expected 100 to 3600000, received 5"],
    });
  });

  it("takes null for a field that may be left out", async () => {
    await using bench = await workbench();
    expect(await bench.says("shell", { command: "echo hi", timeout_ms: null })).toBe("hi");
  });
});

import { describe, expect, it } from "vitest";
import { parseCheck } from "../src/check.ts";

const read = (text: string) => parseCheck(text, "/p/.agents/checks/units.md", "");

describe("parseCheck", () => {
  it("reads what stands before the text, with other agents' names of tools", async () => {
    const text =
      "---\nname: Units\ndescription: SI only\nseverity-default: high\ntools: [Grep, Read]\n---\nLook at units.\n";
    expect(await read(text)).toEqual({
      name: "Units",
      description: "SI only",
      severity: "high",
      tools: ["search", "read"],
      folder: "",
      text: "Look at units.",
    });
  });

  it("needs nothing but a text", async () => {
    expect(await read("Look at units.\n")).toEqual({
      name: "units",
      description: "",
      severity: "medium",
      folder: "",
      text: "Look at units.",
    });
  });

  it.each([
    [
      "---\nseverity-default: severe\n---\nx",
      "/p/.agents/checks/units.md:2: severity-default cannot be used.",
    ],
    ["---\nname: a\ntools: 3\n---\nx", "/p/.agents/checks/units.md:3: tools cannot be used."],
    ["---\nname: a\nx", "/p/.agents/checks/units.md:1: the --- of its first line has no second one."],
  ])("says where %j is wrong", async (text, message) => {
    await expect(read(text)).rejects.toMatchObject({ code: "usage", message });
  });
});

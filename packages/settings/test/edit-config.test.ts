import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editConfigFile, readConfigFile } from "../src/index.ts";
import { tempFolder } from "./temp-folder.ts";

async function edited(text: string, ...changes: Parameters<typeof editConfigFile>[1]): Promise<string> {
  const file = join(tempFolder(), "config.yaml");
  writeFileSync(file, text);
  await editConfigFile(file, changes);
  return readFileSync(file, "utf8");
}

describe("a change to a config file", () => {
  it("keeps comments, order and what it does not know", async () => {
    const before = `# mine
mode: auto # quick

# who answers
model: old # for now
other: [1, 2]
`;
    expect(await edited(before, { path: ["model"], value: "new" }, { path: ["provider"], value: "p" })).toBe(
      `${before.replace("old", "new")}provider: p\n`,
    );
  });

  it("reaches values within values, and makes the way there", async () => {
    const change = { path: ["providers", "demo", "baseUrl"], value: "https://x.test" };
    const wanted = "providers:\n  demo:\n    baseUrl: https://x.test\n";
    for (const before of ["", "providers:\n", "providers:\n  demo: 1\n", "---\n"])
      expect((await edited(before, change)).replace(/^---\n/, "")).toBe(wanted);
    expect(await edited("providers:\n  # kept\n  other: { a: 1 }\n", change)).toBe(
      "providers:\n  # kept\n  other: { a: 1 }\n  demo:\n    baseUrl: https://x.test\n",
    );
  });

  it("takes a value out, also one that is not there", async () => {
    const change = { path: ["model"], value: undefined };
    expect(await edited("model: m\nmode: auto\n", change)).toBe("mode: auto\n");
    expect(await edited("mode: auto\n", change)).toBe("mode: auto\n");
    expect(await edited("mode: auto\n", { path: ["a", "b"], value: undefined })).toBe("mode: auto\n");
  });

  it("never makes text into structure", async () => {
    const value = "a: b\n- c # d\n*x";
    const file = join(tempFolder(), "config.yaml");
    await editConfigFile(file, [{ path: ["model"], value }]);
    expect(await readConfigFile(file)).toMatchObject([{ key: "model", value }]);
  });

  it("keeps every text as it is", async () => {
    const words = fc.array(fc.constantFrom(" ", "\n", "\t", "a", "# b", "'", '"', ":", "- "), {
      maxLength: 8,
    });
    await checkProperty(
      fc.asyncProperty(words, async (parts) => {
        const value = parts.join("");
        const file = join(tempFolder(), "config.yaml");
        await editConfigFile(file, [{ path: ["top", "text"], value }]);
        expect(await readConfigFile(file)).toMatchObject([{ key: "top", value: { text: value } }]);
      }),
      { numRuns: 200 },
    );
  });

  it("makes a file for its owner alone where there was none, and leaves no other behind", async () => {
    const folder = join(tempFolder(), "config");
    await editConfigFile(join(folder, "config.yaml"), [{ path: ["mode"], value: "chat" }]);
    expect(readdirSync(folder)).toEqual(["config.yaml"]);
    expect((statSync(join(folder, "config.yaml")).mode & 0o777).toString(8)).toBe("600");
  });

  it("keeps the mode of the file, and a link to it", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "real.yaml"), "mode: auto\n");
    chmodSync(join(folder, "real.yaml"), 0o644);
    symlinkSync("real.yaml", join(folder, "config.yaml"));
    await editConfigFile(join(folder, "config.yaml"), [{ path: ["mode"], value: "chat" }]);
    expect(lstatSync(join(folder, "config.yaml")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, "real.yaml"), "utf8")).toBe("mode: chat\n");
    expect((statSync(join(folder, "real.yaml")).mode & 0o777).toString(8)).toBe("644");
  });

  it("is not made to a file that cannot be read: it stays as it is", async () => {
    const file = join(tempFolder(), "config.yaml");
    writeFileSync(file, "mode: [auto\n");
    await expect(editConfigFile(file, [{ path: ["mode"], value: "chat" }])).rejects.toMatchObject({
      message: expect.stringContaining(`${file}:`) as string,
    });
    expect(readFileSync(file, "utf8")).toBe("mode: [auto\n");
  });

  it("that cannot be written is an error with a way out", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "config"), "in the way");
    const file = join(folder, "config", "config.yaml");
    await expect(editConfigFile(file, [{ path: ["a"], value: 1 }])).rejects.toMatchObject({
      name: "ConfigError",
      hint: expect.stringContaining("SKEIN_HOME") as string,
    });
    expect(existsSync(file)).toBe(false);
  });
});

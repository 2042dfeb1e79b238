import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { configPaths, readConfigFile, resolveSettings } from "../src/index.ts";
import { tempFolder } from "./temp-folder.ts";

function written(text: string | Uint8Array): string {
  const path = join(tempFolder(), "config.yaml");
  writeFileSync(path, text);
  return path;
}

describe("a config file", () => {
  it("is a map of names to values, each with its place", async () => {
    expect(
      await readConfigFile(written("# a note\nmode: chat\n\nlist:\n  - a: 1\n    b: yes\n")),
    ).toMatchObject([
      { key: "mode", value: "chat", line: 2, column: 1 },
      { key: "list", value: [{ a: 1, b: "yes" }], line: 4, column: 1 },
    ]);
  });

  it("tells where something inside a value stands, or what is nearest to it", async () => {
    const text = "servers: &all\n  one:\n    args: [a, b]\ncopy: *all\n";
    const [servers, copy] = (await readConfigFile(written(text))) ?? [];
    expect(servers?.placeOf([])).toEqual({ line: 1, column: 1 });
    expect(servers?.placeOf(["one", "args"])).toEqual({ line: 3, column: 5 });
    expect(servers?.placeOf(["one", "args", 1])).toEqual({ line: 3, column: 15 });
    expect(servers?.placeOf(["one", "none", "x"])).toEqual({ line: 2, column: 3 });
    expect(copy?.placeOf(["one"])).toEqual({ line: 4, column: 1 });
  });

  it.each(["", "\n", "# only a note\n", "---\n", "null", "{}", "\ufeff"])(
    "may be empty: %j",
    async (text) => {
      expect(await readConfigFile(written(text))).toEqual([]);
    },
  );

  it("may be missing", async () => {
    expect(await readConfigFile(join(tempFolder(), "none.yaml"))).toBeUndefined();
    expect(await readConfigFile(join(written("a: 1"), "below.yaml"))).toBeUndefined();
  });

  it("is parsed once while it stays as it is", async () => {
    const path = fileURLToPath(new URL("../package.json", import.meta.url));
    const entries = await readConfigFile(path);
    expect(await readConfigFile(path)).toBe(entries);
  });

  it("is read again when it has changed, however soon and whatever its size", async () => {
    const path = written("mode: chat\n");
    for (const mode of ["auto", "plan", "chat"]) {
      writeFileSync(path, `mode: ${mode}\n`);
      expect(await readConfigFile(path)).toMatchObject([{ value: mode }]);
    }
  });

  const nested = (depth: number): string => `a: ${"[".repeat(depth)}1${"]".repeat(depth)}`;
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const bomb = names.map((name, index) => {
    const inside = index === 0 ? "x" : `*${names[index - 1]}`;
    return `${name}: &${name} [${Array(9).fill(inside).join(", ")}]`;
  });

  it.each([
    ["bad indentation", "a: 1\n b: 2", "1:4", "nested mappings"],
    ["an open list", "mode: [auto", "1:12", ""],
    ["a name twice", "a: 1\nmode: auto\na: 2", "3:1", "unique"],
    ["a tag of JavaScript", "a: !!js/function 'x'", "1:4", "tag"],
    ["a tag of its own", "a: !env KEY", "1:4", "tag"],
    ["a name without an anchor", "a: *missing", "1:", "alias"],
    ["a list", "- a\n- b", "1:1", "map of names to values"],
    ["text", "just text", "1:1", "map of names to values"],
    ["a number as a name", "1: x", "1:1", "name must be plain text"],
    ["a list as a name", "? [a]\n: x", "1:3", "name must be plain text"],
    ["two documents", "a: 1\n---\nb: 2", "2:1", "document"],
    ["a nest above the limit", nested(33), "1:1", "deep"],
    ["a nest far above the limit", nested(20_000), "1:", "deep"],
    ["a bomb", bomb.join("\n"), "", "alias"],
  ])("that holds %s is an error with its place", async (_, text, place, what) => {
    const path = written(text);
    const error = (await readConfigFile(path).catch((reason: unknown) => reason)) as {
      message: string;
      hint: string;
    };
    expect(error).toMatchObject({ name: "ConfigError", code: "usage" });
    expect(error.message).toContain(`${path}:${place}`);
    expect(error.message.toLowerCase()).toContain(what);
    expect(error.hint).toMatch(/^Correct line \d+ of /);
  });

  it("may be as deep as the limit", async () => {
    expect(await readConfigFile(written(nested(32)))).toHaveLength(1);
  });

  it.each([
    ["larger than the limit", () => written(`a: ${"x".repeat(256 * 1024)}`)],
    ["not UTF-8", () => written(Uint8Array.of(0x61, 0x3a, 0x20, 0xff))],
    ["a folder", () => tempFolder()],
  ])("that is %s is unreadable, not skipped", async (_, make) => {
    await expect(readConfigFile(make())).rejects.toMatchObject({ name: "ConfigError", code: "unreadable" });
  });

  it.skipIf(process.platform === "win32")("that is a named pipe does not hold us up", async () => {
    const path = join(tempFolder(), "pipe");
    execFileSync("mkfifo", [path]);
    await expect(readConfigFile(path)).rejects.toMatchObject({ code: "unreadable" });
  });
});

describe("the paths of config files", () => {
  const options = { config: "/home/u/.config/skein", env: {} };

  it("go from the project to the system", () => {
    const cwd = tempFolder();
    const env = { SKEIN_EXTRA_CONFIG: "/one.yaml:two.yaml:" };
    const paths = configPaths({ ...options, cwd, env });
    expect(
      paths.map(({ layer, path, isRequired, isTrusted }) => [layer, path, isRequired, isTrusted]),
    ).toEqual([
      ["project", join(cwd, ".skein", "config.yaml"), false, false],
      ["user", "/home/u/.config/skein/config.yaml", false, true],
      ["extra", "/one.yaml", true, true],
      ["extra", join(cwd, "two.yaml"), true, true],
      ["system", "/etc/skein/config.yaml", false, true],
    ]);
    expect(configPaths({ ...options, cwd, isProjectTrusted: true })[0]).toMatchObject({ isTrusted: true });
  });

  it("find the project's file from below, up to the root of its repository and not further", () => {
    const above = tempFolder();
    const root = join(above, "repository");
    const below = join(root, "a", "b");
    mkdirSync(below, { recursive: true });
    const put = (folder: string): void => {
      mkdirSync(join(folder, ".skein"));
      writeFileSync(join(folder, ".skein", "config.yaml"), "");
    };
    const projectOf = (cwd: string): string => configPaths({ ...options, cwd })[0]!.path;

    put(above);
    expect(projectOf(below)).toBe(join(below, ".skein", "config.yaml")); // no repository: nothing above counts
    mkdirSync(join(root, ".git"));
    expect(projectOf(below)).toBe(join(below, ".skein", "config.yaml"));
    put(root);
    expect(projectOf(below)).toBe(join(root, ".skein", "config.yaml"));
    put(join(root, "a"));
    expect(projectOf(below)).toBe(join(root, "a", ".skein", "config.yaml"));
  });

  it("that were named must exist", async () => {
    const files = configPaths({ ...options, cwd: tempFolder(), env: { SKEIN_EXTRA_CONFIG: "none.yaml" } });
    await expect(resolveSettings({ files })).rejects.toMatchObject({
      name: "ConfigError",
      code: "unreadable",
      message: expect.stringContaining("SKEIN_EXTRA_CONFIG") as string,
    });
  });
});

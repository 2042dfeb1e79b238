import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { wires } from "../wires.ts";

const root = new URL("../../..", import.meta.url).pathname;

describe.each(Object.entries(wires))("the wire %s", (name, { from, takes }) => {
  const source = join(root, "packages", from ?? "", "src");
  const taken = from === undefined ? [] : takes.flatMap((path) => filesOf(source, path));

  it("takes files that are there", () => {
    expect(taken.filter((path) => !existsSync(join(source, path)))).toEqual([]);
  });

  it("takes or writes every file that the taken ones import", () => {
    const templates = [name, "common"].flatMap((folder) =>
      filesOf(join(root, "tools/new-provider/templates", folder, "src"), ""),
    );
    const there = new Set([...taken, ...templates.map((path) => path.replace(/\.tmpl$/, ""))]);
    const imported = taken.flatMap((path) =>
      [...readFileSync(join(source, path), "utf8").matchAll(/from "(\.[^"]+)"/g)].map(([, to = ""]) =>
        normalize(join(dirname(path), to)),
      ),
    );
    expect([...new Set(imported)].filter((path) => !there.has(path))).toEqual([]);
  });
});

const templates = globSync("**/*.tmpl", { cwd: join(root, "tools/new-provider/templates") });

it.each(templates)("the template %s imports only what the packages export", (path) => {
  const text = readFileSync(join(root, "tools/new-provider/templates", path), "utf8");
  const missing = [...text.matchAll(/import (?:type )?\{([^}]*)\} from "@skein\/([\w-]+)"/g)].flatMap(
    ([, names = "", from = ""]) => {
      const index = join(root, "packages", from, "src/index.ts");
      const exported = existsSync(index) ? readFileSync(index, "utf8") : undefined;
      return names
        .split(",")
        .map((name) =>
          name
            .trim()
            .replace(/^type /, "")
            .replace(/ as .*/, ""),
        )
        .filter((name) => name !== "" && exported && !new RegExp(`\\b${name}\\b`).test(exported));
    },
  );
  expect(missing).toEqual([]);
});

/** Of a folder all files below it; a path to a file is that file. */
function filesOf(folder: string, path: string): readonly string[] {
  if (path !== "" && !path.endsWith("/")) return [path];
  return globSync("**/*.{ts,tmpl}", { cwd: join(folder, path) }).map((found) => join(path, found));
}

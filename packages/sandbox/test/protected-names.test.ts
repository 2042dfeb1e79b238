import { readFileSync } from "node:fs";
import { protectedNames } from "@skein/protocol";
import { expect, it } from "vitest";
import { protectedPaths } from "../src/index.ts";

const page = readFileSync(new URL("../../../docs/sandbox.md", import.meta.url), "utf8");

it("docs/sandbox.md lists the protected names with the reason for each, and no others", () => {
  const part = page.slice(page.indexOf("| in the working folder"));
  const rows = [...(part.split("\n\n")[0] ?? "").matchAll(/^\| `(.+?)` +\| (.+?) +\|$/gm)];
  expect(rows.map(([, name, reason]) => [name, reason])).toEqual(protectedNames);
});

it("names of the project are checked by content, and those of the home folder are mounted", () => {
  const paths = protectedPaths("/home/a", "/project");
  const by = (path: string) => paths.find((one) => one.path === path)?.by;
  expect(
    ["/project/.vscode", "/project/.envrc", "/home/a/.bashrc", "/home/a/.ssh", "/home/a/bin"].map(by),
  ).toEqual(["content", "content", "mount", "mount", "mount"]);
  expect(paths.every(({ reason }) => /^(what|which) /.test(reason))).toBe(true);
});

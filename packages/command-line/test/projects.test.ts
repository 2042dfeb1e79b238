import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ListedSession } from "@skein/sessions";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { listProjects, projectNamed } from "../src/projects/projects.ts";

async function setUp() {
  const home = await temporaryFolder();
  const at = (name: string) => join(home.path, name);
  for (const name of ["shop", "docs", "old/shop", "gone"]) await mkdir(at(name), { recursive: true });
  const held = (session: string, cwd: string, lastAt: number, more: object = {}) =>
    ({ session, summary: { cwd, lastAt, firstText: session, ...more } }) as unknown as ListedSession;
  const lines = [
    held("first", at("shop"), 1),
    held("second", at("shop"), 5),
    held("in-worktree", at("docs/.tree"), 9, { worktree: { from: at("docs") } }),
    held("older", at("old/shop"), 2),
    held("lost", at("gone"), 99),
    held("subagent", at("shop"), 50, { child: { session: "first", callId: "c" } }),
    { session: "broken", damaged: "It cannot be read.", cwd: at("shop") } as unknown as ListedSession,
  ];
  await rm(at("gone"), { recursive: true });
  return { at, projects: await listProjects({ list: async () => lines }), home };
}

it("lists the folders that are there by their last session, worktrees where they belong", async () => {
  const { projects, at, home } = await setUp();
  expect(projects.map(({ folder, sessions, last }) => [folder, sessions, last.session])).toEqual([
    [at("docs"), 1, "in-worktree"],
    [at("shop"), 2, "second"],
    [at("old/shop"), 1, "older"],
  ]);
  await home[Symbol.asyncDispose]();
});

it("opens one by number, path or name, and none that is not meant", async () => {
  const { projects, at, home } = await setUp();
  expect(projectNamed(projects, "2", "/").last).toMatchObject({ session: "second" });
  expect(projectNamed(projects, "docs", "/")).toMatchObject({ folder: at("docs") });
  expect(projectNamed(projects, "shop", at("old"))).toMatchObject({ folder: at("old/shop") });
  expect(() => projectNamed(projects, "shop", "/")).toThrow("2 folders have that name.");
  expect(() => projectNamed(projects, "7", "/")).toThrow('No session was held in "7".');
  await home[Symbol.asyncDispose]();
});

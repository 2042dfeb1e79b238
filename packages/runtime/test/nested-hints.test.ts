import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { firstUnlike } from "./first-unlike.ts";
import { done, setUp, shell, use } from "./set-up.ts";

async function project(files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder();
  const cwd = join(folder.path, "repo");
  for (const [path, text] of Object.entries({ ".git/HEAD": "ref: refs/heads/work\n", ...files })) {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), text);
  }
  return { cwd, data: join(folder.path, "data"), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const notes = {
  "packages/AGENTS.md": "Notes of all packages.",
  "packages/api/AGENTS.md": "Notes of the api. @STYLE.md",
  "packages/api/STYLE.md": "Style of the api.",
  "packages/api/src/a.ts": "a",
  "packages/extensions-builtin/AGENTS.md": "Notes of the web.",
};

describe("hint files of folders below", () => {
  it("come with the result of the first call that touches one, once, and break no prefix", async () => {
    await using at = await project(notes);
    const { runtime, settings, model } = setUp(
      at.data,
      [
        use("read", { path: "packages/api/src/a.ts" }),
        shell("s1", "cat packages/api/src/a.ts"),
        use("write", { path: "packages/extensions-builtin/new/b.ts", content: "" }),
        done,
      ],
      at.cwd,
    );
    await using _ = runtime;
    const { agent } = await runtime.open({ ...settings, hintNames: ["AGENTS.md"] });
    await agent.run("go").result;
    const requests = model.requests.map((request) => JSON.stringify(request));
    const told = (text: string) => requests.map((request) => request.split(text).length - 1);
    expect(told("Notes of all packages.")).toEqual([0, 1, 1, 1]);
    expect(told("Notes of the api.")).toEqual([0, 1, 1, 1]);
    expect(told("Style of the api.")).toEqual([0, 1, 1, 1]);
    expect(told("Notes of the web.")).toEqual([0, 0, 0, 1]);
    expect(requests[1]).toContain("Notes that came with packages/api: follow them for files there");
    expect(firstUnlike(model.requests)).toBeUndefined();
  });

  it("are not read without names, and not outside of the project", async () => {
    await using at = await project({ ...notes, "../AGENTS.md": "Above.", "../b.ts": "b" });
    const { runtime, settings, model } = setUp(at.data, [use("read", { path: "../b.ts" }), done], at.cwd);
    await using _ = runtime;
    const { agent } = await runtime.open({ ...settings, hintNames: ["AGENTS.md"] });
    await agent.run("go").result;
    expect(JSON.stringify(model.requests)).not.toContain("Above.");
  });
});

describe("the surroundings", () => {
  it("are told once: system, shell, branch, and what is under way", async () => {
    await using at = await project({ ".git/MERGE_HEAD": "0123456789abcdef" });
    const { runtime, settings, model } = setUp(at.data, [shell("s1", "true"), done, done], at.cwd);
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    await agent.run("go").result;
    await agent.run("on").result;
    const last = JSON.stringify(model.requests.at(-1));
    expect(
      last.match(/System: \w+ \w+, shell: (?:ba)?sh\\nGit at the start: branch work, a merge is under way/g),
    ).toHaveLength(1);
  });

  it("are known in a worktree, with a commit, and outside of a repository", async () => {
    const { environmentSection } = await import("../src/context/environment.ts");
    await using at = await project({
      "../gitdir/HEAD": "0123456789abcdef0123\n",
      "tree/.git": "gitdir: ../../gitdir\n",
    });
    expect(environmentSection(join(at.cwd, "tree"), undefined).text).toContain(
      "no branch, commit 0123456789ab",
    );
    expect(environmentSection(dirname(at.cwd), "/bin/sh").text).toMatch(/^System: \w+ \w+, shell: sh$/);
  });
});

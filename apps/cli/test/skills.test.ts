import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AssistantPart } from "@skein/protocol";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

const answer: { parts: AssistantPart[] } = { parts: [{ type: "text", text: "Yes." }] };

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const skillText = (name: string) => `---\nname: ${name}\ndescription: About ${name}.\n---\nDo ${name}.\n`;

describe("skills in a run", () => {
  it("are in the first request by name and description; the project's programs only with trust", async () => {
    await using server = await anthropicServer([answer]);
    await using skein = await skeinHome(server.url);
    const cwd = join(skein.home, "repo");
    put(skein.home, { ".claude/skills/mine/SKILL.md": skillText("mine") });
    put(cwd, {
      ".git/HEAD": "",
      ".agents/skills/theirs/SKILL.md": skillText("theirs"),
      ".agents/skills/runs/SKILL.md": skillText("runs"),
      ".agents/skills/runs/run.sh": "true",
    });
    await skein.here(["run", "-t", "go"], {}, { cwd });
    const request = server.requests[0]?.bytes.toString() ?? "";
    expect(request).toContain("- mine: About mine.");
    expect(request).toContain("- theirs (project): About theirs.");
    expect(request).not.toContain("About runs");
    expect(request).not.toContain("Do mine");
  });

  it("cost the first request nothing when there are none, which stays within 10,000 bytes", async () => {
    await using server = await anthropicServer([answer]);
    await using skein = await skeinHome(server.url);
    await skein.here(["run", "-t", "go"]);
    const { bytes } = server.requests[0]!;
    expect(bytes.toString()).not.toContain("skill");
    expect(bytes.length).toBeLessThanOrEqual(10_000);
  });
});

describe("skein skill", () => {
  it("begins one, lists it, shows it, and finds nothing wrong with it", async () => {
    await using skein = await skeinHome("http://127.0.0.1:9");
    const made = await skein.here(["skill", "new", "release-notes", "--description", 'Write "notes".']);
    expect(made).toMatchObject({ exitCode: 0 });
    const [, path = ""] = /Written: (.*)/.exec(made.stderr) ?? [];
    expect(await skein.here(["skill", "validate", path])).toMatchObject({ exitCode: 0, stdout: "" });
    const { stdout } = await skein.here(["skill", "list"]);
    expect(stdout).toContain('/release-notes  Write "notes".');
    expect((await skein.here(["skill", "show", "release-notes"])).stdout).toContain("# release-notes");
    expect(await skein.here(["skill", "new", "release-notes"])).toMatchObject({ exitCode: 2 });
    expect(await skein.here(["skill", "new", "Release Notes"])).toMatchObject({ exitCode: 2 });
  });

  it("copies one of a project's into the user's own, and says what it holds", async () => {
    await using skein = await skeinHome("http://127.0.0.1:9");
    const cwd = join(skein.home, "repo");
    put(cwd, {
      ".git/HEAD": "",
      ".claude/skills/runs/SKILL.md": skillText("runs"),
      ".claude/skills/runs/scripts/run.sh": "true",
    });
    const refused = await skein.here(["skill", "show", "runs"], {}, { cwd });
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr).toContain("holds programs, and the project is not trusted");
    const added = await skein.here(["skill", "add", ".claude/skills/runs"], {}, { cwd });
    expect(added.stderr).toContain("with scripts/run.sh");
    expect((await skein.here(["skill", "show", "runs"], {}, { cwd })).stdout).toContain("Do runs.");
  });

  it("says what breaks the specification, and where", async () => {
    await using skein = await skeinHome("http://127.0.0.1:9");
    put(skein.home, { "a/SKILL.md": "---\nname: B_c\n---\n", "d/SKILL.md": "no" });
    const { exitCode, stdout } = await skein.here(["skill", "validate", "a", "d"]);
    expect(exitCode).toBe(2);
    expect(stdout.replaceAll(skein.home, "~")).toMatchInlineSnapshot(`
      "~/a/SKILL.md:2: the name B_c should be lower-case letters, digits and single hyphens.
      ~/a/SKILL.md:2: the name B_c is not that of its folder, a.
      ~/a/SKILL.md:1: there is no description, so no model knows when to use it; this skill is left out.
      ~/d/SKILL.md:1: it does not begin with ---, so it says neither name nor description; this skill is left out.
      "
    `);
    expect(await skein.here(["skill", "validate", "nowhere"])).toMatchObject({ exitCode: 2 });
    expect(await skein.here(["skill", "show"])).toMatchObject({ exitCode: 2 });
  });
});

describe("skein init", () => {
  it("writes an AGENTS.md once, and says what it found", async () => {
    await using skein = await skeinHome("http://127.0.0.1:9");
    const cwd = join(skein.home, "repo");
    put(cwd, { "go.mod": "module a" });
    const made = await skein.here(["init"], {}, { cwd });
    expect(made).toMatchObject({ exitCode: 0 });
    expect(made.stderr).toContain("test: go test ./... (go.mod)");
    expect(readFileSync(join(cwd, "AGENTS.md"), "utf8")).toContain("`go build ./...`");
    expect(await skein.here(["init"], {}, { cwd })).toMatchObject({ exitCode: 2 });
  });
});

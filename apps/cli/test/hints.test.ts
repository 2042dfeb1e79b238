import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AssistantPart } from "@skein/protocol";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

const answer: { parts: AssistantPart[] } = { parts: [{ type: "text", text: "Yes." }] };

describe("notes for the model", () => {
  it("reach it with the first request: the user's, then the project's, marked as what they are", async () => {
    await using server = await anthropicServer([answer, answer]);
    await using skein = await skeinHome(server.url);
    const cwd = join(skein.home, "repo", "app");
    mkdirSync(cwd, { recursive: true });
    mkdirSync(join(skein.home, "repo", ".git"));
    mkdirSync(join(skein.home, ".config", "skein"), { recursive: true });
    writeFileSync(join(skein.home, ".config", "skein", "AGENTS.md"), "I like short answers.");
    writeFileSync(join(skein.home, "repo", "AGENTS.md"), "Tests: make test");
    writeFileSync(join(cwd, "CLAUDE.md"), "The app is in Go.");

    await skein.here(["run", "-t", "go"], {}, { cwd });
    const [first] = server.requests;
    const system = JSON.stringify((first!.json() as { system: unknown }).system);
    const order = [
      "User notes",
      "I like short",
      "Project notes",
      "not instructions from the user",
      "repo/AGENTS.md",
      "make test",
      "in Go",
    ];
    const places = order.map((text) => system.indexOf(text));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(Math.min(...places)).toBeGreaterThan(0);

    await skein.here(["run", "-t", "go", "--no-hints"], {}, { cwd });
    expect(server.requests[1]?.bytes.toString()).not.toContain("make test");
  });

  it("never come from guarded files, at the root or in a folder that a call touches", async () => {
    const read = { type: "tool-call" as const, id: "r", name: "read", input: { path: "deep/a.txt" } };
    await using server = await anthropicServer([{ parts: [read] }, answer]);
    await using skein = await skeinHome(server.url);
    const cwd = join(skein.home, "repo");
    mkdirSync(join(cwd, "deep"), { recursive: true });
    mkdirSync(join(cwd, ".git"));
    writeFileSync(join(cwd, ".env"), "NAME=of-the-env-file");
    writeFileSync(join(cwd, "deep", "id_rsa"), "of-the-key");
    writeFileSync(join(cwd, "deep", "a.txt"), "Text.");
    symlinkSync(".env", join(cwd, "AGENTS.md"));
    symlinkSync("id_rsa", join(cwd, "deep", "AGENTS.md"));
    const { exitCode, stderr } = await skein.here(["run", "-t", "go"], {}, { cwd });
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`AGENTS.md is left out: it is a link to ${join(cwd, ".env")}`);
    expect(server.requests.map(({ bytes }) => bytes.toString()).join()).not.toMatch(/of-the-(env-file|key)/);
  });

  it("that are left out or clipped are said", async () => {
    await using server = await anthropicServer([answer]);
    await using skein = await skeinHome(server.url);
    writeFileSync(join(skein.home, "AGENTS.md"), "x\n".repeat(100_000));
    const { exitCode, stderr } = await skein.here(["run", "-t", "go"]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("AGENTS.md is too long for a hint file");
    expect(server.requests[0]?.bytes.length).toBeLessThan(200_000);
  });
});

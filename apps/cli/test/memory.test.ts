import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { skeinHome } from "./skein.ts";

describe("skein memory", () => {
  it("lists what Goose and Skein have remembered, forgets, and opens an editor", async () => {
    await using skein = await skeinHome("http://127.0.0.1:9");
    const cwd = join(skein.home, "repo");
    mkdirSync(join(cwd, ".git"), { recursive: true });
    mkdirSync(join(cwd, ".goose/memory"), { recursive: true });
    mkdirSync(join(skein.home, ".config/goose/memory"), { recursive: true });
    writeFileSync(join(skein.home, ".config/goose/memory/build.txt"), "# node\nUse pnpm.\n\nNever npm.\n\n");
    writeFileSync(join(cwd, ".goose/memory/api.txt"), "Port 8080.\n\n");
    const { stdout } = await skein.here(["memory", "list"], {}, { cwd });
    expect(stdout.replaceAll(/ · .*/g, "")).toBe(
      "build  user\n  Use pnpm. [node]\n  Never npm.\napi  project\n  Port 8080.\n",
    );
    const forgot = await skein.here(["memory", "forget", "build", "Never npm."], {}, { cwd });
    expect(forgot.stderr).toContain("Forgot 1 of build.");
    expect(readFileSync(join(skein.home, ".config/goose/memory/build.txt"), "utf8")).toBe(
      "# node\nUse pnpm.\n\n",
    );
    expect(await skein.here(["memory", "forget", "buidl"], {}, { cwd })).toMatchObject({ exitCode: 2 });
    expect((await skein.here(["memory", "forget", "buidl"], {}, { cwd })).stderr).toContain(
      "Did you mean build?",
    );
    expect(await skein.here(["memory", "edit", "style"], { EDITOR: "touch" }, { cwd })).toMatchObject({
      exitCode: 0,
    });
    expect(readFileSync(join(skein.home, ".config/skein/memory/style.md"), "utf8")).toBe("");
    expect(await skein.here(["memory", "edit", "../x"], { EDITOR: "touch" }, { cwd })).toMatchObject({
      exitCode: 2,
    });
    expect((await skein.here(["memory", "edit", "style"], { EDITOR: "" }, { cwd })).stderr).toContain(
      "EDITOR",
    );
  });
});

describe("what a session taught", () => {
  const lessons = JSON.stringify([
    { category: "style", text: "Answers are short.", project: false },
    { category: "build", text: "Tests need npm run db first.", project: true },
    { category: "no category", text: "Dropped.", project: false },
    { category: "keys", text: "The key is __SECRET_X_0123456789__.", project: false },
  ]);

  it("is proposed at its end, and remembered only when the user accepts it", async () => {
    await using server = await anthropicServer((request) => ({
      parts: [
        { type: "text", text: request.bytes.includes("You look back") ? `Here:\n${lessons}` : "Done." },
      ],
    }));
    await using skein = await skeinHome(server.url);
    const cwd = join(skein.home, "repo");
    mkdirSync(join(cwd, ".git"), { recursive: true });
    const env = { SKEIN_MEMORY_PROPOSALS: "on" };
    const ended = await skein.here(["run", "-t", "Be short."], env, { cwd });
    expect(ended.exitCode).toBe(0);
    expect(ended.stderr).toContain("2 notes are proposed for the memory.");
    expect(ended.stderr).toContain("skein memory proposals");
    const asked =
      server.requests.find(({ bytes }) => bytes.includes("You look back"))?.bytes.toString() ?? "";
    expect(asked).toContain("User: Be short.");
    expect(asked).toContain("Agent: Done.");
    const memory = (...words: string[]) => skein.here(["memory", ...words], {}, { cwd });
    expect((await memory("list")).stdout).toBe("Nothing is remembered here.\n");
    const { proposals } = JSON.parse((await memory("proposals", "--json")).stdout) as {
      proposals: { id: string; category: string }[];
    };
    expect(proposals.map(({ category }) => category)).toEqual(["style", "build"]);
    const [style, build] = proposals.map(({ id }) => id);
    expect((await memory("accept", build ?? "")).stderr).toContain("Remembered 1.");
    expect((await memory("decline", style ?? "")).stderr).toContain("Dropped 1.");
    expect((await memory("proposals")).stdout).toBe("Nothing is proposed.\n");
    expect(readFileSync(join(cwd, ".agents/memory/build.txt"), "utf8")).toContain(
      "Tests need npm run db first.",
    );
    expect(await memory("accept", "x")).toMatchObject({ exitCode: 2 });
    const shown = await skein.here(["session", "show", "--entries", "--json"], {}, { cwd });
    expect(shown.stdout).toContain('"purpose": "memory"');
  });

  it("is not asked for unless it is wanted", async () => {
    await using server = await anthropicServer([{ parts: [{ type: "text", text: "Done." }] }]);
    await using skein = await skeinHome(server.url);
    expect((await skein.here(["run", "-t", "Be short."])).exitCode).toBe(0);
    expect(server.requests).toHaveLength(1);
  });
});

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

const files = {
  ".skein/config.yaml": `mode: auto
maxTurns: 7
hooks: { UserPromptSubmit: [{ hooks: [{ type: command, command: touch hooked }] }] }
extensions: { notes: { command: touch, args: [served] } }
`,
  ".skein/skills/greet/SKILL.md": "---\nname: greet\ndescription: A skill of the project\n---\nGreet.\n",
  ".skein/agents/helper.md": "---\nname: helper\ndescription: An agent of the project\n---\nHelp.\n",
  ".skein/commands/tidy.md": "Tidy up.\n",
  ".skein/providers/own.yaml":
    'name: own\nengine: openai\nbase_url: http://127.0.0.1:9/v1\napi_key_env: ""\nmodels: [{ name: m }]\ndefault_model: m\n',
  "AGENTS.md": "A hint of the project.\n",
  "deep/AGENTS.md": "A hint of a folder.\n",
  "deep/file.txt": "Text.\n",
};

/** A trusted project with all that a project can bring. */
async function projectOf(skein: SkeinHome): Promise<string> {
  const cwd = join(skein.home, "project");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  expect(await skein.here(["trust", cwd])).toMatchObject({ exitCode: 0 });
  return cwd;
}

const calls = {
  parts: [
    { type: "tool-call" as const, id: "r", name: "read", input: { path: "deep/file.txt" } },
    shell("t1", "touch made"),
  ],
};
const run = ["run", "-t", "Go", "--output-format", "stream-json", "--no-deltas"];
const brought = [
  "A hint of the project",
  "A hint of a folder",
  "A skill of the project",
  "An agent of the project",
];

describe("--restricted", () => {
  it.each([
    ["without it, a trusted project is used", [], {}, false],
    ["by the flag, nothing of it is", ["--restricted"], {}, true],
    ["by the variable, nothing of it is", [], { SKEIN_RESTRICTED: "1" }, true],
  ] as const)("%s", async (_, flags, env, isRestricted) => {
    await using server = await anthropicServer([calls, say("Done.")]);
    await using skein = await skeinHome(server.url);
    const cwd = await projectOf(skein);
    const ended = await skein.run([...run, ...flags], env, { cwd });
    const [init] = ended.lines();
    expect({ exitCode: ended.exitCode, mode: init?.["mode"], restricted: init?.["restricted"] }).toEqual(
      isRestricted
        ? { exitCode: 7, mode: "smart_approve", restricted: true }
        : { exitCode: 0, mode: "auto", restricted: undefined },
    );
    const sent = server.requests.map(({ bytes }) => bytes.toString()).join("\n");
    const seen = brought.filter((text) => sent.includes(text));
    const done = ["hooked", "served", "made"].filter((name) => existsSync(join(cwd, name)));
    expect({ seen, done }).toEqual(
      isRestricted ? { seen: [], done: [] } : { seen: brought, done: ["hooked", "served", "made"] },
    );
  });

  it("is a setting of the user, and no project can undo it", async () => {
    await using server = await anthropicServer([say("Done.")]);
    await using skein = await skeinHome(server.url);
    const cwd = await projectOf(skein);
    mkdirSync(join(skein.home, ".config", "skein"), { recursive: true });
    writeFileSync(join(skein.home, ".config", "skein", "config.yaml"), "restricted: true\n");
    writeFileSync(join(cwd, ".skein", "config.yaml"), "restricted: false\nmode: auto\n");
    await skein.here(["trust", cwd]);
    const [init] = (await skein.run(run, {}, { cwd })).lines();
    expect(init).toMatchObject({ mode: "smart_approve", restricted: true });
    expect(server.requests.map(({ bytes }) => bytes.toString()).join()).not.toContain(
      "A hint of the project",
    );
  });

  it("leaves out the project's agents, providers and commands, and says so in info", async () => {
    await using skein = await skeinHome();
    const cwd = await projectOf(skein);
    const info = async (...flags: string[]) =>
      JSON.parse((await skein.here(["info", "--json", ...flags], {}, { cwd })).stdout) as object;
    expect(await info()).toMatchObject({ project: { trust: "trusted" }, agents: [{ name: "helper" }] });
    expect(await info("--restricted")).toMatchObject({
      project: { trust: "restricted" },
      agents: [],
      hints: [],
      settings: { maxTurns: { value: 1000 }, restricted: { value: true, origin: "SKEIN_RESTRICTED" } },
    });
    const providers = await skein.here(["provider", "list", "--restricted"], {}, { cwd });
    expect(providers.stdout).not.toMatch(/^own\b/mu);
    const named = await skein.here(["run", "-t", "Go", "--agent", "helper", "--restricted"], {}, { cwd });
    expect(named).toMatchObject({ exitCode: 2 });
  });

  it("is in the help of the commands that open a session", async () => {
    await using skein = await skeinHome();
    for (const command of ["run", "chat", "resume", "acp", "serve", "web", "worker", "review", "bg"])
      expect({ command, help: (await skein.here([command, "--help"])).stdout }).toEqual({
        command,
        help: expect.stringContaining("--restricted"),
      });
  });
});

import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AssistantPart } from "@skein/protocol";
import { anthropicServer, type AnthropicReply } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

const secret = (): string => randomBytes(18).toString("base64url");
const call = (id: string, name: string, input: Record<string, string>): AssistantPart => ({
  type: "tool-call",
  id,
  name,
  input,
});

interface Scene {
  readonly skein: SkeinHome;
  /** Of the environment, of the folder's `.env`, a key that Skein keeps, and of a file in a folder below. */
  readonly secrets: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly sent: () => string;
}

async function scene(
  script: (secrets: readonly string[]) => readonly AnthropicReply[],
  work: (scene: Scene) => Promise<void>,
): Promise<void> {
  const secrets = [secret(), secret(), `sk-ant-${secret()}`, secret()];
  const [token = "", password = "", key = "", inner = ""] = secrets;
  await using server = await anthropicServer(script(secrets));
  await using skein = await skeinHome(server.url);
  const cwd = join(skein.home, "app");
  await mkdir(join(cwd, "sub"), { recursive: true });
  await writeFile(join(cwd, "sub/.env.local"), `INNER_TOKEN=${inner}\n`);
  await writeFile(join(cwd, ".env"), `DB_PASSWORD=${password}\nCOLOR=blue\n`);
  const home = join(skein.home, "skein");
  await mkdir(join(home, "data/secrets"), { recursive: true, mode: 0o700 });
  await mkdir(join(home, "config"), { recursive: true });
  // Guarded files, such as .env, are written only where a rule names the tool.
  await writeFile(join(home, "config/config.yaml"), "permissions: { edit: allow, read: allow }\n");
  await writeFile(join(home, "data/secrets/ANTHROPIC_API_KEY"), `${key}\n`, { mode: 0o600 });
  const env = { SKEIN_HOME: home, MY_TOKEN: token, ANTHROPIC_API_KEY: "", ANTHROPIC_BASE_URL: server.url };
  const sent = () => server.requests.map(({ bytes }) => bytes.toString()).join("\n");
  await work({ skein, secrets, env, cwd, sent });
}

/** Files of Skein's folders that hold one of these, but for the keys themselves, and the user's files as they were. */
async function filesWith(home: string, secrets: readonly string[]): Promise<readonly string[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const found = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      return secrets.some((one) => bytes.includes(one)) ? [file.slice(home.length)] : [];
    }),
  );
  return found.flat().filter((file) => !/^\/data\/(secrets|checkpoints)\//.test(file));
}

function secretsIn(text: string, secrets: readonly string[]): readonly number[] {
  return secrets.flatMap((one, at) => (text.includes(one) ? [at] : []));
}

describe.concurrent("secrets", () => {
  it.each([[["--output-format", "stream-json"]], [["--output-format", "json"]], [[]]])(
    "stay where they are, whatever a model does with them (%s)",
    (flags) =>
      scene(
        (secrets) => [
          { parts: [call("r1", "read", { path: ".env" })] },
          { parts: [call("e1", "edit", { path: ".env", old_text: "COLOR=blue", new_text: "COLOR=red" })] },
          {
            parts: [
              shell(
                "s1",
                "env; cat .env sub/.env.local; echo $MY_TOKEN; cat $SKEIN_HOME/data/secrets/*; seq 5000; cat .env",
              ),
            ],
          },
          say(`They are ${secrets.join(" and ")}.`),
        ],
        async ({ skein, secrets, env, cwd, sent }) => {
          const ended = await skein.here(
            ["run", "-t", `what is ${secrets[1]}?`, "--mode", "auto", ...flags],
            env,
            { cwd },
          );
          expect(ended.exitCode).toBe(0);
          expect(await readFile(join(cwd, ".env"), "utf8")).toBe(`DB_PASSWORD=${secrets[1]}\nCOLOR=red\n`);
          expect(secretsIn(sent(), secrets)).toEqual([]);
          expect(sent()).toContain("__SECRET_");
          expect(secretsIn(ended.stdout, secrets)).toEqual([]);
          expect(secretsIn(ended.stderr, secrets)).toEqual([]);
          const searched = await skein.here(["session", "search", "COLOR"], env, { cwd });
          expect(secretsIn(searched.stdout, secrets)).toEqual([]);
          expect(await filesWith(env["SKEIN_HOME"] ?? "", secrets)).toEqual([]);
        },
      ),
  );

  it("are nowhere after a kill and a resume", () =>
    scene(
      () => [
        { parts: [call("r1", "read", { path: ".env" })] },
        {
          parts: [
            shell(
              "s1",
              "env; cat .env sub/.env.local; echo begun; sleep 1; cat .env sub/.env.local; seq 5000",
            ),
          ],
        },
        say("Seen."),
      ],
      async ({ skein, secrets, env, cwd, sent }) => {
        const running = skein.start(
          ["run", "-t", "go", "--mode", "auto", "--output-format", "stream-json"],
          env,
          { cwd },
        );
        await running.shows("begun\\n");
        running.child.kill("SIGKILL");
        const killed = await running.ended;
        const ended = await skein.run(["resume", "--mode", "auto", "--output-format", "stream-json"], env, {
          cwd,
        });
        expect(ended.exitCode).toBe(0);
        expect(ended.stdout).toContain("__SECRET_");
        expect(
          secretsIn(sent() + killed.stdout + killed.stderr + ended.stdout + ended.stderr, secrets),
        ).toEqual([]);
        expect(await filesWith(env["SKEIN_HOME"] ?? "", secrets)).toEqual([]);
      },
    ));
});

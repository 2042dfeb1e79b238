import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";

const stamp = "q7Zk22xP9vLmT4bQ81sX";
const env = { BUILDER: stamp, SHOP_REGION: "north", JAVA_HOME: "/jdk" };

/** What the model was told of a command, and how the run ended. */
async function told(config: string, command: string, mode: string) {
  await using server = await anthropicServer([{ parts: [shell("a", command)] }, say("Done.")]);
  await using skein = await skeinHome(server.url);
  const folder = join(skein.home, ".config/skein");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "config.yaml"), `permissions: { shell: allow }\n${config}`);
  const args = ["run", "-t", `It is ${stamp}.`, "--mode", mode, "--no-session"];
  const { exitCode, stderr } = await skein.run(args, env);
  return { exitCode, stderr, first: bodyOf(server.requests[0]), last: bodyOf(server.requests[1]) };
}

function bodyOf(request: { readonly bytes: Buffer } | undefined): string {
  return request?.bytes.toString() ?? "";
}

describe.concurrent("redaction.allow", () => {
  it("names what is no secret, by its variable", async () => {
    const hidden = await told("", "true", "auto");
    expect(hidden.first).toMatch(/It is __SECRET_BUILDER_\w+__\./);
    const shown = await told("redaction: { allow: [BUILDER] }", "echo $BUILDER", "auto");
    expect(shown.first).toContain(`It is ${stamp}.`);
    expect(shown.last).toContain(`"text":"${stamp}"`);
  });
});

describe.concurrent("shell.env", () => {
  const command = "echo region=$SHOP_REGION java=$JAVA_HOME";

  it("adds to what commands get where somebody decides about them", async () => {
    const { last } = await told("", command, "smart_approve");
    expect(last).toContain("region= java=/jdk\\n[SHOP_REGION is set, but commands do not get it:");
    expect((await told("", command, "auto")).last).toContain("region=north java=/jdk");
    const added = await told("shell: { env: [SHOP_REGION] }", command, "smart_approve");
    expect(added.last).toContain('region=north java=/jdk"');
  });
});

describe.concurrent("what cannot be obeyed", () => {
  it.each([
    [
      "redaction: { allow: [ANTHROPIC_API_KEY] }",
      "redaction.allow names ANTHROPIC_API_KEY, a provider's key, which is hidden always",
    ],
    [
      "shell: { env: [ANTHROPIC_API_KEY] }",
      "shell.env names ANTHROPIC_API_KEY, a provider's key, which is never given to commands",
    ],
    ["redaction: { allow: [not a name] }", "redaction.allow[0] cannot be this text"],
    ["shell: { environment: [A] }", 'Unknown key "environment" in shell.'],
  ])("%s is an error", async (config, words) => {
    const { exitCode, stderr, first } = await told(config, "true", "auto");
    expect(exitCode).toBe(2);
    expect(stderr).toContain(words);
    expect(first).toBe("");
  });
});

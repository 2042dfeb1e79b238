import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { judgeCommand } from "@skein/runtime";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { createCollector } from "../src/findings.ts";
import { readClaude } from "../src/programs/claude.ts";

const permissions = {
  defaultMode: "default",
  allow: ["Bash(npm run test:*)", "Bash(git commit *)", "Bash(make build)", "Edit(/docs/**)"],
  ask: ["Bash(git push:*)"],
  deny: ["Bash(curl:*)", "Read(./secrets/**)", "Bash(rm -rf *)"],
  additionalDirectories: ["/srv/shared", "../other"],
};

async function readSettings(settings: object) {
  await using home = await temporaryFolder();
  const folder = join(home.path, ".claude");
  await mkdir(folder);
  await writeFile(join(folder, "settings.json"), JSON.stringify(settings));
  const into = createCollector();
  await readClaude({ folder, data: folder, cwd: home.path, isDefault: false, into, providers: {} });
  return into.found;
}

it.each([
  [undefined, ["read(/srv/shared/**)"]],
  ["default", ["read(/srv/shared/**)"]],
  ["plan", ["read(/srv/shared/**)"]],
  ["bypassPermissions", ["read(/srv/shared/**)"]],
  ["acceptEdits", ["read(/srv/shared/**)", "edit(/srv/shared/**)"]],
])("another folder may be edited only where edits are accepted: %s", async (defaultMode, rules) => {
  const found = await readSettings({ permissions: { defaultMode, additionalDirectories: ["/srv/shared/"] } });
  expect(found.rules.map(({ text }) => text)).toEqual(rules);
});

/** What Claude Code decides, as its documentation on permissions says. */
const decisions: readonly (readonly [command: string, decision: string])[] = [
  ["npm run test", "allow"],
  ["npm run test --watch", "allow"],
  ["npm run test && npm publish", "ask"],
  ["git commit -m fix", "allow"],
  ["git commit -m fix && git push", "ask"],
  ["make build", "allow"],
  ["make build all", "ask"],
  ["git push origin main", "ask"],
  ["curl http://127.0.0.1", "deny"],
  ["npm run test; curl http://127.0.0.1", "deny"],
  ["timeout 5 curl http://127.0.0.1", "deny"],
  ["cat secrets/key", "deny"],
  ["rm -rf build", "deny"],
  ["ls -la", "allow"],
  ["git status", "allow"],
  ["npm install", "ask"],
];

it("decides as Claude Code does by the same block of permissions", async () => {
  await using home = await temporaryFolder();
  const [folder, cwd] = [join(home.path, ".claude"), join(home.path, "project")];
  for (const path of [folder, cwd]) await mkdir(path);
  await writeFile(join(folder, "settings.json"), JSON.stringify({ permissions }));
  const into = createCollector();
  await readClaude({ folder, data: folder, cwd, isDefault: false, into, providers: {} });
  expect(into.found.leftAlone.map(({ subject }) => subject)).toEqual(["additionalDirectories ../other"]);
  const rules = into.found.rules.map(({ verdict, text, tool }) => ({ verdict, tool: text ?? tool ?? "*" }));
  expect(rules).toContainEqual({ verdict: "allow", tool: "read(/srv/shared/**)" });
  const found = decisions.map(async ([command]) => {
    const policy = { mode: "smart_approve", rules, cwd, dataFolder: home.path, env: {} };
    return [command, (await judgeCommand(policy, command)).verdict];
  });
  expect(await Promise.all(found)).toEqual(decisions);
});

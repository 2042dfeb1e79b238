import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { createRuntime } from "../src/index.ts";
import { done, scriptedProvider, setUp, use } from "./set-up.ts";

// A token that only its format gives away: a process that has not read the file does not know it.
const token = `ghp_${"aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6".slice(0, 36)}`;

it.each(["edit", "write"] as const)(
  "a resumed session keeps the secret of a file that another process has read: %s",
  async (tool) => {
    await using folder = await temporaryFolder();
    await using work = await temporaryFolder();
    const file = join(work.path, "deploy.sh");
    await writeFile(file, `HOST=a\nexport GITHUB_TOKEN=${token}\n`);
    const { settings } = setUp(folder.path, [], work.path);
    const session = await run([use("read", { path: "deploy.sh" }), done]);
    await run(
      [
        (request) => {
          const hidden = /GITHUB_TOKEN=(__SECRET_\w+?__)/.exec(JSON.stringify(request.messages))?.[1];
          if (hidden === undefined) throw new Error("the token was not redacted");
          return tool === "edit"
            ? use("edit", { path: "deploy.sh", ...changeOf(`HOST=a\nexport GITHUB_TOKEN=${hidden}`) })
            : use("write", { path: "deploy.sh", content: `HOST=b\nexport GITHUB_TOKEN=${hidden}\n` });
        },
        done,
      ],
      session,
    );
    expect(await readFile(file, "utf8")).toBe(`HOST=b\nexport GITHUB_TOKEN=${token}\n`);

    async function run(replies: Parameters<typeof scriptedProvider>[0], resumed?: string): Promise<string> {
      const { provider } = scriptedProvider(replies);
      await using runtime = createRuntime({
        providers: { scripted: async () => provider },
        dataFolder: folder.path,
        env: process.env,
      });
      const rules = (["edit", "write"] as const).map((name) => ({ tool: name, verdict: "allow" as const }));
      const { agent } = await runtime.open({
        ...settings,
        rules,
        ...(resumed === undefined ? {} : { session: resumed }),
      });
      expect((await agent.run("go").result).outcome).toBe("done");
      await agent.close();
      return agent.session;
    }
  },
);

function changeOf(text: string): { readonly old_text: string; readonly new_text: string } {
  return { old_text: text, new_text: text.replace("HOST=a", "HOST=b") };
}

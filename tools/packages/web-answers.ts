import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs `skein web`, logs in with the link that it prints, and reads the app. @returns what is wrong. */
export async function webProblem(
  skein: string,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<string | undefined> {
  const child = spawn(skein, ["web", "--no-open"], { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const closed = once(child, "close");
  try {
    const first = await Promise.race([once(child.stdout, "data"), closed.then(() => undefined)]);
    if (!first) return `skein web ended: ${said}`;
    const link = String(first[0]).trim();
    const login = await fetch(link, { redirect: "manual" });
    const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? "";
    const page = await (await fetch(new URL("./", link))).text();
    const [, script] = /<script [^>]*src="([^"]+)"/.exec(page) ?? [];
    if (script === undefined) return `skein web answers without the app: ${page.slice(0, 200)}`;
    const statuses = await Promise.all(
      [script, "api/server"].map(async (path) => {
        const { status } = await fetch(new URL(path, new URL("./", link)), { headers: { cookie } });
        return status;
      }),
    );
    return statuses.every((status) => status === 200)
      ? undefined
      : `${script}, api/server: ${statuses.join()}`;
  } finally {
    child.kill("SIGINT");
    await closed;
  }
}

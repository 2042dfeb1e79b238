import { loadOpenPage } from "./later.ts";

/** Shows pages for logins, where somebody is there to see them or `BROWSER` names a browser. */
export function loginPage(
  isAttended: boolean,
  say: (line: string) => void,
): ((url: string) => Promise<void>) | undefined {
  const { env, platform } = process;
  if (!isAttended && !env["BROWSER"]) return undefined;
  return async (url) => (await loadOpenPage()).openPage(url, { env, platform, say });
}

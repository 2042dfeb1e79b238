/** Shows pages for logins, where somebody is there to see them or `BROWSER` names a browser. */
export function loginPage(
  isAttended: boolean,
  say: (line: string) => void,
): ((url: string) => Promise<void>) | undefined {
  const { env, platform } = process;
  if (!isAttended && !env["BROWSER"]) return undefined;
  return async (url) => (await import("@skein/terminal/open-page")).openPage(url, { env, platform, say });
}

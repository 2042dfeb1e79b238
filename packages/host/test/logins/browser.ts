const mostSteps = 10;

/** Follows redirects as a browser does, with cookies, to the end. @returns the last page's address and text. */
export async function browse(page: string): Promise<{ readonly url: string; readonly text: string }> {
  const cookies = new Map<string, string>();
  let url = page;
  for (let step = 0; step < mostSteps; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get("location");
    if (next === null) return { url, text: await response.text() };
    await response.body?.cancel();
    url = new URL(next, url).href;
  }
  throw new Error(`There is no end of redirects from ${page}.`);
}

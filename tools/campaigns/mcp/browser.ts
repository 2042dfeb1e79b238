// node browser.ts URL: a browser in which a person agrees to everything at once. It follows each redirect.
const response = await fetch(process.argv.at(-1) ?? "");
await response.body?.cancel();

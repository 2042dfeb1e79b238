/** What `skein` is here: a program and its first arguments. */
export function ownProgram(): readonly [string, ...string[]] {
  const [entry = ""] = process.argv.slice(1);
  return [process.execPath, ...process.execArgv, entry];
}

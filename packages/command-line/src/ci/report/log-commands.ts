/** Commands that GitHub reads in the log of a step. */
export type LogLevel = "notice" | "warning" | "error";

export function logCommand(level: LogLevel, text: string): string {
  return `::${level} title=skein::${escaped(text)}\n`;
}

/** What is between them is log, whatever it says. @param token - random letters and digits. */
export function withoutCommands(token: string): { readonly from: string; readonly to: string } {
  return { from: `::stop-commands::${token}\n`, to: `::${token}::\n` };
}

function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Outputs as the file `GITHUB_OUTPUT` has them. @param mark - random letters and digits. */
export function outputLines(outputs: Readonly<Record<string, string>>, mark: string): string {
  return Object.entries(outputs)
    .map(([name, value]) => `${name}<<${mark}\n${value.replaceAll(mark, "[mark]")}\n${mark}\n`)
    .join("");
}

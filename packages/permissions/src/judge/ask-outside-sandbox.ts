import type { Decision } from "@skein/protocol";

/** A question about a command that is to run outside the sandbox. @param remedies - the rules that would allow it. */
export function askOutsideSandbox(why: string, remedies: readonly string[]): Decision {
  const named = (remedies.length === 0 ? ["outside(COMMAND)"] : remedies).map((rule) => JSON.stringify(rule));
  return {
    verdict: "ask",
    by: "sandbox",
    reason: `It would run outside the sandbox, with your own access to files and network. The model says why: ${JSON.stringify(why)}`,
    unasked: `No one is available to approve running this outside the sandbox. It would be allowed by the permission rule ${named.join(" and ")}.`,
  };
}

import type { Gate } from "@skein/protocol";

/** Lets tools that only read pass and asks for everything else. */
export const askingGate: Gate = {
  decide: ({ tool, effect }) =>
    effect === "reads"
      ? { verdict: "allow", by: "default: it only reads" }
      : { verdict: "ask", by: "default", reason: `"${tool}" may change things.` },
};

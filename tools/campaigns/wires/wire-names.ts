import { names } from "../runner/option.ts";
import { wires } from "./wires.ts";

/** The words of a campaign: which wires to try. */
export const wireNames = names({
  about: "Only wires whose name contains it",
  placeholder: "WIRE",
  noun: "wire",
  isPositional: true,
  of: () => wires.map(({ name }) => name),
});

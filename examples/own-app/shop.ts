import { defineTool } from "@skein/extension-kit";
import { z } from "zod";

const order = z.object({ order: z.int() });

export const shop = [
  defineTool({
    name: "look_up",
    description: "State of an order.",
    effect: "reads",
    input: order,
    run: ({ order: id }) => ({ order: id, state: "lost", euros: 40 }),
  }),
  defineTool({
    name: "refund",
    description: "Pay an order back.",
    effect: "writes",
    input: order,
    run: ({ order: id }) => `Order ${id} is refunded.`,
  }),
];

import { expect, it } from "vitest";
import { runRows } from "../conformance.ts";

it(
  "the command does what the Agent Client Protocol says, and each row finds its bug",
  { timeout: 600_000 },
  async () => {
    for (const { row, problems, findsBug } of await runRows())
      expect({ row: row.name, problems, findsBug }).toEqual({ row: row.name, problems: [], findsBug: true });
  },
);

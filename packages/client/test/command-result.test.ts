import { expect, test } from "vitest";
import { createClient, type CommandResult } from "../src/index.ts";

/** Fields of each result. The compiler refuses a kind that is missing here, and a field of another type. */
function fieldsOf(result: CommandResult): readonly unknown[] {
  switch (result.kind) {
    case "unknown-command":
      return [result.name, result.guess?.length];
    case "must-wait":
      return [result.name];
    case "model":
      return [result.provider, result.model];
    case "models":
      return [result.current.model, ...result.models.map(({ price }) => price?.input)];
    case "effort":
      return [result.effort];
    case "efforts":
      return result.efforts;
    case "modes":
      return result.modes.map(({ description }) => description);
    case "permissions":
      return result.listed.rules.map(({ decision }) => decision);
    case "mode":
      return [result.mode];
    case "output-styles":
      return [result.current, result.styles.length];
    case "output-style":
    case "name":
      return [result.name];
    case "costs":
      return result.costs.purposes.map(({ costUsd }) => costUsd);
    case "diff":
      return [result.diff?.files.length, result.hunks?.length];
    case "hunk-reverted":
      return [result.reverted.path, result.hunks.length];
    case "context":
      return [result.sizes.window, ...result.sizes.sections.map(({ tokens }) => tokens)];
    case "cache":
      return [result.cache.readShare, ...result.cache.causes.map(({ cause }) => cause)];
    case "compacted":
      return [result.report.usage.input];
    case "rewound":
      return [result.by, result.text, ...result.rewound.folders.map(({ root }) => root)];
    case "rewind-points":
      return result.points.map(({ at }) => at);
    case "go-to":
      return [result.how, result.session, result.model?.provider];
    case "go-on":
    case "declined":
      return [];
    case "send":
      return [result.when, result.text, result.recipe?.word];
    case "sessions":
      return result.sessions.map((one) => ("summary" in one ? one.summary.state : one.damaged));
    case "recipes":
      return result.recipes.map(({ title }) => title);
    case "agents":
      return result.agents.map(({ tools }) => tools?.length);
    case "skills":
      return result.skills.map(({ from }) => from);
    case "subagents":
      return result.subagents.map(({ running }) => running.length);
    case "subagent":
      return result.entries.map(({ kind }) => kind);
    case "cancelled":
      return [result.isEnding];
    case "which-subagent":
      return [result.found];
    case "jobs":
      return result.jobs.map(({ end }) => end?.by);
    case "background":
      return [result.end];
    case "shell":
      return [result.end.how, result.durationMs];
    case "remember-where":
      return result.places.map(({ scope }) => scope);
    case "remembered":
      return [result.isOn];
    case "tools":
      return result.tools;
    default: {
      // A newer server can have other kinds.
      const unknown: never = result;
      return ["unknown", unknown];
    }
  }
}

const answering = (result: unknown) =>
  createClient({ url: "http://localhost", fetch: () => Promise.resolve(Response.json(result)) });

test("the result of a command has the type of its kind", async () => {
  const skein = answering({ kind: "mode", mode: "plan" });
  const result = await skein.runCommand({ session: "s", name: "mode", argument: "plan" });
  expect(fieldsOf(result)).toEqual(["plan"]);
});

test("a result of a newer kind is handed on as it is", async () => {
  const newer = { kind: "newer", field: [1] };
  const result = await answering(newer).runCommand({ session: "s", name: "newer" });
  expect(fieldsOf(result)).toEqual(["unknown", newer]);
});

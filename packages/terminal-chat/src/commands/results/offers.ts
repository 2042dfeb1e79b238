import type { ModelPrice } from "@skein/protocol";
import { basename } from "node:path";
import type { CommandResult } from "@skein/session-commands";
import type { Hunk } from "@skein/runtime";
import { shortFolder, shortTime, type Picked, type PickItem, type PickList } from "@skein/terminal";
import { describeSession } from "./sessions-text.ts";
import { loadDiffLines } from "../../later.ts";

/** What a result lets the user pick, and what comes of it. */
export interface Offer {
  readonly list: PickList;
  /** `line`: the command to run. `draft`: text for the prompt. */
  readonly next: (picked: Picked) => { readonly line: string } | { readonly draft: string };
}

/** `undefined`: there is nothing to pick. */
export async function offerOf(
  result: CommandResult,
  now: Date,
  atWork: () => readonly PickItem[],
): Promise<Offer | undefined> {
  const offer = await anyOffer(result, now, atWork);
  return offer && offer.list.items.length > 0 ? offer : undefined;
}

async function anyOffer(
  result: CommandResult,
  now: Date,
  atWork: () => readonly PickItem[],
): Promise<Offer | undefined> {
  switch (result.kind) {
    case "models":
      return modelOffer(result);
    case "efforts":
      return asArgument("effort", {
        title: `How much ${result.model} reasons`,
        items: result.efforts.map((effort) => ({
          value: effort,
          label: effort,
          detail: effort === "default" ? "the vendor decides" : "",
          isCurrent: effort === result.current,
        })),
      });
    case "modes":
    case "permissions":
      return asArgument("mode", {
        title: "What may happen unasked?",
        items: result.modes.map(({ name, description }) => ({
          value: name,
          label: name,
          detail: description,
          isCurrent: name === result.current,
        })),
      });
    case "sessions":
      return asArgument("resume", {
        title: "Resume a session",
        items: result.sessions.map((listed) => ({ value: listed.session, ...describeSession(listed, now) })),
      });
    case "recipes":
      return asArgument("recipe", {
        title: "Send the prompt of a recipe",
        items: result.recipes.map(({ name, title = "" }) => ({ value: name, label: name, detail: title })),
      });
    case "agents": {
      const named = result.agents
        .filter(({ name }) => result.usable.includes(name))
        .map(({ name, description }) => ({ value: `@${name}`, label: `@${name}`, detail: description }));
      return agentOffer(named, atWork);
    }
    case "subagents":
      return agentOffer([], atWork);
    case "remember-where":
      return {
        list: {
          title: "Remember it",
          items: result.places.map(({ scope, folder }) => ({
            value: scope,
            label: scope === "user" ? "for me, in every project" : "in this project",
            detail: shortFolder(folder),
          })),
        },
        next: ({ value }) => ({ line: `/remember ${value}: ${result.text}` }),
      };
    case "diff":
    case "hunk-reverted":
      return hunkOffer(result.hunks ?? []);
    case "rewind-points": {
      const { shortChanges } = await loadDiffLines();
      return {
        list: {
          title: "Go back to before …",
          items: result.points.map(({ text, at, diff }, index) => ({
            value: String(index + 1),
            label: text,
            detail: [shortTime(at, now), ...(diff ? [shortChanges(diff)] : [])].join("  "),
          })),
          enter: "conversation and files",
          ways: [
            { key: "c", label: "conversation only" },
            { key: "f", label: "files only" },
          ],
        },
        next: ({ value, way }) => ({ line: `/rewind ${value}${way === undefined ? "" : parts[way]}` }),
      };
    }
    default:
      return undefined;
  }
}

/** Those at work are opened or stopped; a named one is given the next message. */
function agentOffer(named: readonly PickItem[], atWork: () => readonly PickItem[]): Offer {
  const isAny = atWork().length > 0;
  const items = () => [...atWork(), ...named];
  return {
    list: {
      title: isAny ? "Agents at work" : "Give your next message to an agent",
      items: items(),
      ...(isAny ? { refresh: items, enter: "opens", ways: [{ key: "s", label: "stops" }] } : {}),
    },
    next({ value, way }) {
      if (value.startsWith("@")) return { draft: `${value} ` };
      return { line: `/${way === "s" ? "cancel" : "subagents"} ${value}` };
    },
  };
}

function hunkOffer(hunks: readonly Hunk[]): Offer {
  return asArgument("diff revert", {
    title: "Keep the changes, or revert hunks of them",
    enter: "reverts",
    items: hunks.map(({ number, path, line, added, removed, first }) => ({
      value: String(number),
      label: `${basename(path)}:${line} +${added} −${removed}`,
      detail: first,
    })),
  });
}

const parts: Readonly<Record<string, string>> = { c: " conversation", f: " files" };

function asArgument(command: string, list: PickList): Offer {
  return { list, next: ({ value }) => ({ line: `/${command} ${value}` }) };
}

function pricesText({ input, output }: ModelPrice): string {
  return input === 0 && output === 0 ? "free" : `$${input} in, $${output} out`;
}

function modelOffer({
  current,
  provider,
  models,
  others,
}: Extract<CommandResult, { readonly kind: "models" }>): Offer {
  const own = models.map(({ id, limits, price }): PickItem => {
    const context =
      limits.contextTokens === undefined ? [] : [`${Math.round(limits.contextTokens / 1000)}k context`];
    const prices = price === undefined ? [] : [pricesText(price)];
    return {
      value: `${provider} ${id}`,
      label: id,
      detail: [...context, ...prices].join(" · "),
      isCurrent: provider === current.provider && id === current.model,
    };
  });
  const rest = others.map((id) => ({ value: id, label: `${id} …`, detail: "another provider" }));
  return asArgument("model", {
    title: `Model: ${current.provider} ${current.model}`,
    items: [...own, ...rest],
  });
}

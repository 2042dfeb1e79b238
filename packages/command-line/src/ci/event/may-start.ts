import type { AllowedActors } from "../inputs/read-inputs.ts";
import type { Person } from "./ci-event.ts";

/** Whether somebody may start a run; `unknown` when that depends on an association that is not known. */
export type Permission = "yes" | "unknown" | { readonly no: string };

export function mayStart(person: Person | undefined, allowed: AllowedActors): Permission {
  if (!person) return "yes";
  const { login, isBot, association } = person;
  if (login === "") return { no: "The payload does not say who did it." };
  if (isBot)
    return has(allowed.bots, login) || has(allowed.bots, login.replace(/\[bot\]$/, ""))
      ? "yes"
      : { no: `${login} is a bot, and not among allowed-bots.` };
  if (allowed.associations.includes("*") || isNamed(person, allowed)) return "yes";
  if (association === undefined) return "unknown";
  if (allowed.associations.includes(association)) return "yes";
  return {
    no: `${login} has the association ${association}; a run is started by ${allowed.associations.join(", ")}, and by allowed-users.`,
  };
}

/** Those who may write to the repository, and those whom its workflow names: their words are a task, not data. */
export function mayInstruct(person: Person, allowed: AllowedActors): boolean {
  if (person.isBot) return false;
  return (
    isNamed(person, allowed) || (person.association !== undefined && trusted.includes(person.association))
  );
}

const trusted: readonly string[] = ["OWNER", "MEMBER", "COLLABORATOR"];

function isNamed({ login, isBot }: Person, { users }: AllowedActors): boolean {
  return !isBot && users.some((name) => name.toLowerCase() === login.toLowerCase());
}

function has(bots: readonly string[], login: string): boolean {
  return bots.some((name) => name === "*" || name.toLowerCase() === login.toLowerCase());
}

import type { Option } from "./option.ts";
import type { Report } from "./report.ts";

/** Options by name: `everyMs` is `--every-ms`. */
export type Options = Readonly<Record<string, Option>>;

type Values<Own extends Options> = {
  readonly [Name in keyof Own]: Own[Name] extends Option<infer Value> ? Value : never;
};

/** A program that tries something many times, and shows what happened and what must not happen. */
export interface Campaign<Own extends Options = Options> {
  /** Further sentences of its help: when it fails, what it needs, and how long it takes. */
  readonly details: string;
  readonly options: Own;
  /** Throws `NotStarted` if something that it needs is missing. Its result is in the report. */
  run(values: Values<Own>, report: Report): Promise<void>;
}

/** A campaign with what lists say of it. */
export interface NamedCampaign extends Campaign {
  /** Its folder: the subject that is tried. */
  readonly name: string;
  /** One line: what it tries. */
  readonly about: string;
}

/** Gives `run` the types of the options. */
export function defineCampaign<const Own extends Options>(campaign: Campaign<Own>): Campaign {
  return campaign;
}

/** @returns the option as it is written: `--every-ms`. */
export function labelOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

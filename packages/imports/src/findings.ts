import {
  extensionOfTool,
  type JsonObject,
  type JsonValue,
  type SharedTool,
  type Verdict,
} from "@skein/protocol";
import type { SettingName } from "@skein/settings";

/** What can be chosen to be imported, in the order of the plan. */
export const areas = ["settings", "extensions", "permissions", "hooks", "memory", "secrets"] as const;
export type Area = (typeof areas)[number];

/** What another program has that Skein has a place for, in Skein's terms, and what it has besides. */
export interface ImportFindings {
  readonly settings: readonly FoundSetting[];
  readonly extensions: readonly FoundExtension[];
  readonly rules: readonly FoundRule[];
  readonly hooks: readonly FoundHook[];
  readonly notes: readonly FoundNotes[];
  readonly secrets: readonly FoundSecret[];
  readonly leftAlone: readonly LeftAlone[];
  /** Files that cannot be read, a sentence each. */
  readonly broken: readonly string[];
}

export interface FoundSetting {
  /** A field of the settings, or the address of a provider. */
  readonly name: SettingName | { readonly addressOf: string };
  readonly value: JsonValue;
  /** What the program calls it, `GOOSE_MODE`. */
  readonly said: string;
  readonly file: string;
}

export interface FoundExtension {
  /** As the program calls it. */
  readonly name: string;
  /** How the program's rules call it. */
  readonly ruleName: string;
  /** As it would stand in Skein's config; where a secret stood there is a reference to it. */
  readonly entry: JsonObject;
  /** Secrets that stood in it, by the names under which `entry` refers to them. */
  readonly secrets: readonly FoundSecret[];
  readonly file: string;
}

export interface FoundRule {
  readonly verdict: Verdict;
  /** The extension it is about, as the program's rules call it; with `isOwn`, Skein's own of that name. */
  readonly extension: string;
  readonly isOwn?: true;
  /** The tool's own name in that extension; absent: all of them. */
  readonly tool?: string;
  /** As it is written in Skein, where it is about more than a tool: `shell(git push *)`. */
  readonly text?: string;
  /** Why Skein cannot say the same, when it cannot: it covers some of the calls of these tools. */
  readonly isPartOf?: string;
  /** As it stands in the program's file. */
  readonly said: string;
  readonly file: string;
}

export interface FoundHook {
  readonly event: string;
  /** As it would stand in Skein's config: a matcher, and this hook alone. */
  readonly group: JsonObject;
  /** For people: event, matcher, command. */
  readonly said: string;
  readonly file: string;
}

export interface FoundNotes {
  /** Stays the same from one import to the next. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly file: string;
}

export interface FoundSecret {
  /** Of the environment variable. */
  readonly name: string;
  readonly value: string;
  readonly file: string;
}

interface LeftAlone extends Reason {
  readonly area: Area;
  readonly subject: string;
  readonly file: string;
}

/** Why something does not become Skein's. */
export interface Reason {
  readonly why: string;
  readonly remedy?: Remedy;
}

/** What a person can do about it, for a face to say in its own words. What needs no face stands in `why`. */
export type Remedy =
  /** Let what the other program has replace these settings, extensions or rules of Skein. */
  | { readonly do: "overwrite"; readonly replaces: readonly string[] }
  /** Choose a model for Skein. */
  | { readonly do: "choose-model" }
  /** Give Skein a key of the provider's. */
  | { readonly do: "enter-key" }
  /** Write it into that section of the project's own settings, and trust the project. */
  | { readonly do: "add-to-project"; readonly section: "extensions" | "hooks" };

/** What a reader of one program's files fills. */
export interface Collector {
  readonly found: ImportFindings;
  setting(found: FoundSetting): void;
  extension(found: FoundExtension): void;
  rule(found: FoundRule): void;
  hook(found: FoundHook): void;
  notes(found: FoundNotes): void;
  secret(found: FoundSecret): void;
  leave(area: Area, subject: string, reason: string | Reason, file: string): void;
  broken(sentence: string): void;
}

export function createCollector(): Collector {
  const settings: FoundSetting[] = [];
  const extensions: FoundExtension[] = [];
  const rules: FoundRule[] = [];
  const hooks: FoundHook[] = [];
  const notes: FoundNotes[] = [];
  const secrets: FoundSecret[] = [];
  const leftAlone: LeftAlone[] = [];
  const broken: string[] = [];
  return {
    found: { settings, extensions, rules, hooks, notes, secrets, leftAlone, broken },
    setting: (one) => void settings.push(one),
    extension: (one) => void extensions.push(one),
    rule: (one) => void rules.push(one),
    hook: (one) => void hooks.push(one),
    notes: (one) => void notes.push(one),
    // Blanks around a key are not kept with it.
    secret: (one) => void secrets.push({ ...one, value: one.value.trim() }),
    leave: (area, subject, reason, file) =>
      void leftAlone.push({
        area,
        subject,
        ...(typeof reason === "string" ? { why: reason } : reason),
        file,
      }),
    broken: (sentence) => void broken.push(sentence),
  };
}

/** What a rule about one of Skein's own tools says of it. */
export function ownTool(tool: SharedTool): Required<Pick<FoundRule, "extension" | "isOwn" | "tool">> {
  return { extension: extensionOfTool(tool), isOwn: true, tool };
}

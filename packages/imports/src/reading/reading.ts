import type { KnownProviders } from "@skein/host/providers";
import type { Collector } from "../findings.ts";

/** What reads one program's files is given. Folders are absolute. */
export interface Reading {
  /** Its settings. */
  readonly folder: string;
  /** What it keeps besides: sessions, keys. */
  readonly data: string;
  /** Where the user is; some programs have settings of projects. */
  readonly cwd: string;
  /** `false`: the user named the folder. */
  readonly isDefault: boolean;
  /** Those that Skein has. */
  readonly providers: KnownProviders;
  readonly into: Collector;
}

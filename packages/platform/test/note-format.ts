import type { StoreFormat } from "@skein/platform/sqlite";

export const noteFormat: StoreFormat = {
  applicationId: 0x4e4f5445,
  version: 3,
  schema: "CREATE TABLE counts(name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT",
};

export const refused = (why: string): Error => new Error(`refused: ${why}`);

import { blobsAddress, postgresUrl } from "../values.ts";
import type { FieldTable } from "./setting-field.ts";

/** Where sessions are stored. */
export const storageFields = {
  journal: {
    key: "journal",
    flag: {
      name: "--database-url",
      value: "URL",
      help: "The Postgres database that has the sessions; any command takes it",
    },
    variable: "SKEIN_DATABASE_URL",
    description: "The Postgres database that has the sessions; without it they are in the data folder",
    project: "never",
    subagents: "same",
    ...postgresUrl,
  },
  journalBlobs: {
    key: "journalBlobs",
    variable: "SKEIN_JOURNAL_BLOBS",
    description:
      "Where blobs of more than 1 MB of the sessions in a database are: a bucket, `s3://bucket/prefix?region=…&endpoint=…`, or a folder that all machines see; without it they are in the database",
    project: "never",
    subagents: "same",
    ...blobsAddress,
  },
} as const satisfies FieldTable;

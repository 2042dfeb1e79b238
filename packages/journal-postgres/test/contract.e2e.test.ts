import { journalContract } from "@skein/sessions/contract";
import { describePostgres } from "./postgres.ts";

describePostgres("Postgres", ({ open }) => {
  journalContract("the journal in Postgres", open);
});

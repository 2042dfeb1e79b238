import type { OptionTable } from "./options.ts";

/** A program that changes files, with what its operands are. */
export interface WritingProgram extends OptionTable {
  /**
   * `written`: files that it makes or changes; `removed`: it deletes them or changes who may use them, so nothing starts from
   * them that did not before; `copied`: all but the last are read, and appear in the last or as it; `moved`: the same, and
   * the first are gone; `text`: none.
   */
  readonly operands: "written" | "removed" | "copied" | "moved" | "read" | "text";
  /** How many operands come before those: a mode, a script. */
  readonly before?: number;
  /** Options that give what otherwise comes before. */
  readonly beforeUnless?: readonly string[];
  /** Options whose value is the folder into which all operands go. */
  readonly targets?: readonly string[];
  /** Whether it writes files with the last names of its addresses: with one of these options, or without any of them. */
  readonly downloads?: { readonly when: "with" | "without"; readonly options: readonly string[] };
}

const help = "help version";
const copyOptions = `-abdfHilLnPpRrsuvxTZ -S=text -t=written archive attributes-only backup=?text copy-contents
  no-dereference dereference force interactive link no-clobber no-preserve=text parents preserve=?text recursive
  reflink=?text remove-destination sparse=text strip-trailing-slashes symbolic-link suffix=text
  target-directory=written no-target-directory update=?text verbose one-file-system context=?text ${help}`;
const targets = ["-t", "--target-directory"];
const modes: WritingProgram = {
  options: `-cfvRhHLP changes silent quiet verbose recursive reference=path preserve-root no-preserve-root dereference
    no-dereference from=text ${help}`,
  operands: "removed",
  before: 1,
  beforeUnless: ["--reference"],
};
const removers: WritingProgram = {
  options: `-dfiIrRvpuxz -ns=text force recursive dir verbose interactive=?text one-file-system preserve-root=?text
    no-preserve-root parents ignore-fail-on-non-empty iterations=text random-source=path size=text exact zero
    remove=?text ${help}`,
  operands: "removed",
};

/** Of those that change files, where the files stand among the words. Others are guessed: see `otherPaths`. */
export const writingPrograms: ReadonlyMap<string, WritingProgram> = new Map<string, WritingProgram>([
  ["cp", { options: copyOptions, operands: "copied", targets }],
  ["mv", { options: copyOptions, operands: "moved", targets }],
  ["ln", { options: `${copyOptions} -F directory logical physical relative`, operands: "copied", targets }],
  [
    "install",
    {
      options: `-bcCdDpsTvZ -mogS=text -t=written backup=?text compare directory group=text mode=text owner=text
        preserve-timestamps strip strip-program=runs suffix=text target-directory=written no-target-directory verbose
        preserve-context context=?text ${help}`,
      operands: "copied",
      targets,
    },
  ],
  [
    "rsync",
    {
      options: `-aAbcCdDEghHiIklLmnNoOpPqrRsStuUvWxXyzK0468 -Bf=text -e=runs -T=written archive verbose quiet checksum
        recursive relative update links copy-links perms owner group times dry-run delete delete-after
        delete-before delete-during delete-excluded force compress exclude=text include=text exclude-from=path
        include-from=path files-from=list progress partial human-readable info=text stats bwlimit=text rsh=runs
        rsync-path=runs ignore-existing existing inplace append chmod=text max-size=text min-size=text ${help}`,
      operands: "copied",
    },
  ],
  ["tee", { options: `-aip append ignore-interrupts output-error=?text ${help}`, operands: "written" }],
  [
    "touch",
    {
      options: `-acfhm -dt=text -r=path no-create date=text reference=path time=text no-dereference ${help}`,
      operands: "written",
    },
  ],
  ["mkdir", { options: `-pvZ -m=text mode=text parents verbose context=?text ${help}`, operands: "written" }],
  ["mkfifo", { options: `-Z -m=text mode=text context=?text ${help}`, operands: "written" }],
  [
    "truncate",
    {
      options: `-co -s=text -r=path no-create io-blocks size=text reference=path ${help}`,
      operands: "written",
    },
  ],
  ["rm", removers],
  ["rmdir", removers],
  ["unlink", removers],
  ["shred", removers],
  ["chmod", modes],
  ["chown", modes],
  ["chgrp", modes],
  [
    "sort",
    {
      options:
        "-bdfghiMnRrsuVzcCm -kSt=text -oT=written output=written key=text field-separator=text unique reverse numeric-sort",
      operands: "read",
    },
  ],
  [
    "curl",
    {
      options: `-#0123469aBfgGijkILlMnNOJpqRsSvVZ -ACehHmPQrtuUwxXYyz=text -bdF=upload -ET=path -oDc=written output=written
        remote-name remote-header-name output-dir=written dump-header=written cookie-jar=written silent show-error
        location fail header=text request=text data=upload data-ascii=upload data-binary=upload data-urlencode=upload json=upload data-raw=text form=upload
        form-string=text cookie=upload upload-file=path cert=path key=path cacert=path netrc-file=path user=text user-agent=text compressed insecure
        connect-timeout=text max-time=text retry=text create-dirs trace=written trace-ascii=written
        stderr=written etag-save=written hsts=written libcurl=written alt-svc=written url=text
        proto=text tlsv1.2 fail-with-body include head verbose get`,
      operands: "text",
      downloads: { when: "with", options: ["-O", "--remote-name"] },
    },
  ],
  [
    "wget",
    {
      options: `-46bcdEFhHkKLmNnpqrSvVx -ABDIRUXlQtTw=text -oOaP=written output-document=written output-file=written
        directory-prefix=written append-output=written quiet verbose no-verbose continue recursive level=text
        no-check-certificate header=text user-agent=text timeout=text tries=text save-cookies=written
        rejected-log=written warc-file=written no-clobber timestamping mirror show-progress`,
      operands: "text",
      downloads: { when: "without", options: ["-O", "--output-document"] },
    },
  ],
]);

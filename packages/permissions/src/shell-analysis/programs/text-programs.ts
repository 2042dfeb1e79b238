import { programRows, type ReadingProgram } from "./reading-program.ts";

const help = "help version";
const checksums: ReadingProgram = {
  options: `-bctwz binary check text tag zero ignore-missing quiet status strict warn
    -l=number length=number -a=text algorithm=text untagged debug ${help}`,
  expands: true,
  skipsFolders: true,
};
/** `--check` reads paths from a file, and says of each whether it has changed. */
const grep: ReadingProgram = {
  options: `-EFGPivwxcloqsbHhnTuUzLaIyZV -rR:deep -ef=text -mABC=number -d=text:deep -D=text
    extended-regexp fixed-strings basic-regexp perl-regexp ignore-case no-ignore-case
    invert-match word-regexp line-regexp count files-without-match files-with-matches only-matching
    quiet silent no-messages byte-offset with-filename no-filename line-number initial-tab null
    text binary unix-byte-offsets line-buffered null-data no-group-separator
    regexp=text -f=path file=path color=?text colour=?text max-count=number label=text
    after-context=number before-context=number context=number binary-files=text group-separator=text
    devices=text directories=text:deep recursive:deep dereference-recursive:follows -R:follows
    exclude=exclude exclude-from=path exclude-dir=excluded-folder include=include ${help}`,
  hasDigits: true,
  textUnless: ["-e", "-f", "--regexp", "--file"],
  expands: true,
};

/** Programs that read the content of files, and have no option that writes or runs anything. */
export const textPrograms = programRows({
  cat: {
    options: `-AbeEnstTuv number number-nonblank show-all show-ends show-tabs show-nonprinting
      squeeze-blank ${help}`,
    expands: true,
    skipsFolders: true,
  },
  head: {
    options: `-qvz -nc=number lines=number bytes=number quiet silent verbose zero-terminated ${help}`,
    hasDigits: true,
    expands: true,
    skipsFolders: true,
  },
  tail: {
    options: `-fFqvrz -ncs=number lines=number bytes=number quiet silent verbose follow=?text
      pid=number retry sleep-interval=number max-unchanged-stats=number zero-terminated ${help}`,
    hasDigits: true,
    expands: true,
    skipsFolders: true,
  },
  // Without a terminal it prints as cat does, and with one it does what the keys say.
  less: {
    options: `-aABcCdeEfFgGiIJLmMnNqQrRsSuUwWX -bhjyz=number -pPx=text -oO=written:escapes -k=program:escapes -K:escapes -t=program -TD=text:asks -V
      quit-if-one-screen quit-at-eof LINE-NUMBERS line-numbers chop-long-lines no-init RAW-CONTROL-CHARS
      raw-control-chars ignore-case IGNORE-CASE squeeze-blank-lines file-size follow-name:asks incsearch
      line-num-width=number mouse no-histdups no-keypad pattern=text prompt=text rscroll=text save-marks:asks
      status-col-width=number tabs=text tag-file=program use-backslash use-color wheel-lines=number
      log-file=written:escapes lesskey-file=program:escapes lesskey-src=program:escapes
      lesskey-content=text:escapes ${help}`,
    skipsFolders: true,
  },
  wc: {
    options: `-clLmw bytes chars lines words max-line-length total=text files0-from=list ${help}`,
    expands: true,
    isCounting: true,
    skipsFolders: true,
  },
  grep,
  egrep: grep,
  fgrep: grep,
  cut: {
    options: `-nsz -M:asks -bcf=text -d=text bytes=text characters=text delimiter=text fields=text complement
      only-delimited output-delimiter=text zero-terminated ${help}`,
    expands: true,
    skipsFolders: true,
  },
  tr: {
    options: `-cCdst complement delete squeeze-repeats truncate-set1 ${help}`,
    operands: "text",
    expands: true,
  },
  cmp: {
    options: `-blsv -in=number print-bytes verbose quiet silent bytes=number ignore-initial=number ${help}`,
    expands: true,
    skipsFolders: true,
  },
  comm: {
    options: `-123iz check-order nocheck-order output-delimiter=text total zero-terminated ${help}`,
    expands: true,
    skipsFolders: true,
  },
  join: {
    options: `-iz -12j=number -aeotv=text ignore-case check-order nocheck-order header zero-terminated ${help}`,
    expands: true,
    skipsFolders: true,
  },
  tac: {
    options: `-br -s=text before regex separator=text ${help}`,
    expands: true,
    skipsFolders: true,
  },
  rev: { options: help, expands: true, skipsFolders: true },
  nl: {
    options: `-p -bdfhns=text -ilvw=number body-numbering=text footer-numbering=text header-numbering=text
      section-delimiter=text number-format=text number-separator=text number-width=number
      line-increment=number join-blank-lines=number starting-line-number=number no-renumber ${help}`,
    expands: true,
    skipsFolders: true,
  },
  fold: {
    options: `-bcs -w=number width=number spaces bytes ${help}`,
    expands: true,
    skipsFolders: true,
  },
  fmt: {
    options: `-cstu -gw=number -p=text crown-margin split-only tagged-paragraph uniform-spacing
      width=number goal=number prefix=text ${help}`,
    hasDigits: true,
    expands: true,
    skipsFolders: true,
  },
  expand: { options: `-i -t=text tabs=text initial ${help}`, expands: true, skipsFolders: true },
  unexpand: {
    options: `-a -t=text tabs=text all first-only ${help}`,
    expands: true,
    skipsFolders: true,
  },
  paste: {
    options: `-sz -d=text delimiters=text serial zero-terminated ${help}`,
    expands: true,
    skipsFolders: true,
  },
  column: {
    options: `-txeJndLhV -c=number -osNRHTOEWipr=text -l=number fillrows json keep-empty-lines table
      table-noextreme=text table-noheadings output-width=number separator=text output-separator=text
      table-columns=text table-columns-limit=number table-header-repeat table-hide=text table-name=text
      table-order=text table-right=text table-truncate=text table-wrap=text tree=text tree-id=text
      tree-parent=text ${help}`,
    expands: true,
    skipsFolders: true,
  },
  od: {
    options: `-abcdfhiloOsxv -AtS=text -jNw=number address-radix=text format=text read-bytes=number
      skip-bytes=number width=?number endian=text output-duplicates strings=?number traditional:asks ${help}`,
    expands: true,
    skipsFolders: true,
  },
  hexdump: {
    options: `-bcCdoxvhV -ns=number -e=text -f=path -L=?text color=?text format=text format-file=path
      length=number skip=number canonical no-squeezing one-byte-char one-byte-octal
      two-bytes-decimal two-bytes-hex two-bytes-octal ${help}`,
    expands: true,
    skipsFolders: true,
  },
  strings: {
    options: `-afNdwhvV -n=number -o -tesTU=text all data bytes=number radix=text encoding=text
      print-file-name include-all-whitespace output-separator=text target=text unicode=text ${help}`,
    expands: true,
    skipsFolders: true,
    // `@a` is a file with more arguments.
    check: (args) => args.every(({ text }) => !text.startsWith("@")),
  },
  base64: {
    options: `-di -w=number decode ignore-garbage wrap=number ${help}`,
    expands: true,
    skipsFolders: true,
  },
  md5sum: checksums,
  sha1sum: checksums,
  sha224sum: checksums,
  sha256sum: checksums,
  sha384sum: checksums,
  sha512sum: checksums,
  b2sum: checksums,
  cksum: checksums,
  jq: {
    options: `-rRcsnSeCaMjbh0V raw-output raw-input compact-output slurp null-input sort-keys
      exit-status color-output ascii-output monochrome-output join-output raw-output0 unbuffered
      tab indent=number args jsonargs stream stream-errors seq arg=text,text argjson=text,text
      slurpfile=text,path rawfile=text,path -fL=program from-file=program run-tests:asks ${help}`,
    textUnless: [],
    // A module may be a file anywhere.
    check: (args) => !args.some(({ text }) => /\b(?:import|include)\b/.test(text)),
    expands: true,
    skipsFolders: true,
  },
});

import { programRows, type ReadingProgram } from "./reading-program.ts";

const help = "help version";
const paths: ReadingProgram = {
  options: `-aszefmnqvLPE multiple zero quiet silent verbose canonicalize canonicalize-existing
    canonicalize-missing no-newline relative-to=folder relative-base=folder strip no-symlinks logical
    physical ${help}`,
  operands: "names",
  expands: true,
};

/** Programs that tell what files there are, and read none of them. */
export const filePrograms = programRows({
  ls: {
    options: `-aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ1 -I=text -wT=number all almost-all author escape
      block-size=text ignore-backups color=?text classify=?text directory dired file-type format=text
      full-time group-directories-first no-group human-readable si inode kibibytes literal
      quote-name quoting-style=text recursive reverse size sort=text time=text time-style=text
      numeric-uid-gid dereference dereference-command-line
      dereference-command-line-symlink-to-dir hide=text hide-control-chars show-control-chars
      hyperlink=?text ignore=text indicator-style=text tabsize=number width=number context zero ${help}`,
    operands: "names",
    expands: true,
  },
  stat: {
    options: `-LftxslnqrFH -c=text format=text printf=text file-system terse dereference cached=text ${help}`,
    operands: "names",
    expands: true,
  },
  du: {
    options: `-0abchHkLlmPsSxD -dtB=number -X=path all apparent-size block-size=text bytes count-links
      dereference dereference-args no-dereference total max-depth=number human-readable si summarize
      one-file-system exclude=text exclude-from=path threshold=number time=?text time-style=text null
      separate-dirs inodes files0-from=list ${help}`,
    operands: "names",
    expands: true,
  },
  df: {
    options: `-ahHiklmPTv -tBx=text all human-readable si inodes local portability print-type
      type=text exclude-type=text total output=?text block-size=text sync no-sync ${help}`,
    operands: "names",
    expands: true,
  },
  realpath: paths,
  readlink: paths,
  tree: {
    options: `-adflpsuDgFrtxcnvUSNAiqQhCJX -LPI=text -o=written -HT=text -R:asks dirsfirst filesfirst noreport
      prune gitignore gitfile=path filelimit=number charset=text sort=?text matchdirs metafirst
      ignore-case du si inodes device timefmt=text nolinks fflinks hintro=path houtro=path
      info infofile=path fromfile:asks fromtabfile:asks ${help}`,
    operands: "names",
  },
});

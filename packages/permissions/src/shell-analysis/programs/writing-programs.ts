import { sortOptions } from "./checked-programs.ts";
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
  /** An option with which the files that are copied are gone afterwards. */
  readonly movesWith?: string;
  /** Whether it writes files with the last names of its addresses: with one of these options, or without any of them. */
  readonly downloads?: { readonly when: "with" | "without"; readonly options: readonly string[] };
}

const help = "help version";
const copyOptions = `-abdfHilLnPpRrsuvxTZ -S=text -t=written archive attributes-only backup=?text copy-contents
  no-dereference dereference force interactive keep-directory-symlink link no-clobber no-preserve=text parents
  preserve=?text recursive reflink=?text remove-destination sparse=text strip-trailing-slashes symbolic-link suffix=text
  target-directory=written no-target-directory update=?text verbose one-file-system context=?text debug ${help}`;
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
  ["mv", { options: `${copyOptions} exchange no-copy`, operands: "moved", targets }],
  [
    "ln",
    {
      options: `${copyOptions} -F directory logical physical relative symbolic`,
      operands: "copied",
      targets,
    },
  ],
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
      options: `-aAbcCdDEFghHiIJklLmnNoOpPqrRsStuUvVWxXyzK0468 -@fBM=text -e=runs -T=written 8-bit-output acls
        address=text append append-verify archive atimes backup backup-dir=written blocking-io block-size=text
        bwlimit=text checksum checksum-choice=text checksum-seed=text chmod=text chown=text compare-dest=path compress
        compress-choice=text compress-level=text contimeout=text copy-as=text copy-dest=path copy-devices
        copy-dirlinks copy-links copy-unsafe-links crtimes cvs-exclude del delay-updates delete delete-after
        delete-before delete-delay delete-during delete-excluded delete-missing-args devices dirs dry-run
        early-input=path exclude=text exclude-from=path executability existing fake-super files-from=list filter=text
        force from0 fsync fuzzy group groupmap=text hard-links human-readable iconv=text ignore-errors
        ignore-existing ignore-missing-args ignore-times implied-dirs include=text include-from=path info=text inplace
        ipv4 ipv6 itemize-changes keep-dirlinks link-dest=path links list-only log-file=written
        log-file-format=text max-alloc=text max-delete=text max-size=text min-size=text mkpath modify-window=text
        motd munge-links numeric-ids old-args old-d old-dirs omit-dir-times omit-link-times one-file-system
        only-write-batch=written open-noatime outbuf=text out-format=text owner partial partial-dir=written
        password-file=path perms port=text preallocate progress protocol=text prune-empty-dirs quiet read-batch=path
        recursive relative remote-option=text remove-source-files rsh=runs rsync-path=runs safe-links
        secluded-args size-only skip-compress=text sockopts=text sparse specials stats stderr=text stop-after=text
        stop-at=text suffix=text super temp-dir=written timeout=text times trust-sender update usermap=text verbose
        whole-file write-batch=written write-devices xattrs debug=text ${help}`,
      negates: true,
      operands: "copied",
      movesWith: "--remove-source-files",
    },
  ],
  [
    "scp",
    { options: "-346ABCOpqRrsTv -clPX=text -i=path -DoSJ=runs -F=program:escapes", operands: "copied" },
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
  ["sort", { options: sortOptions, operands: "read" }],
  [
    "curl",
    {
      options: `-#0123469aBfgGijkILlMnNOJpqRsSvVZ -ACehmPQrtuUxXYy=text -HdF=upload -b=cookies -w=format -ETz=path
        -oDc=written -K=program:escapes abstract-unix-socket=text alpn alt-svc=written anyauth append
        aws-sigv4=text basic buffer cacert=path capath=path cert=path cert-status cert-type=text ciphers=text clobber
        compressed compressed-ssh config=program:escapes connect-timeout=text connect-to=text continue-at=text
        cookie=cookies cookie-jar=written create-dirs create-file-mode=text crlf crlfile=path curves=text
        data=upload data-ascii=upload data-binary=upload data-raw=text data-urlencode=upload delegation=text digest
        disable disable-eprt disable-epsv disallow-username-in-url dns-interface=text dns-ipv4-addr=text
        dns-ipv6-addr=text dns-servers=text doh-cert-status doh-insecure doh-url=text dump-header=written
        egd-file=path engine=text:escapes etag-compare=path etag-save=written expect100-timeout=text fail fail-early
        fail-with-body false-start form=upload form-escape form-string=text ftp-account=text
        ftp-alternative-to-user=text ftp-create-dirs ftp-method=text ftp-pasv ftp-port=text ftp-pret ftp-skip-pasv-ip
        ftp-ssl-ccc ftp-ssl-ccc-mode=text ftp-ssl-control get globoff happy-eyeballs-timeout-ms=text
        haproxy-protocol head header=upload help=?text hostpubmd5=text hostpubsha256=text hsts=written http0.9
        http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only ignore-content-length include insecure
        interface=text ipv4 ipv6 json=upload junk-session-cookies keepalive keepalive-time=text key=path
        key-type=text krb=text libcurl=written limit-rate=text list-only local-port=text location
        location-trusted login-options=text mail-auth=text mail-from=text mail-rcpt=text mail-rcpt-allowfails manual
        max-filesize=text max-redirs=text max-time=text metalink negotiate netrc netrc-file=path netrc-optional next
        noproxy=text npn ntlm ntlm-wb oauth2-bearer=text output=written output-dir=written parallel
        parallel-immediate parallel-max=text pass=text path-as-is pinnedpubkey=path post301 post302 post303
        preproxy=text progress-bar progress-meter proto=text proto-default=text proto-redir=text proxy=text
        proxy-anyauth proxy-basic proxy-cacert=path proxy-capath=path proxy-cert=path proxy-cert-type=text
        proxy-ciphers=text proxy-crlfile=path proxy-digest proxy-header=upload proxy-insecure proxy-key=path
        proxy-key-type=text proxy-negotiate proxy-ntlm proxy-pass=text proxy-pinnedpubkey=path
        proxy-service-name=text proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tls13-ciphers=text
        proxy-tlsauthtype=text proxy-tlspassword=text proxy-tlsuser=text proxy-tlsv1 proxy-user=text proxy1.0=text
        proxytunnel pubkey=path quote=text random-file=path range=text rate=text raw referer=text remote-header-name
        remote-name remote-name-all remote-time remove-on-error request=text request-target=text resolve=text
        retry=text retry-all-errors retry-connrefused retry-delay=text retry-max-time=text sasl-authzid=text sasl-ir
        service-name=text sessionid show-error silent socks4=text socks4a=text socks5=text socks5-basic
        socks5-gssapi socks5-gssapi-nec socks5-gssapi-service=text socks5-hostname=text speed-limit=text
        speed-time=text ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort sslv2
        sslv3 stderr=written styled-output suppress-connect-headers tcp-fastopen tcp-nodelay
        telnet-option=text tftp-blksize=text tftp-no-options time-cond=path tls-max=text tls13-ciphers=text
        tlsauthtype=text tlspassword=text tlsuser=text tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding
        trace=written trace-ascii=written trace-time unix-socket=path upload-file=path url=text url-query=upload
        use-ascii user=text user-agent=text verbose version write-out=format xattr`,
      negates: true,
      operands: "text",
      downloads: { when: "with", options: ["-O", "--remote-name", "--remote-name-all"] },
    },
  ],
  [
    "wget",
    {
      options: `-46bcdEFhHkKLmNnpqrSvVx -ABDIRUXlQtTw=text -oOaP=written -i=list -e=runs accept=text accept-regex=text
        adjust-extension append-output=written ask-password auth-no-challenge background backup-converted
        backups=?text base=text bind-address=text body-data=text body-file=path ca-certificate=path ca-directory=path
        cache certificate=path certificate-type=text check-certificate=?text ciphers=text compression=text
        config=program:escapes connect-timeout=text content-disposition content-on-error continue convert-file-only
        convert-links cookies crl-file=path cut-dirs=text debug default-page=text delete-after directories
        directory-prefix=written dns-cache dns-timeout=text domains=text exclude-directories=text
        exclude-domains=text execute=runs follow-ftp follow-tags=text force-directories force-html ftp-password=text
        ftp-user=text ftps-clear-data-connection ftps-fallback-to-ftp ftps-implicit ftps-resume-ssl glob
        header=text host-directories hsts hsts-file=written http-keep-alive http-password=text http-user=text
        https-only if-modified-since ignore-case ignore-length ignore-tags=text include-directories=text inet4-only
        inet6-only input-file=list iri keep-session-cookies level=text limit-rate=text load-cookies=path
        local-encoding=text max-redirect=text method=text mirror netrc output-document=written output-file=written
        page-requisites parent passive-ftp password=text pinnedpubkey=path post-data=text post-file=path
        prefer-family=text preserve-permissions private-key=path private-key-type=text progress=text
        protocol-directories proxy proxy-password=text proxy-user=text quiet quota=text random-wait
        read-timeout=text recursive referer=text regex-type=text reject=text reject-regex=text rejected-log=written
        relative remote-encoding=text remove-listing report-speed=text restrict-file-names=text retr-symlinks
        retry-connrefused retry-on-http-error=text save-cookies=written save-headers secure-protocol=text
        server-response show-progress span-hosts spider start-pos=text strict-comments timeout=text timestamping
        tries=text trust-server-names unlink use-askpass=runs use-server-timestamps user=text user-agent=text
        verbose wait=text waitretry=text warc-cdx warc-compression warc-dedup=path warc-digests warc-file=written
        warc-header=text warc-keep-log warc-max-size=text warc-tempdir=written xattr clobber ${help}`,
      negates: true,
      operands: "text",
      downloads: { when: "without", options: ["-O", "--output-document"] },
    },
  ],
]);

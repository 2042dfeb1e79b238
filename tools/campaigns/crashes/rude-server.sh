#!/bin/sh
# An MCP server with bad manners. Usage: rude-server.sh MANNER MARK
# It heeds no signal that can be ignored, and not the end of its input either. Its tool `server` adds a line to the effects.
trap '' TERM INT HUP PIPE
manner=$1 mark=$2
here=$(dirname "$0")

reply() { printf '{"jsonrpc":"2.0","id":%s,%s}\n' "$id" "$1"; }
# Up to 999 milliseconds.
pause() { sleep "$(printf '0.%03d' "$1")"; }
textAfter() { rest=${line#*\""$1"\":}; rest=${rest#\"}; echo "${rest%%[\",\}]*}"; }

case $manner in
  family)
    "$here/deaf.sh" "$mark" &
    setsid "$here/deaf.sh" "$mark" & ;;
  floods) while :; do head -c 200000 /dev/zero >&2; sleep 0.1; done & ;;
  slow) sleep 0.4 ;;
esac

while read -r line; do
  case $line in *'"id":'*) ;; *) continue ;; esac
  id=${line##*\"id\":} id=${id%%[,\}]*}
  case $line in
    *'"method":"initialize"'*)
      [ "$manner" = silent ] && continue
      reply '"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"rude","version":"1"}}' ;;
    *'"method":"tools/list"'*)
      [ "$manner" = listless ] && continue
      reply '"result":{"tools":[{"name":"server","inputSchema":{"type":"object"}}]}' ;;
    *'"method":"tools/call"'*)
      label=$(textAfter label) ms=$(textAfter ms)
      pause "$ms"
      echo "server $label" >>effects
      pause "$ms"
      [ "$manner" = mute ] && continue
      reply '"result":{"content":[{"type":"text","text":"done"}]}' ;;
    *) [ "$manner" = silent ] || reply '"error":{"code":-32601,"message":"Method not found"}' ;;
  esac
done
while :; do sleep 5; done

# For bash and zsh: has Codex, typed in a terminal of Localix, run its session in that terminal's own process instead of in
# Codex's shared background server. Does nothing in other terminals. Known from codex-cli 0.171.0; older versions that
# don't know the option are left alone. Read it last in a start-up file, so that it finds the aliases.

if [ "${LOCALIX_TERMINAL-}" != 1 ]; then
  return 0
fi

# EXECUTABLE ARGUMENT…
_localix_codex() {
  if _localix_codex_has_session "${@:2}" && _localix_codex_knows "$1"; then
    command "$1" --no-daemon "${@:2}"
  else
    command "$@"
  fi
}

# Whether Codex with these arguments runs a session, and is not told where.
_localix_codex_has_session() {
  local word
  for word in "$@"; do
    case "$word" in
      --) break ;;
      --no-daemon | --remote | --remote=*) return 1 ;;
    esac
  done
  while [ $# -gt 0 ]; do
    case "$1" in
      --) return 0 ;;
      -h | --help | -V | --version) return 1 ;;
      --*=*) ;;
      -c | --config | --enable | --disable | --remote-auth-token-env | -m | --model | --local-provider | -p | --profile | -s | --sandbox | -C | --cd | --add-dir | -a | --ask-for-approval)
        # Its value follows.
        if [ $# -gt 1 ]; then shift; fi
        ;;
      -i | --image)
        # All words up to the next option are files.
        while [ $# -gt 1 ]; do
          case "$2" in
            -*) break ;;
          esac
          shift
        done
        ;;
      -*) ;;
      app-server | remote-control | login | logout | mcp | mcp-server | plugin | completion | update | doctor | features) return 1 ;;
      archive | unarchive | delete | migrate-* | cloud | debug | sandbox | apply | a | exec-server | queue | help) return 1 ;;
      *) return 0 ;;
    esac
    shift
  done
  return 0
}

# Whether the installed version has the option; asked once for each executable.
_localix_codex_knows() {
  case "${_localix_codex_known-}" in
    *"|$1|"*) return 0 ;;
  esac
  case "$(command "$1" resume --help 2> /dev/null < /dev/null)" in
    *--no-daemon*) _localix_codex_known="${_localix_codex_known-}|$1|" ;;
    *) return 1 ;;
  esac
}

# NAME VALUE: an alias for Codex becomes a function with the alias's own executable and arguments.
_localix_codex_alias() {
  local name="$1" value="$2"
  case "$value" in
    # More than one plain command.
    *['$`;|&<>()
']*) return 0 ;;
  esac
  eval "set -- $value"
  if [ "${1-}" = command ]; then
    shift
    value="${value#*command}"
  fi
  case "${1-}" in
    codex | */codex) ;;
    *) return 0 ;;
  esac
  unalias "$name"
  eval "$name() { _localix_codex $value \"\$@\"; }"
}

_localix_codex_start() {
  local line name value
  while IFS= read -r line; do
    line="${line#alias }"
    name="${line%%=*}"
    case "$name" in
      '' | *[!A-Za-z0-9_-]*) continue ;;
    esac
    # As the shell has quoted it; a value of several lines is cut and does not parse.
    if eval "value=${line#*=}" 2> /dev/null; then
      _localix_codex_alias "$name" "$value"
    fi
  done <<EOF
$(alias | grep codex)
EOF
  # A person's own function stays.
  if ! typeset -f codex > /dev/null; then
    eval 'codex() { _localix_codex codex "$@"; }'
  fi
}

_localix_codex_start
unset -f _localix_codex_start _localix_codex_alias

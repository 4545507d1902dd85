import { agentIds } from '../shared/agentId';
import { groupings } from '../usage/report';
import { eventLimits } from './arguments';

export const help = `localix: the history of coding agents, from the command line

  localix list                 the sessions of this folder and its subfolders
  localix transcript KEY       one session's events
  localix export KEY           one session as a file for other programs
  localix usage                what the sessions of this folder and its subfolders used: tokens and requests to models
  localix doctor               what was found and is not shown, or not whole, with reasons; record types that are not understood

Which history
  --home DIR           home folder whose default agent folders are read; environment overrides are then ignored
  --host DEST          list, transcript and export: the sessions on another machine, an alias of ssh or user@host, read by a Python script
                       that runs there through ssh; every folder by default. Keys are those of that machine.
                       What was read is kept in a copy in the user's cache folder, checked against the host at each run
  --folder DIR         sessions of DIR and its subfolders (default: the current folder)
  --everywhere         sessions of every folder
  --agent NAME         only this agent; may be repeated (${agentIds.join(', ')})
  --assume-installed   show sessions of agents that are not on PATH, too

list
  --full               read each file through: message counts, usage, and titles anywhere in the file.
                       Without it only the start and end of each file are read, and what they can't tell is null.
  --no-index           neither use nor keep an index. Otherwise what was read of each file is kept in the user's cache folder
                       (\$XDG_CACHE_HOME/localix or ~/.cache/localix, ~/Library/Caches/localix, %LOCALAPPDATA%\\localix\\Cache),
                       and the next list reads only what changed. It may be deleted at any time. --full does without it.

transcript
  --from N             begin at position N (default 0)
  --tail               the last events instead
  --max-events N       at most N events (default ${eventLimits.default}, at most ${eventLimits.most}); "to" of the answer is where to go on
                       With --json, "on_active_branch" of an event is false for what a resume does not go on from. Where the
                       conversation parts, "branch" names the stretch that an event is on, and "branches" has all of them with the
                       "parent" at whose end each begins. "of_subagent" marks a sub-agent's work that is recorded in the session.

export
  --format WHAT        atif: an ATIF 1.7 document (Agent Trajectory Interchange Format), with sub-agents embedded
                       markdown: the prose of the conversation under the headings You and Assistant
                       redacted: the same with secrets masked, and placeholders for tool calls and attachments
                       raw: a copy of the session's own files; of an agent that keeps all sessions in one database, the database
  --output FILE, -o    write to FILE, which is there once it is whole (default, and for -: standard output). Further files of a raw copy
                       are put beside it; standard output gets the first alone, of a database the file without its log.
                       Branches that were left by a rewind are in a raw copy only; an ATIF document counts them.

usage
  --by WHAT            groups by ${groupings.join(', ')} (default day)
  --since DAY          from this day on, as YYYY-MM-DD in the local time zone
  --until DAY          up to and including this day
                       What has no time is in no period. Sub-agents count in the session that they worked for; what a fork copied
                       counts in the session that it was copied from. A session of which nothing is recorded is unknown, not 0.
                       Costs are estimates by bundled prices; models without one are named, and in no estimate.
                       What was counted of each file is kept beside the index, and the next time only what grew is read;
                       --no-index neither uses nor keeps it.

Output
  --json               JSON on standard output instead of text
  --stats              on standard error: files looked at and opened, bytes and rows read, largest read of one file
  -h, --help           this text
  --version            the version

Standard output carries data alone; everything else goes to standard error.
Exit status
  0  done
  1  an error that is not one of the following; its message says what
  2  the command line can't be understood
  3  there is no such session
  4  the session can't be read
  5  the host can't be asked
`;

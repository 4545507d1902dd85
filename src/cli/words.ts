import type { SkipReason } from '../agents/agent';
import type { SshCode } from '../core/sshCode';
import type { LineFault } from './damage';

/** The reasons in words. The command line speaks English only. */
export const reasonWords: Readonly<Record<SkipReason, string>> = {
  empty_file: 'the file is empty',
  no_message: 'it holds no message',
  name_is_no_session: 'its name is not that of a session',
  sub_agent: 'it is the transcript of a sub-agent and belongs to the session that started it',
  duplicate: 'another file holds the same session',
  not_readable_as_history: 'nothing in it can be read as history',
  outdated_layout: 'it lies as the agent kept sessions long ago, and the agent no longer resumes it',
  is_directory: 'there is a folder where a file should be',
  permission_denied: 'reading it is not permitted',
  vanished: 'it went away while it was read',
  unreadable: 'it can\'t be read',
  database_unreadable: 'the database can\'t be read',
  newer_schema: 'its schema is newer than those known here; what is known of it was read',
  hidden_by_agent: 'the agent\'s own list leaves it out',
  agent_not_installed: 'the agent is not installed',
};

export const faultWords: Readonly<Record<LineFault, string>> = {
  broken_line: 'a line that is no record was passed over',
  torn_end: 'its last line breaks off, and was passed over',
  oversized_line: 'a line is too long to read, and was passed over',
  invalid_utf8: 'a line holds bytes that are no UTF-8 text; each reads as \ufffd',
};

/** A host that could not be asked; `detail` is its name, or what it said. */
export const hostWords: Readonly<Record<SshCode, (detail: string) => string>> = {
  invalid_destination: (detail) => `${detail} is no host: an alias of ssh or user@host is`,
  no_ssh: (detail) => `there is no ssh on this machine to reach ${detail} by`,
  unreachable: (detail) => `the host can't be reached: ${detail}`,
  login_refused: (detail) => `the host lets nobody in without a question; ssh needs a key that it can use by itself: ${detail}`,
  unknown_host_key: (detail) => `the host's key is not the known one, or none is known; connect to it once by hand: ${detail}`,
  no_python: () => 'the host has no python3',
  timed_out: (detail) => `the host did not answer in time: ${detail}`,
  missing_file: (detail) => `there is nothing of this on the host: ${detail}`,
  too_large: (detail) => `it is too large to be copied: ${detail}`,
  not_copied: (detail) => `what the host sent can't be written here: ${detail}`,
  host_error: (detail) => `reading on the host failed: ${detail}`,
  bad_answer: (detail) => `the host answered with something else: ${detail}`,
  cancelled: () => 'cancelled',
};

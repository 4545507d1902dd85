import type { SkipReason } from '../agents/agent';
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
